import './styles.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RequestError } from './api/request.ts';
import { createAppRouter } from './router.tsx';
import { Toaster } from './ui/toaster.tsx';

const retriesMax = 2;

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What was refused stays refused; what could not be reached is tried again.
      retry: (failures, error) =>
        failures < retriesMax &&
        !(error instanceof RequestError && error.status >= 400 && error.status < 500),
    },
  },
});
const router = createAppRouter(queryClient);

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
);

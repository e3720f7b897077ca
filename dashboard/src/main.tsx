import './styles.css';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Prompts } from './account/prompts.tsx';
import { isSignedOut, RequestError, setAccount } from './api/request.ts';
import { createAppRouter } from './router.tsx';
import { Toaster } from './ui/toaster.tsx';

const retriesMax = 2;

/** If the session has ended and the user did not sign in on the page itself, they do it on its own page and return. */
function onError(error: Error): void {
  if (!isSignedOut(error) || router.state.location.pathname.startsWith('/sign-in')) return;
  const next = router.state.location.href;
  queryClient.clear();
  setAccount(null);
  void router.navigate({ to: '/sign-in', search: { next }, ignoreBlocker: true });
}

const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Refusals are final; connection failures are retried.
      retry: (failures, error) =>
        failures < retriesMax &&
        !(error instanceof RequestError && error.status >= 400 && error.status < 500),
    },
    mutations: { networkMode: 'always' },
  },
});
const router = createAppRouter(queryClient);

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Prompts />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
);

import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function NotFound() {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <EmptyState
        icon={<Compass className="size-6" aria-hidden />}
        isPage
        title="Page not found"
        action={
          <Link to="/" className={buttonClass('primary')}>
            Go to the overview
          </Link>
        }
      >
        <p>This page doesn’t exist, or it belongs to another account.</p>
      </EmptyState>
    </main>
  );
}

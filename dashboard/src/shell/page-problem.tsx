import type { ErrorComponentProps } from '@tanstack/react-router';
import { CloudOff } from 'lucide-react';
import { messageOf } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function PageProblem({ error }: ErrorComponentProps) {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <EmptyState
        icon={<CloudOff className="size-6" aria-hidden />}
        isPage
        title="This page can’t be shown"
        action={
          <Button look="primary" onClick={() => window.location.reload()}>
            Try again
          </Button>
        }
      >
        <p>{messageOf(error)}</p>
        <p className="mt-2">Your printed codes keep working meanwhile.</p>
      </EmptyState>
    </main>
  );
}

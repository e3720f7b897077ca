import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  /** The purpose of an empty place, and how to begin. */
  children: ReactNode;
  action?: ReactNode;
  /** There is nothing else on the page. */
  isPage?: boolean;
}

export function EmptyState({ icon, title, children, action, isPage }: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <div className="mb-4 flex size-12 items-center justify-center rounded-2xl bg-accent-soft text-accent">
        {icon}
      </div>
      <Heading className="text-base font-semibold">{title}</Heading>
      <div className="mt-1.5 max-w-md text-soft">{children}</div>
      {action !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

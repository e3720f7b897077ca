import { type ReactNode, useEffect } from 'react';

interface PageProps {
  title: string;
  /** If it differs from the title, for example the name of a code. */
  heading?: ReactNode;
  hint?: ReactNode;
  picture?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

export function Page({ title, heading, hint, picture, action, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Waypost`;
  }, [title]);
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-8 sm:py-8">
      <header className="mb-6 flex flex-wrap items-start justify-between gap-3">
        {picture}
        <div className="min-w-0 grow basis-48">
          <h1 className="text-xl font-semibold tracking-tight break-words">{heading ?? title}</h1>
          {hint !== undefined && <div className="mt-1 text-soft">{hint}</div>}
        </div>
        {action !== undefined && <div className="flex flex-wrap gap-2">{action}</div>}
      </header>
      {children}
    </div>
  );
}

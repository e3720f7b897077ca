import { type ReactNode, useEffect } from 'react';
import { Logo } from '../shell/logo.tsx';

interface AuthFrameProps {
  title: string;
  hint?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}

/** The frame of pages before sign-in. */
export function AuthFrame({ title, hint, children, footer }: AuthFrameProps) {
  useEffect(() => {
    document.title = `${title} · Waypost`;
  }, [title]);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <div className="mb-6 text-lg">
        <Logo />
      </div>
      <div className="w-full max-w-sm rounded-2xl border border-line bg-surface p-6 shadow-sm sm:p-8">
        <h1 className="text-lg font-semibold">{title}</h1>
        {hint !== undefined && <p className="mt-1 text-soft">{hint}</p>}
        <div className="mt-5">{children}</div>
      </div>
      {footer !== undefined && <p className="mt-5 text-soft">{footer}</p>}
    </main>
  );
}

export const linkClass = 'font-medium text-accent underline-offset-4 hover:underline';

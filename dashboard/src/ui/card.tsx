import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface CardProps {
  title?: ReactNode;
  hint?: ReactNode;
  action?: ReactNode;
  className?: string;
  bodyClass?: string;
  children: ReactNode;
}

export function Card({ title, hint, action, className, bodyClass, children }: CardProps) {
  return (
    <section className={classNames('rounded-xl border border-line bg-surface shadow-xs', className)}>
      {title !== undefined && (
        <header className="flex items-start justify-between gap-3 px-5 pt-4">
          <div>
            <h2 className="text-[15px] font-semibold">{title}</h2>
            {hint !== undefined && <p className="mt-0.5 text-[13px] text-soft">{hint}</p>}
          </div>
          {action}
        </header>
      )}
      <div className={bodyClass ?? 'p-5'}>{children}</div>
    </section>
  );
}

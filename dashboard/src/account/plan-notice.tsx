import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { usageQuery } from '../api/queries.ts';
import { buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';

/** Why something is locked, and where to get it. Shown before the work, not after it. */
export function PlanNotice({ children, className }: { children: ReactNode; className?: string }) {
  const { data: usage } = useQuery(usageQuery);
  const url = usage?.upgrade_url ?? null;
  return (
    <div
      data-testid="plan-notice"
      className={classNames(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-warn-soft px-3 py-2.5 text-[13px] text-warn',
        className,
      )}
    >
      <Lock className="size-4 shrink-0" aria-hidden />
      <div className="min-w-0 grow basis-64">
        {children}
        {url === null && ' Ask the operator of this service for another plan.'}
      </div>
      {url !== null && (
        <a href={url} className={buttonClass('plain', 'small')} rel="noreferrer">
          {url.startsWith('mailto:') ? 'Contact us' : 'See plans'}
        </a>
      )}
    </div>
  );
}

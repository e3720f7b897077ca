import { classNames } from './class-names.ts';
import { formatNumber } from './format.ts';

const nearly = 0.9;

/** A bar towards a limit. */
export function Meter({ label, used, limit }: { label: string; used: number; limit: number }) {
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const colour = share >= 1 ? 'bg-bad' : share >= nearly ? 'bg-warn' : 'bg-accent';
  return (
    <div>
      <div className="flex items-baseline justify-between gap-2 text-[13px]">
        <span className="font-medium">{label}</span>
        <span className="text-soft tabular-nums">
          {formatNumber(used)} of {formatNumber(limit)}
        </span>
      </div>
      <div
        role="meter"
        aria-label={label}
        aria-valuenow={used}
        aria-valuemin={0}
        aria-valuemax={limit}
        className="mt-2 h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={classNames('h-full rounded-full', colour)}
          style={{ width: `${Math.max(share * 100, used > 0 ? 1 : 0)}%` }}
        />
      </div>
    </div>
  );
}

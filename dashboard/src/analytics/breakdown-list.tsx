import { type ReactNode, useState } from 'react';
import type { ValueCount } from '../api/types.ts';
import { formatNumber } from '../ui/format.ts';

interface BreakdownListProps {
  items: ValueCount[];
  name: (value: string) => ReactNode;
  empty: string;
}

const shownAtFirst = 6;

/** Values with their shares. */
export function BreakdownList({ items, name, empty }: BreakdownListProps) {
  const [isWhole, setWhole] = useState(false);
  const total = items.reduce((sum, { scans }) => sum + scans, 0);
  const most = items[0]?.scans ?? 1;
  if (items.length === 0) return <p className="py-6 text-center text-soft">{empty}</p>;
  return (
    <div>
      <ul className="space-y-1">
        {items.slice(0, isWhole ? undefined : shownAtFirst).map(({ value, scans }) => (
          <li key={value} className="relative flex h-9 items-center justify-between gap-3 rounded-lg px-3">
            <div
              aria-hidden
              className="absolute inset-y-0 left-0 rounded-lg bg-accent-soft"
              style={{ width: `${(scans / most) * 100}%` }}
            />
            <span className="relative min-w-0 truncate">{name(value)}</span>
            <span className="relative flex shrink-0 gap-2 tabular-nums">
              <span className="font-medium">{formatNumber(scans)}</span>
              <span className="w-12 text-right text-soft">
                {((scans / total) * 100).toFixed(scans / total < 0.1 ? 1 : 0)} %
              </span>
            </span>
          </li>
        ))}
      </ul>
      {items.length > shownAtFirst && (
        <button
          type="button"
          onClick={() => setWhole(!isWhole)}
          className="mt-2 px-3 text-[13px] font-medium text-accent hover:underline"
        >
          {isWhole ? 'Fewer' : `All ${items.length}`}
        </button>
      )}
    </div>
  );
}

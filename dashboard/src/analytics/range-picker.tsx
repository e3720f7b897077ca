import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CalendarRange } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { meQuery } from '../api/queries.ts';
import { classNames } from '../ui/class-names.ts';
import { localTextOf } from '../ui/zoned-time.ts';
import { isCustomRange, presetByDefault, presets, type RangeSearch } from './ranges.ts';

const RangeDialog = lazy(() =>
  import('./range-dialog.tsx').then(({ RangeDialog: component }) => ({ default: component })),
);

export function RangePicker({ search }: { search: RangeSearch }) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const set = (next: RangeSearch) =>
    void navigate({
      to: '.',
      search: (before: RangeSearch) => ({
        ...before,
        range: undefined,
        from: undefined,
        until: undefined,
        ...next,
      }),
      replace: true,
    });
  const { data: me } = useSuspenseQuery(meQuery);
  const [nowMs] = useState(Date.now);
  const isCustom = isCustomRange(search, me.account.timezone, nowMs);
  const today = localTextOf(nowMs, me.account.timezone).slice(0, 10);
  const current = isCustom ? null : (search.range ?? presetByDefault);
  return (
    <div className="flex flex-wrap items-center gap-1 rounded-lg bg-sunken p-0.5">
      {presets.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === current}
          onClick={() => set({ range: value })}
          className={classNames(
            'h-8 rounded-md px-2.5 text-[13px] font-medium',
            value === current ? 'bg-surface text-text shadow-xs' : 'text-soft hover:text-text',
          )}
        >
          {label}
        </button>
      ))}
      <button
        type="button"
        aria-pressed={isCustom}
        onClick={() => setOpen(true)}
        className={classNames(
          'flex h-8 items-center gap-1.5 rounded-md px-2.5 text-[13px] font-medium',
          isCustom ? 'bg-surface text-text shadow-xs' : 'text-soft hover:text-text',
        )}
      >
        <CalendarRange className="size-4" aria-hidden />
        {isCustom ? `${search.from} – ${search.until ?? 'now'}` : 'Custom'}
      </button>
      {isOpen && (
        <Suspense>
          <RangeDialog
            from={search.from}
            until={search.until}
            today={today}
            onChoose={(chosen) => {
              set(chosen);
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CalendarRange } from 'lucide-react';
import { useState } from 'react';
import { meQuery } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { TextField } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { localTextOf } from '../ui/zoned-time.ts';
import { isCustomRange, presetByDefault, presets, type RangeSearch } from './ranges.ts';

export function RangePicker({ search }: { search: RangeSearch }) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [from, setFrom] = useState(search.from ?? '');
  const [until, setUntil] = useState(search.until ?? '');
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
      <Modal title="Choose a range" isOpen={isOpen} onClose={() => setOpen(false)}>
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            set({ from, until: until === '' ? undefined : until });
            setOpen(false);
          }}
        >
          <div className="grid grid-cols-2 gap-4">
            <TextField
              label="From"
              type="date"
              value={from}
              min="2024-01-01"
              max={until === '' ? today : until}
              onChange={(event) => setFrom(event.target.value)}
              required
            />
            <TextField
              label="Until"
              type="date"
              value={until}
              min={from}
              max={today}
              onChange={(event) => setUntil(event.target.value)}
              hint="Leave empty for the current time."
            />
          </div>
          <div className="flex justify-end">
            <Button type="submit" look="primary">
              Show
            </Button>
          </div>
        </form>
      </Modal>
    </div>
  );
}

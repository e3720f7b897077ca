import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { decidingFields, rehearsedCodesMax } from '#core/rehearsal-input.ts';
import { messageOf, request } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { formatNumber, plural } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';

interface Sums {
  same: number;
  elsewhere: number;
  nothing: number;
  unknown: number;
}

interface RehearsalAnswer extends Sums {
  scans: number;
  days: ({ day: string } & Sums)[];
  destinations: { before: string | null; after: string | null; scans: number }[];
}

interface RehearseButtonProps {
  qrIds: string[];
  change: Record<string, unknown>;
  isDisabled: boolean;
}

/** Whether the change decides where scans lead. */
export function canRehearse(change: Record<string, unknown>): boolean {
  return decidingFields.some((field) => field in change);
}

/** Shows what a change would have done to the scans of the last 30 days. */
export function RehearseButton({ qrIds, change, isDisabled }: RehearseButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        type="button"
        disabled={isDisabled || qrIds.length > rehearsedCodesMax}
        icon={<FlaskConical className="size-4" aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Rehearse
      </Button>
      {isOpen && (
        <Modal
          title="Rehearsal"
          hint="The change, tried with the real scans of the last 30 days. Nothing is saved."
          isOpen
          isWide
          onClose={() => setOpen(false)}
        >
          <Rehearsal qrIds={qrIds} change={change} />
        </Modal>
      )}
    </>
  );
}

function Rehearsal({ qrIds, change }: Pick<RehearseButtonProps, 'qrIds' | 'change'>) {
  const rehearsal = useQuery({
    queryKey: ['rehearsal', qrIds, change],
    queryFn: () =>
      request<RehearsalAnswer>('/rehearsals', { method: 'POST', body: { qr_ids: qrIds, change } }),
    retry: false,
    gcTime: 0,
  });
  if (rehearsal.error) return <Notice tone="bad">{messageOf(rehearsal.error)}</Notice>;
  const { data } = rehearsal;
  if (data === undefined)
    return (
      <p role="status" className="text-soft">
        Trying the change …
      </p>
    );
  if (data.scans === 0) return <Notice>No scan of the last 30 days is recorded.</Notice>;
  return (
    <div className="space-y-4">
      <p className="text-base" data-testid="rehearsed">
        <strong className="font-semibold">{formatNumber(data.elsewhere)}</strong> of{' '}
        {plural(data.scans, 'scan')} would have gone elsewhere;{' '}
        <strong className="font-semibold">{formatNumber(data.nothing)}</strong> would have found nothing.
      </p>
      {data.unknown > 0 && (
        <Notice>{plural(data.unknown, 'scan')} can’t be tried: their language was not recorded then.</Notice>
      )}
      <DayBars days={data.days} />
      {data.destinations.length > 0 && (
        <table className="w-full table-fixed text-left text-[13px]">
          <thead className="text-soft">
            <tr>
              <th className="py-1 font-medium">Before</th>
              <th className="py-1 font-medium">After</th>
              <th className="w-20 py-1 text-right font-medium">Scans</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {data.destinations.map(({ before, after, scans }) => (
              <tr key={`${before} ${after}`}>
                <td className="py-1.5 pr-3 [overflow-wrap:anywhere]">{before ?? 'Nothing'}</td>
                <td className="py-1.5 pr-3 [overflow-wrap:anywhere]">{after ?? 'Nothing'}</td>
                <td className="py-1.5 text-right tabular-nums">{formatNumber(scans)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

const parts = [
  { kind: 'nothing', label: 'Nothing', color: 'bg-bad' },
  { kind: 'elsewhere', label: 'Elsewhere', color: 'bg-accent' },
  { kind: 'unknown', label: 'Unknown', color: 'bg-line-strong' },
  { kind: 'same', label: 'Same', color: 'bg-sunken' },
] as const;

/** A bar per day. The table below says the same in numbers. */
function DayBars({ days }: { days: RehearsalAnswer['days'] }) {
  const totalOf = (day: Sums) => parts.reduce((sum, { kind }) => sum + day[kind], 0);
  const most = Math.max(1, ...days.map(totalOf));
  return (
    <figure>
      <div className="flex h-28 items-end gap-0.5" aria-hidden>
        {days.map((day) => (
          <div
            key={day.day}
            title={`${day.day}: ${parts.map(({ kind, label }) => `${label} ${day[kind]}`).join(', ')}`}
            className="flex min-w-1 grow flex-col overflow-hidden rounded-sm border border-line"
            style={{ height: `${(100 * totalOf(day)) / most}%` }}
          >
            {parts.map(({ kind, color }) => (
              <div key={kind} className={color} style={{ flexGrow: day[kind] }} />
            ))}
          </div>
        ))}
      </div>
      <figcaption className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
        {parts.map(({ kind, label, color }) => (
          <span key={kind} className="flex items-center gap-1.5">
            <span className={`size-2.5 rounded-sm border border-line ${color}`} aria-hidden /> {label}
          </span>
        ))}
        <span className="ml-auto">
          {days[0]?.day} – {days.at(-1)?.day}
        </span>
      </figcaption>
    </figure>
  );
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../api/queries.ts';
import { messageOf, request } from '../api/request.ts';
import type { PlannedChange } from '../api/types.ts';
import { fieldName, isOpaque, valueWords } from '../history/change-words.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatDateTime, plural } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { LaterFields } from './later-fields.tsx';
import { plannedQuery } from './planned-queries.ts';

interface PlannedListProps {
  /** Only changes of this code. */
  qrId?: string;
}

/** Planned changes that wait, to edit or cancel. Nothing if there are none. */
export function PlannedList({ qrId }: PlannedListProps) {
  const planned = useQuery(plannedQuery(qrId));
  const [edited, setEdited] = useState<PlannedChange | null>(null);
  const cancel = useAction({
    run: ({ plan_id: id }: PlannedChange) => request(`/planned-changes/${id}`, { method: 'DELETE' }),
    stale: [['planned']],
    done: 'Cancelled. Nothing changes.',
  });
  const { data: me } = useSuspenseQuery(meQuery);
  const timeOf = (plan: PlannedChange) => formatDateTime(plan.apply_at, me.account.timezone);
  const nameOf = (plan: PlannedChange) =>
    plan.name === '' ? `the change on ${timeOf(plan)}` : `“${plan.name}”`;
  const items = planned.data ?? [];
  if (items.length === 0) return null;
  return (
    <Card title="Planned changes" hint="They happen by themselves. Until then you can edit or cancel them.">
      <ul className="divide-y divide-line">
        {items.map((plan) => (
          <li key={plan.plan_id} className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 grow basis-60 text-[13px]">
              <p className="font-medium">
                {plan.name === '' ? timeOf(plan) : plan.name}
                {qrId === undefined && <span className="text-soft"> · {plural(plan.total, 'code')}</span>}
              </p>
              {plan.name !== '' && <p className="text-soft">{timeOf(plan)}</p>}
              {changeWords(plan).map((words) => (
                <p key={words} className="text-soft [overflow-wrap:anywhere]">
                  {words}
                </p>
              ))}
            </div>
            <div className="flex gap-2">
              <Button size="small" onClick={() => setEdited(plan)} aria-label={`Edit ${nameOf(plan)}`}>
                Edit
              </Button>
              <Button
                size="small"
                isBusy={cancel.isPending && cancel.variables.plan_id === plan.plan_id}
                onClick={() => cancel.mutate(plan)}
                aria-label={`Cancel ${nameOf(plan)}`}
              >
                Cancel
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {edited !== null && <EditDialog plan={edited} onClose={() => setEdited(null)} />}
    </Card>
  );
}

function EditDialog({ plan, onClose }: { plan: PlannedChange; onClose: () => void }) {
  const { data: me } = useSuspenseQuery(meQuery);
  const [later, setLater] = useState({ name: plan.name, applyAt: plan.apply_at });
  const save = useAction({
    run: () =>
      request(`/planned-changes/${plan.plan_id}`, {
        method: 'PATCH',
        body: { name: later.name, apply_at: later.applyAt },
      }),
    stale: [['planned']],
    done: 'Saved.',
    onDone: onClose,
    isQuiet: true,
  });
  return (
    <Modal title="Edit the planned change" isOpen onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <LaterFields later={later} timeZone={me.account.timezone} onChange={setLater} />
        {save.error && <Notice tone="bad">{messageOf(save.error)}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** A line per field. */
function changeWords({ change }: PlannedChange): string[] {
  return Object.entries(change).map(([field, value]) => {
    const name = fieldName(field);
    const words = isOpaque(field) && field !== 'redirect_rules' ? '' : `: ${valueWords({ field }, value)}`;
    return `${name[0]?.toUpperCase()}${name.slice(1)}${words}`;
  });
}

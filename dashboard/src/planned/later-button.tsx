import { useSuspenseQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { meQuery } from '../api/queries.ts';
import { messageOf, request } from '../api/request.ts';
import type { PlannedChange } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { formatDateTime } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { LaterFields } from './later-fields.tsx';

interface LaterButtonProps {
  qrIds: string[];
  change: Record<string, unknown>;
  isDisabled: boolean;
  onPlanned: () => void;
}

/** Saves a change for a later time. */
export function LaterButton({ qrIds, change, isDisabled, onPlanned }: LaterButtonProps) {
  const { data: me } = useSuspenseQuery(meQuery);
  const [later, setLater] = useState<{ name: string; applyAt: string } | null>(null);
  const plan = usePlan(() => {
    setLater(null);
    onPlanned();
  });
  return (
    <>
      <Button
        type="button"
        disabled={isDisabled}
        icon={<CalendarClock className="size-4" aria-hidden />}
        onClick={() => setLater({ name: '', applyAt: '' })}
      >
        Later…
      </Button>
      {later !== null && (
        <Modal
          title="Save for later"
          hint="Until then, nothing changes. You can edit or cancel it."
          isOpen
          onClose={() => setLater(null)}
        >
          <form
            className="space-y-4"
            onSubmit={(event) => {
              event.preventDefault();
              // The form around this dialog would save at once.
              event.stopPropagation();
              plan.mutate({ qrIds, change, ...later });
            }}
          >
            <LaterFields later={later} timeZone={me.account.timezone} onChange={setLater} />
            {plan.error && <Notice tone="bad">{messageOf(plan.error)}</Notice>}
            <div className="flex justify-end gap-2">
              <Button onClick={() => setLater(null)}>Cancel</Button>
              <Button type="submit" look="primary" isBusy={plan.isPending}>
                Plan it
              </Button>
            </div>
          </form>
        </Modal>
      )}
    </>
  );
}

interface NewPlan {
  qrIds: string[];
  change: Record<string, unknown>;
  name: string;
  applyAt: string;
}

export function usePlan(onDone: () => void) {
  const { data: me } = useSuspenseQuery(meQuery);
  return useAction({
    run: ({ qrIds, change, name, applyAt }: NewPlan) =>
      request<{ planned_change: PlannedChange }>('/planned-changes', {
        method: 'POST',
        body: { qr_ids: qrIds, change, name, apply_at: applyAt },
      }),
    stale: [['planned']],
    done: ({ planned_change: { apply_at: at } }) => `Planned for ${formatDateTime(at, me.account.timezone)}.`,
    onDone,
    isQuiet: true,
  });
}

import { useState } from 'react';
import { fieldOf } from '../account/use-form.ts';
import { request } from '../api/request.ts';
import type { WebhookEndpoint } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { Choice, TextField } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';

const kinds = [
  { value: 'events', label: 'Events' },
  { value: 'scans', label: 'Scans of a code' },
];

/** Sends old events or scans again. */
export function ReplayDialog({
  endpoint,
  isOpen,
  onClose,
}: {
  endpoint: WebhookEndpoint;
  isOpen: boolean;
  onClose: () => void;
}) {
  const [kind, setKind] = useState('events');
  const replay = useAction({
    run: (body: Record<string, unknown>) =>
      request(`/webhooks/${endpoint.endpoint_id}/replay`, { method: 'POST', body }),
    stale: [['deliveries', endpoint.endpoint_id]],
    done: 'Replay started. Deliveries appear below.',
    onDone: onClose,
    isQuiet: true,
  });
  return (
    <Modal title="Replay" isOpen={isOpen} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          replay.mutate(
            kind === 'events'
              ? { after: fieldOf(form, 'after') }
              : { qr_id: fieldOf(form, 'qr_id'), after_number: Number(fieldOf(form, 'after_number')) },
          );
        }}
      >
        {replay.error && <Notice tone="bad">{replay.error.message}</Notice>}
        <p className="text-soft">
          Messages that were sent before have the same ID, so a program that remembers IDs skips them.
        </p>
        <Choice label="What" value={kind} options={kinds} onChange={setKind} />
        {kind === 'events' ? (
          <TextField
            label="After this event"
            name="after"
            placeholder="evt_…"
            required
            hint="The last event that your program has. Deliveries below show the ID of each."
          />
        ) : (
          <>
            <TextField label="ID of the code" name="qr_id" placeholder="qrc_…" required />
            <TextField
              label="After scan number"
              name="after_number"
              type="number"
              min={0}
              defaultValue="0"
              required
              hint="The last one that your program has; 0 for all. If the first scans are no longer kept, you are told which one is."
            />
          </>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={replay.isPending}>
            Replay
          </Button>
        </div>
      </form>
    </Modal>
  );
}

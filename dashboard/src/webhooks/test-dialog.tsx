import { useState } from 'react';
import { deliveredTypes } from '#core/event-type.ts';
import { request } from '../api/request.ts';
import type { WebhookEndpoint } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { useAction } from '../ui/use-action.ts';
import { typeWords } from './type-words.ts';

/** Sends a sample, about a code that does not exist. */
export function TestDialog({
  endpoint,
  isOpen,
  onClose,
}: {
  endpoint: WebhookEndpoint;
  isOpen: boolean;
  onClose: () => void;
}) {
  const offered = endpoint.types ?? deliveredTypes;
  const [type, setType] = useState<string>(offered[0] ?? 'qr.updated');
  const send = useAction({
    run: () => request(`/webhooks/${endpoint.endpoint_id}/test`, { method: 'POST', body: { type } }),
    stale: [['deliveries', endpoint.endpoint_id]],
    done: 'Test sent. It appears below in a moment.',
    onDone: onClose,
  });
  return (
    <Modal title="Send a test" isOpen={isOpen} onClose={onClose}>
      <div className="space-y-4">
        <p className="text-soft">
          Your program gets a sample that says <code>test: true</code>. Nothing in your account changes.
        </p>
        <Choice
          label="Kind"
          value={type}
          options={offered.map((value) => ({ value, label: typeWords[value] }))}
          onChange={setType}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" isBusy={send.isPending} onClick={() => send.mutate()}>
            Send
          </Button>
        </div>
      </div>
    </Modal>
  );
}

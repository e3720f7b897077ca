import { useState } from 'react';
import { request } from '../api/request.ts';
import type { WebhookEndpoint } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { useAction } from '../ui/use-action.ts';
import { ShownSecret } from './shown-secret.tsx';

const periods = [
  { value: '86400', label: 'for a day' },
  { value: '3600', label: 'for an hour' },
  { value: '0', label: 'no longer: it was stolen' },
];

/** A new secret. The old one stays valid for a while, so that nothing is rejected. */
export function RotateDialog({
  endpoint,
  isOpen,
  onClose,
}: {
  endpoint: WebhookEndpoint;
  isOpen: boolean;
  onClose: () => void;
}) {
  const [seconds, setSeconds] = useState('86400');
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useAction({
    run: () =>
      request<{ endpoint: { secret: string } }>(`/webhooks/${endpoint.endpoint_id}/rotate-secret`, {
        method: 'POST',
        body: { expires_in: Number(seconds) },
      }),
    stale: [['webhook', endpoint.endpoint_id], ['changes']],
    onDone: ({ endpoint: rotated }) => setSecret(rotated.secret),
  });
  const close = () => {
    onClose();
    setSecret(null);
  };
  return (
    <Modal
      title={secret === null ? 'Rotate the secret' : 'Copy the secret now'}
      isOpen={isOpen}
      onClose={close}
      isSticky={secret !== null}
    >
      {secret === null ? (
        <div className="space-y-4">
          <p className="text-soft">
            Messages get a signature of each valid secret. Replace the secret in your program while both are
            valid, and nothing is rejected.
          </p>
          <Choice label="The old secret is valid" value={seconds} options={periods} onChange={setSeconds} />
          <div className="flex justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Button look="primary" isBusy={rotate.isPending} onClick={() => rotate.mutate()}>
              Make a new secret
            </Button>
          </div>
        </div>
      ) : (
        <ShownSecret secret={secret} onClose={close} />
      )}
    </Modal>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Repeat } from 'lucide-react';
import { deliveryQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { WebhookEndpoint } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatDateTime } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useAction } from '../ui/use-action.ts';
import { DeliveryState } from './delivery-state.tsx';

/** What was sent, and what came back. */
export function DeliveryDialog({
  endpoint,
  deliveryId,
  onClose,
}: {
  endpoint: WebhookEndpoint;
  /** Null: closed. */
  deliveryId: string | null;
  onClose: () => void;
}) {
  const delivery = useQuery({
    ...deliveryQuery(endpoint.endpoint_id, deliveryId ?? ''),
    enabled: deliveryId !== null,
  });
  const retry = useAction({
    run: () =>
      request(`/webhooks/${endpoint.endpoint_id}/deliveries/${deliveryId}/retry`, {
        method: 'POST',
        body: {},
      }),
    stale: [['deliveries', endpoint.endpoint_id]],
    done: 'It is sent again.',
  });
  return (
    <Modal title="Delivery" isOpen={deliveryId !== null} onClose={onClose} isWide>
      <QueryState query={delivery}>
        {({ delivery: sent, request: message }) => (
          <div className="space-y-5 text-[13px]">
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
              <dt className="text-soft">State</dt>
              <dd>
                <DeliveryState delivery={sent} />
              </dd>
              <dt className="text-soft">Event</dt>
              <dd className="flex min-w-0 items-center gap-1">
                <code className="break-all">{sent.event_id}</code>
                <CopyButton text={sent.event_id} label="Copy the event ID" isIcon />
              </dd>
              <dt className="text-soft">Attempts</dt>
              <dd>
                {sent.attempts}
                {sent.last_attempt_at !== null &&
                  `, last ${formatDateTime(sent.last_attempt_at)} (${sent.duration_ms} ms)`}
              </dd>
              {sent.next_attempt_at !== null && (
                <>
                  <dt className="text-soft">Next attempt</dt>
                  <dd>{formatDateTime(sent.next_attempt_at)}</dd>
                </>
              )}
            </dl>
            {sent.error !== null && <Notice tone="warn">{sent.error}</Notice>}
            <Text title="What Waypost sends" text={message === null ? null : pretty(message.body)}>
              It is no longer kept.
            </Text>
            <Text
              title={
                sent.response_status === null
                  ? 'What your program responded'
                  : `What your program responded: ${sent.response_status}`
              }
              text={sent.response_body}
            >
              Nothing.
            </Text>
            <div className="flex justify-end gap-2">
              <Button onClick={onClose}>Close</Button>
              <Button
                look="primary"
                icon={<Repeat className="size-4" aria-hidden />}
                disabled={!endpoint.enabled || message === null}
                isBusy={retry.isPending}
                onClick={() => retry.mutate()}
              >
                Send again
              </Button>
            </div>
          </div>
        )}
      </QueryState>
    </Modal>
  );
}

function Text({ title, text, children }: { title: string; text: string | null; children: string }) {
  return (
    <section>
      <h3 className="mb-1.5 font-medium">{title}</h3>
      {text === null || text === '' ? (
        <p className="text-soft">{children}</p>
      ) : (
        <pre
          className="max-h-72 overflow-auto rounded-lg bg-sunken p-3 text-xs whitespace-pre-wrap break-words"
          tabIndex={0}
          aria-label={title}
        >
          {text}
        </pre>
      )}
    </section>
  );
}

function pretty(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}

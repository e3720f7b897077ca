import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, FlaskConical, KeyRound, Pencil, Repeat, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { webhookQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { WebhookEndpoint } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Switch } from '../ui/field.tsx';
import { formatDateTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useAction } from '../ui/use-action.ts';
import { Deliveries } from './deliveries.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';
import { EndpointState } from './webhooks-page.tsx';

const route = getRouteApi('/app/settings/webhooks/$endpointId');

export function EndpointPage() {
  const { endpointId } = route.useParams();
  const endpoint = useQuery(webhookQuery(endpointId));
  return (
    <div className="space-y-6">
      <Link
        to="/settings/webhooks"
        className="inline-flex items-center gap-1.5 text-[13px] text-soft hover:text-text"
      >
        <ArrowLeft className="size-4" aria-hidden /> All webhooks
      </Link>
      <QueryState query={endpoint}>{(found) => <Endpoint endpoint={found} />}</QueryState>
    </div>
  );
}

type Opened = 'edit' | 'test' | 'replay' | 'rotate' | 'delete' | null;

function Endpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const navigate = useNavigate();
  const [nowMs] = useState(() => Date.now());
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const path = `/webhooks/${endpoint.endpoint_id}`;
  const stale = [
    ['webhooks'],
    ['webhook', endpoint.endpoint_id],
    ['deliveries', endpoint.endpoint_id],
    ['changes'],
  ];
  const enable = useAction({
    run: (enabled: boolean) => request(path, { method: 'PATCH', body: { enabled } }),
    stale,
  });
  const remove = useAction({
    run: () => request(path, { method: 'DELETE' }),
    stale: [['webhooks'], ['usage'], ['changes']],
    done: 'Endpoint deleted.',
    onDone: () => void navigate({ to: '/settings/webhooks' }),
  });
  return (
    <>
      <Card bodyClass="space-y-4 p-5">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 className="flex flex-wrap items-center gap-2 text-[15px] font-semibold">
              <span className="break-all">{endpoint.url}</span>
              <EndpointState endpoint={endpoint} />
            </h2>
            {endpoint.description !== '' && (
              <p className="mt-0.5 text-[13px] text-soft">{endpoint.description}</p>
            )}
            {endpoint.enabled && endpoint.failing_since !== null && (
              <p className="mt-0.5 text-[13px] text-soft">
                Nothing could be delivered since {formatDateTime(endpoint.failing_since)}. Waypost keeps
                trying.
              </p>
            )}
            {endpoint.old_secret_expires_at !== null &&
              Date.parse(endpoint.old_secret_expires_at) > nowMs && (
                <p className="mt-0.5 text-[13px] text-soft">
                  The old secret signs too until {formatDateTime(endpoint.old_secret_expires_at)}.
                </p>
              )}
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              icon={<FlaskConical className="size-4" aria-hidden />}
              disabled={!endpoint.enabled}
              onClick={() => setOpened('test')}
            >
              Send a test
            </Button>
            <Button
              icon={<Repeat className="size-4" aria-hidden />}
              disabled={!endpoint.enabled}
              onClick={() => setOpened('replay')}
            >
              Replay
            </Button>
            <Button icon={<KeyRound className="size-4" aria-hidden />} onClick={() => setOpened('rotate')}>
              Rotate secret
            </Button>
            <Button icon={<Pencil className="size-4" aria-hidden />} onClick={() => setOpened('edit')}>
              Change
            </Button>
            <Button
              look="danger"
              icon={<Trash2 className="size-4" aria-hidden />}
              onClick={() => setOpened('delete')}
            >
              Delete
            </Button>
          </div>
        </div>
        {endpoint.disabled_reason === 'operator' && (
          <Notice tone="warn">
            The operator of this service has disabled the endpoint. Ask them to enable it.
          </Notice>
        )}
        {endpoint.disabled_reason === 'gone' && (
          <Notice tone="warn">
            Your program responded with 410, which means that it wants no more messages.
          </Notice>
        )}
        {endpoint.disabled_reason === 'failing' && (
          <Notice tone="warn">
            Nothing could be delivered for five days, so Waypost stopped. Repair your program, enable the
            endpoint and replay what it missed.
          </Notice>
        )}
        <Switch
          label="Enabled"
          hint="While it is off, nothing is sent. What happens meanwhile is not sent later, but you can replay it."
          checked={endpoint.enabled}
          disabled={enable.isPending || endpoint.disabled_reason === 'operator'}
          onChange={(enabled) => enable.mutate(enabled)}
        />
      </Card>
      <Deliveries endpoint={endpoint} />
      <EndpointDialog
        key={endpoint.updated_at}
        endpoint={endpoint}
        isOpen={opened === 'edit'}
        onClose={close}
      />
      <TestDialog endpoint={endpoint} isOpen={opened === 'test'} onClose={close} />
      <ReplayDialog endpoint={endpoint} isOpen={opened === 'replay'} onClose={close} />
      <RotateDialog endpoint={endpoint} isOpen={opened === 'rotate'} onClose={close} />
      <Confirm
        title="Delete this endpoint?"
        action="Delete endpoint"
        isOpen={opened === 'delete'}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={close}
      >
        <p>Waypost stops sending to it at once, and its secret is deleted. You can’t undo this.</p>
      </Confirm>
    </>
  );
}

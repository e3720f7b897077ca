import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { PlanNotice } from '../account/plan-notice.tsx';
import { webhooksQuery } from '../api/queries.ts';
import type { WebhookEndpoint } from '../api/types.ts';
import { useCanSomewhere } from '../api/use-can.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatAgo, plural } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { typeWords } from './type-words.ts';

/** Addresses of the account's programs that get events as they happen. */
export function WebhooksPage() {
  const isAllowed = useCanSomewhere()('webhooks.change');
  const webhooks = useQuery({ ...webhooksQuery, enabled: isAllowed });
  const [isMaking, setMaking] = useState(false);
  if (!isAllowed)
    return (
      <Notice tone="info">Only admins of the account or of a project can see and change webhooks.</Notice>
    );
  const most = webhooks.data?.most ?? null;
  const isFull = most !== null && (webhooks.data?.items.length ?? 0) >= most;
  const make = (
    <Button
      look="primary"
      icon={<Plus className="size-4" aria-hidden />}
      disabled={isFull}
      onClick={() => setMaking(true)}
    >
      New endpoint
    </Button>
  );
  return (
    <div className="space-y-6">
      {most === 0 && <PlanNotice>Your plan doesn’t include webhooks.</PlanNotice>}
      {most !== 0 && isFull && (
        <PlanNotice>
          Your plan includes {plural(most, 'endpoint')}, so there is no room for another one.
        </PlanNotice>
      )}
      <Card
        title="Webhooks"
        hint="Waypost tells your programs what happens: a code was changed, scanned, or has reached its limit."
        action={webhooks.data !== undefined && webhooks.data.items.length > 0 ? make : undefined}
        bodyClass="p-2 sm:p-3"
      >
        <QueryState query={webhooks}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState
                icon={<Webhook className="size-6" aria-hidden />}
                title="No endpoints yet"
                action={make}
              >
                <p>
                  An endpoint is an address of your program. Each message is signed, and sent again if your
                  program does not respond.
                </p>
              </EmptyState>
            ) : (
              <ul className="divide-y divide-line">
                {items.map((endpoint) => (
                  <EndpointRow key={endpoint.endpoint_id} endpoint={endpoint} />
                ))}
              </ul>
            )
          }
        </QueryState>
        {isFull && most !== null && most > 0 && (
          <p className="px-3 pb-2 text-[13px] text-soft">
            Your plan has {most} endpoints. Delete one to make another one.
          </p>
        )}
      </Card>
      <EndpointDialog endpoint={null} isOpen={isMaking} onClose={() => setMaking(false)} />
    </div>
  );
}

function EndpointRow({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <Link
            to="/settings/webhooks/$endpointId"
            params={{ endpointId: endpoint.endpoint_id }}
            className="min-w-0 break-all hover:underline"
          >
            {endpoint.url}
          </Link>
          <EndpointState endpoint={endpoint} />
        </p>
        <p className="mt-0.5 text-[13px] text-soft">
          {endpoint.description !== '' && `${endpoint.description} · `}
          {endpoint.types === null ? 'everything' : endpoint.types.map((type) => typeWords[type]).join(', ')}{' '}
          · made {formatAgo(endpoint.created_at)}
        </p>
      </div>
    </li>
  );
}

export function EndpointState({ endpoint }: { endpoint: WebhookEndpoint }) {
  if (!endpoint.enabled)
    return <Badge tone={endpoint.disabled_reason === 'owner' ? 'plain' : 'bad'}>disabled</Badge>;
  if (endpoint.failing_since !== null) return <Badge tone="warn">failing</Badge>;
  return <Badge tone="good">enabled</Badge>;
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { deliveriesQuery } from '../api/queries.ts';
import { messageOf } from '../api/request.ts';
import type { WebhookEndpoint } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Choice } from '../ui/field.tsx';
import { formatAgo, formatDateTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryState, deliveryStates } from './delivery-state.tsx';
import { typeWords } from './type-words.ts';

/** What was sent to an endpoint, newest first. */
export function Deliveries({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [status, setStatus] = useState('');
  const [opened, setOpened] = useState<string | null>(null);
  const list = useInfiniteQuery(deliveriesQuery(endpoint.endpoint_id, status));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Card
      title="Deliveries"
      hint="Of the last 30 days or more. Choose one to see what was sent and what your program responded."
      bodyClass="p-2 sm:p-3"
      action={
        <Choice
          label="Show"
          isLabelHidden
          className="w-32 shrink-0"
          value={status}
          options={[
            { value: '', label: 'All' },
            ...Object.entries(deliveryStates).map(([value, { label }]) => ({ value, label })),
          ]}
          onChange={setStatus}
        />
      }
    >
      {list.error && <Notice tone="bad">{messageOf(list.error)}</Notice>}
      {list.data !== undefined && items.length === 0 && (
        <EmptyState
          icon={<Send className="size-6" aria-hidden />}
          title={status === '' ? 'Nothing sent yet' : 'No such deliveries'}
        >
          <p>
            {status === ''
              ? 'Send a test, or change a code, to see what your program gets.'
              : 'No delivery is in this state.'}
          </p>
        </EmptyState>
      )}
      <ol className="divide-y divide-line">
        {items.map((delivery) => (
          <li key={delivery.delivery_id}>
            <button
              type="button"
              className="flex w-full flex-wrap items-center gap-x-4 gap-y-1 rounded-lg p-3 text-left text-[13px] hover:bg-sunken"
              onClick={() => setOpened(delivery.delivery_id)}
            >
              <DeliveryState delivery={delivery} />
              <span className="w-40 font-medium">{typeWords[delivery.type] ?? delivery.type}</span>
              <span className="min-w-0 grow truncate text-soft">
                {delivery.error ??
                  (delivery.response_status === null ? '' : `Status ${delivery.response_status}`)}
              </span>
              <time
                className="text-soft"
                dateTime={delivery.created_at}
                title={formatDateTime(delivery.created_at)}
              >
                {formatAgo(delivery.created_at)}
              </time>
            </button>
          </li>
        ))}
      </ol>
      {list.hasNextPage && (
        <div className="flex justify-center p-3">
          <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      <DeliveryDialog endpoint={endpoint} deliveryId={opened} onClose={() => setOpened(null)} />
    </Card>
  );
}

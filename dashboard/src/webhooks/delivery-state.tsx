import type { WebhookDelivery } from '../api/types.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { plural } from '../ui/format.ts';

export const deliveryStates: Record<WebhookDelivery['status'], { label: string; tone: Tone }> = {
  pending: { label: 'waiting', tone: 'accent' },
  succeeded: { label: 'delivered', tone: 'good' },
  dead: { label: 'given up', tone: 'bad' },
  cancelled: { label: 'cancelled', tone: 'plain' },
};

export function DeliveryState({ delivery }: { delivery: WebhookDelivery }) {
  const { label, tone } = deliveryStates[delivery.status];
  const isRetried = delivery.status === 'pending' && delivery.attempts > 0;
  return (
    <Badge tone={isRetried ? 'warn' : tone}>
      {isRetried ? `failed ${plural(delivery.attempts, 'time')}` : label}
    </Badge>
  );
}

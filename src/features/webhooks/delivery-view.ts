import { formatIdentifier } from '#core/identifier.ts';
import type { DeliveryRow } from './delivery-queries.ts';

export function deliveryView(delivery: DeliveryRow) {
  return {
    delivery_id: formatIdentifier('dlv', delivery.delivery_id),
    endpoint_id: formatIdentifier('whe', delivery.endpoint_id),
    event_id: formatIdentifier('evt', delivery.event_id),
    type: delivery.type,
    status: delivery.status,
    attempts: delivery.attempts,
    next_attempt_at: delivery.due_at?.toISOString() ?? null,
    last_attempt_at: delivery.attempted_at?.toISOString() ?? null,
    duration_ms: delivery.duration_ms,
    response_status: delivery.response_status,
    response_body: delivery.response_start,
    error: delivery.error,
    created_at: delivery.created_at.toISOString(),
  };
}

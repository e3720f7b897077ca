import { Refusal } from '#core/errors.ts';
import { isPostgresUnavailable, isTransient } from '#platform/postgres.ts';

/** What became of one item of a bulk request: its document, or why it was refused. */
export type ItemResult = { document: Record<string, unknown>; isReplayed: boolean } | { refusal: Refusal };

/** Why an item failed. Other items may be done already, so a database that is away must not hide their results. */
export function refusalOfItem(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (!isPostgresUnavailable(error) && !isTransient(error)) throw error;
  return new Refusal(
    'service_unavailable',
    'The database was busy or away. Send the request again with the same Idempotency-Key.',
    { retryAfterSeconds: 1, cause: error },
  );
}

/** The refusal of a change as part of an item: its fields are inside `change`. */
export function inChange(refusal: Refusal): Refusal {
  if (refusal.param === null || refusal.param === 'qr_id') return refusal;
  return new Refusal(refusal.code, refusal.message, {
    status: refusal.status,
    param: `change.${refusal.param}`,
    ...(refusal.retryAfterSeconds !== undefined && { retryAfterSeconds: refusal.retryAfterSeconds }),
    cause: refusal.cause,
  });
}

import { sql } from 'kysely';
import type { DeliveredType } from '#core/event-type.ts';
import type { PageCursor } from '#core/page-token.ts';
import { belowCursor } from '../below-cursor.ts';
import type { Db, Tx } from '../database.ts';

export interface EndpointRow {
  endpoint_id: string;
  account_id: string;
  url: string;
  description: string;
  /** Null: all, also later ones. */
  types: DeliveredType[] | null;
  project_id: string | null;
  qr_ids: string[] | null;
  reads_events: boolean;
  reads_scans: boolean;
  /** Null: all. */
  reads_projects: string[] | null;
  sealed_secret: string;
  sealed_old_secret: string | null;
  old_secret_until: Date | null;
  is_enabled: boolean;
  ended_through: string | null;
  disabled_reason: 'owner' | 'operator' | 'gone' | 'failing' | null;
  failures: number;
  failing_since: Date | null;
  paused_until: Date | null;
  created_at: Date;
  updated_at: Date;
}

export type NewEndpointRow = Pick<
  EndpointRow,
  | 'endpoint_id'
  | 'account_id'
  | 'url'
  | 'description'
  | 'types'
  | 'project_id'
  | 'qr_ids'
  | 'reads_events'
  | 'reads_scans'
  | 'reads_projects'
  | 'sealed_secret'
>;

export async function insertEndpoint(tx: Tx, row: NewEndpointRow): Promise<EndpointRow> {
  const { rows } = await sql<EndpointRow>`
    insert into webhook_endpoints (endpoint_id, account_id, url, description, types, project_id, qr_ids, reads_events, reads_scans,
      reads_projects, sealed_secret, ended_through)
    values (${row.endpoint_id}, ${row.account_id}, ${row.url}, ${row.description}, ${row.types}, ${row.project_id}, ${row.qr_ids},
      ${row.reads_events}, ${row.reads_scans}, ${row.reads_projects}, ${row.sealed_secret},
      log_id((now() at time zone 'UTC')::date))
    returning *`.execute(tx);
  const [made] = rows;
  if (made === undefined) throw new Error('the endpoint was not stored');
  return made;
}

/** @param projectIds null: all. Otherwise those that are limited to one of them, or that can read nothing else. */
export async function listEndpoints(
  db: Db,
  accountId: string,
  projectIds: string[] | null,
  after: PageCursor | null,
  limit: number,
): Promise<EndpointRow[]> {
  const { rows } = await sql<EndpointRow>`
    select * from webhook_endpoints
    where account_id = ${accountId} and ${belowCursor(after, 'endpoint_id')}
      and (${projectIds}::uuid[] is null or project_id = any(${projectIds}))
    order by created_at desc, endpoint_id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findEndpoint(
  db: Db,
  accountId: string,
  endpointId: string,
): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    select * from webhook_endpoints where endpoint_id = ${endpointId} and account_id = ${accountId}`.execute(
    db,
  );
  return rows[0];
}

/** Until the end of the transaction, nobody else changes it. */
export async function lockEndpoint(
  tx: Tx,
  accountId: string,
  endpointId: string,
): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    select * from webhook_endpoints where endpoint_id = ${endpointId} and account_id = ${accountId}
    for no key update`.execute(tx);
  return rows[0];
}

export async function countEndpoints(tx: Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ endpoints: number }>`
    select count(*)::int as endpoints from webhook_endpoints where account_id = ${accountId}`.execute(tx);
  return rows[0]?.endpoints ?? 0;
}

export type EndpointChange = Pick<EndpointRow, 'url' | 'description' | 'types' | 'project_id' | 'qr_ids'>;

export async function updateEndpoint(
  tx: Tx,
  endpointId: string,
  change: EndpointChange,
): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    update webhook_endpoints set url = ${change.url}, description = ${change.description}, types = ${change.types},
      project_id = ${change.project_id}, qr_ids = ${change.qr_ids}, updated_at = now()
    where endpoint_id = ${endpointId} returning *`.execute(tx);
  return rows[0];
}

/** What happens until it is enabled again is not sent. */
export async function disableEndpoint(
  tx: Tx,
  endpointId: string,
  reason: NonNullable<EndpointRow['disabled_reason']>,
): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    update webhook_endpoints set is_enabled = false, disabled_reason = ${reason},
      ended_through = log_id((now() at time zone 'UTC')::date), updated_at = now()
    where endpoint_id = ${endpointId} and is_enabled returning *`.execute(tx);
  return rows[0];
}

export async function enableEndpoint(tx: Tx, endpointId: string): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    update webhook_endpoints set is_enabled = true, disabled_reason = null, failures = 0, failing_since = null, paused_until = null,
      ended_through = log_id((now() at time zone 'UTC')::date), updated_at = now()
    where endpoint_id = ${endpointId} and not is_enabled returning *`.execute(tx);
  return rows[0];
}

/** Both secrets sign until then. */
export async function updateSecret(
  tx: Tx,
  endpointId: string,
  sealed: { next: string; old: string | null; oldUntil: Date | null },
): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    update webhook_endpoints set sealed_secret = ${sealed.next}, sealed_old_secret = ${sealed.old},
      old_secret_until = ${sealed.oldUntil}, updated_at = now()
    where endpoint_id = ${endpointId} returning *`.execute(tx);
  return rows[0];
}

export async function deleteEndpoint(tx: Tx, endpointId: string): Promise<void> {
  await sql`delete from webhook_endpoints where endpoint_id = ${endpointId}`.execute(tx);
}

/** In the order of their IDs. */
export async function listSealedEndpoints(
  db: Db,
  after: string | null,
  limit: number,
): Promise<Pick<EndpointRow, 'endpoint_id' | 'sealed_secret' | 'sealed_old_secret'>[]> {
  const { rows } = await sql<Pick<EndpointRow, 'endpoint_id' | 'sealed_secret' | 'sealed_old_secret'>>`
    select endpoint_id, sealed_secret, sealed_old_secret from webhook_endpoints
    where ${after}::uuid is null or endpoint_id > ${after} order by endpoint_id limit ${limit}`.execute(db);
  return rows;
}

/** The same secrets, encrypted again, unless they were rotated meanwhile. An old one that can't be opened ends. */
export async function updateSealed(
  db: Db,
  endpointId: string,
  { from, next, old }: { from: string; next: string; old: string | null },
): Promise<void> {
  await sql`
    update webhook_endpoints set sealed_secret = ${next}, sealed_old_secret = ${old},
      old_secret_until = case when ${old}::text is null then null else old_secret_until end
    where endpoint_id = ${endpointId} and sealed_secret = ${from}`.execute(db);
}

export async function findAnyEndpoint(db: Db, endpointId: string): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    select * from webhook_endpoints where endpoint_id = ${endpointId}`.execute(db);
  return rows[0];
}

/** Of all accounts, with how much waits: those that fail first. */
export async function listAllEndpoints(
  db: Db,
  { accountId, isFailing, limit }: { accountId: string | null; isFailing: boolean; limit: number },
): Promise<(EndpointRow & { pending: number })[]> {
  const { rows } = await sql<EndpointRow & { pending: number }>`
    select endpoint.*, (select count(*)::int from webhook_deliveries delivery
      where delivery.endpoint_id = endpoint.endpoint_id and status = 'pending') as pending
    from (select * from webhook_endpoints
      where (${accountId}::uuid is null or account_id = ${accountId})
        and (not ${isFailing}::boolean or failures > 0 or disabled_reason in ('gone', 'failing'))
      order by failing_since nulls last, created_at desc limit ${limit}) endpoint
    order by failing_since nulls last, created_at desc`.execute(db);
  return rows;
}

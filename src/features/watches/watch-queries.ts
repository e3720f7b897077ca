import { sql } from 'kysely';
import type { WatchInput } from '#core/watch/watch-input.ts';
import type { Db, Tx } from '../database.ts';

export interface WatchRow {
  qr_id: string;
  account_id: string;
  watches_destination: boolean;
  standby_url: string | null;
  watches_scans: boolean;
  actor_kind: 'member' | 'api_key' | 'oauth_client';
  actor_id: string;
  failing_since: Date | null;
  replaced_url: string | null;
  used_url: string | null;
  switch_plan: string | null;
}

const columns =
  sql.raw(`qr_id, account_id, watches_destination, standby_url, watches_scans, actor_kind, actor_id, failing_since,
  replaced_url, used_url, switch_plan`);

export async function findWatch(db: Db | Tx, qrId: string): Promise<WatchRow | undefined> {
  const { rows } = await sql<WatchRow>`select ${columns} from watches where qr_id = ${qrId}`.execute(db);
  return rows[0];
}

export async function lockWatch(tx: Tx, qrId: string): Promise<WatchRow | undefined> {
  const { rows } =
    await sql<WatchRow>`select ${columns} from watches where qr_id = ${qrId} for update`.execute(tx);
  return rows[0];
}

/** In the name of the person or key that sets it, and its destinations are looked up soon. */
export async function upsertWatch(
  tx: Tx,
  of: Pick<WatchRow, 'qr_id' | 'account_id' | 'actor_kind' | 'actor_id'>,
  { destination, standbyUrl, scans }: WatchInput,
): Promise<void> {
  await sql`
    insert into watches (qr_id, account_id, watches_destination, standby_url, watches_scans, actor_kind, actor_id)
    values (${of.qr_id}, ${of.account_id}, ${destination}, ${standbyUrl}, ${scans}, ${of.actor_kind}, ${of.actor_id})
    on conflict (qr_id) do update set watches_destination = excluded.watches_destination, standby_url = excluded.standby_url,
      watches_scans = excluded.watches_scans, actor_kind = excluded.actor_kind, actor_id = excluded.actor_id, due_at = now(),
      failing_since = case when excluded.watches_destination then watches.failing_since end`.execute(tx);
  // What is known from before says nothing when it is switched on again.
  if (!destination) await sql`delete from watch_urls where qr_id = ${of.qr_id}`.execute(tx);
  if (!scans) await sql`delete from scan_baselines where qr_id = ${of.qr_id}`.execute(tx);
}

export async function deleteWatch(tx: Tx, qrId: string): Promise<void> {
  await sql`delete from watches where qr_id = ${qrId}`.execute(tx);
}

/** Codes whose stand-by address is to be used, is used, or no longer; in pages, by ID. */
export async function listToSwitch(db: Db, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ qr_id: string }>`
    select qr_id from watches
    where (replaced_url is not null or failing_since is not null and standby_url is not null) and qr_id > ${after}::uuid
    order by qr_id limit ${limit}`.execute(db);
  return rows.map(({ qr_id: id }) => id);
}

export interface Switched {
  replacedUrl: string | null;
  usedUrl: string | null;
  planId: string | null;
}

export async function updateSwitched(
  tx: Tx,
  qrId: string,
  { replacedUrl, usedUrl, planId }: Switched,
): Promise<void> {
  await sql`update watches set replaced_url = ${replacedUrl}, used_url = ${usedUrl}, switch_plan = ${planId}
    where qr_id = ${qrId}`.execute(tx);
}

export interface WatchedUrlRow {
  url: string;
  checked_at: Date | null;
  status: number | null;
  problem: string | null;
  failures: number;
  tls_expires_at: Date | null;
  redirect_host: string | null;
  domain: string | null;
  domain_expires_at: Date | null;
}

/** The destinations of a code, as they were found. */
export async function listUrlsOf(db: Db, qrId: string): Promise<WatchedUrlRow[]> {
  const { rows } = await sql<WatchedUrlRow>`
    select url, watched_urls.checked_at, status, problem, failures, tls_expires_at, redirect_host, domain,
      watched_domains.expires_at as domain_expires_at
    from watch_urls join watched_urls using (url_id) left join watched_hosts using (host) left join watched_domains using (domain)
    where qr_id = ${qrId} order by failures desc, url limit 100`.execute(db);
  return rows;
}

/** The host of the project's links, and when its domain ends. */
export async function findProjectDomain(
  db: Db,
  projectId: string,
): Promise<{ domain: string; expires_at: Date | null } | undefined> {
  const { rows } = await sql<{ domain: string; expires_at: Date | null }>`
    select domain, expires_at from domains join watched_hosts using (host) join watched_domains using (domain)
    where project_id = ${projectId} order by expires_at limit 1`.execute(db);
  return rows[0];
}

import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

interface DueWatch {
  qr_id: string;
  urls: string[];
  hosts: string[];
}

/** Watches whose destinations are to be looked up, locked: with all of their destinations, and the hosts of their project's links. */
export async function claimDueWatches(tx: Tx, now: Date, limit: number): Promise<DueWatch[]> {
  const { rows } = await sql<DueWatch>`
    with due as (
      select qr_id, replaced_url from watches where watches_destination and due_at <= ${now} order by due_at limit ${limit}
      for update skip locked)
    select qr_id,
      array(select distinct url from (
        select replaced_url as url union all select redirect_url union all
        select rule ->> 'url' from jsonb_array_elements(redirect_rules) rule) urls where url <> '') as urls,
      array(select host from domains where domains.project_id = qr_codes.project_id) as hosts
    from due join qr_codes using (qr_id)`.execute(tx);
  return rows;
}

export interface NewUrl {
  urlId: string;
  url: string;
  host: string;
}

/** Links codes with their destinations, and lets each be checked a day after its last check. */
export async function linkUrls(
  tx: Tx,
  links: { qrId: string; urls: NewUrl[] }[],
  { now, everyMs, nextAt }: { now: Date; everyMs: number; nextAt: Date },
): Promise<void> {
  const urls = new Map(links.flatMap((link) => link.urls.map((url) => [url.urlId, url])));
  const rows = [...urls.values()].sort((a, b) => (a.urlId < b.urlId ? -1 : 1));
  const codes = links.map(({ qrId }) => qrId);
  const pairs = links.flatMap(({ qrId, urls: own }) =>
    own.map(({ urlId }) => ({ qr_id: qrId, url_id: urlId })),
  );
  await sql`
    insert into watched_urls as known (url_id, url, host, due_at)
    select * from unnest(${rows.map(({ urlId }) => urlId)}::uuid[], ${rows.map(({ url }) => url)}::text[],
      ${rows.map(({ host }) => host)}::text[], ${rows.map(() => now)}::timestamptz[])
    on conflict (url_id) do update
      set due_at = greatest(excluded.due_at, known.checked_at + ${everyMs} * interval '1 millisecond')
      where known.due_at is null`.execute(tx);
  await sql`
    delete from watch_urls where qr_id = any(${codes}::uuid[])
      and not exists (select from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (qr_id uuid, url_id uuid)
        where pair.qr_id = watch_urls.qr_id and pair.url_id = watch_urls.url_id)`.execute(tx);
  await sql`
    insert into watch_urls (qr_id, url_id)
    select qr_id, url_id from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (qr_id uuid, url_id uuid)
    on conflict do nothing`.execute(tx);
  await sql`update watches set due_at = ${nextAt} where qr_id = any(${codes}::uuid[])`.execute(tx);
}

/** Older results say nothing about today. */
const freshMs = 2 * 86_400_000;

/** Watches that begin with a destination that is known to fail, or to work again. */
export async function updateFailing(
  tx: Tx,
  qrIds: string[],
  failuresToTell: number,
  now: Date,
): Promise<string[]> {
  const freshSince = new Date(now.getTime() - freshMs);
  const { rows } = await sql<{ qr_id: string; begins: boolean }>`
    with states as (
      select watches.qr_id, watches.failing_since,
        coalesce(watched_urls.failures >= ${failuresToTell} and checked_at > ${freshSince}, false) and watches_destination as fails
      from watches join qr_codes using (qr_id) left join watch_urls using (qr_id)
        left join watched_urls on watched_urls.url_id = watch_urls.url_id and url = coalesce(replaced_url, redirect_url)
      where watches.qr_id = any(${qrIds}::uuid[])),
    whole as (select qr_id, failing_since, bool_or(fails) as fails from states group by 1, 2)
    update watches set failing_since = case when fails then ${now}::timestamptz end from whole
    where whole.qr_id = watches.qr_id and (whole.failing_since is not null) <> fails
    returning watches.qr_id, fails as begins`.execute(tx);
  return rows.filter(({ begins }) => begins).map(({ qr_id: id }) => id);
}

export interface CheckedUrl {
  url_id: string;
  url: string;
  problem: string | null;
  status: number | null;
  failures: number;
}

/** Waits for a check until then. */
export async function updateUrlLater(db: Db, urlId: string, dueAt: Date): Promise<void> {
  await sql`update watched_urls set due_at = ${dueAt} where url_id = ${urlId}`.execute(db);
}

/** Of everybody who has it, in the order in which others lock codes. Before the address itself, as `linkUrls` does. */
export async function lockCodesOfUrl(tx: Tx, urlId: string): Promise<string[]> {
  const { rows } = await sql<{ qr_id: string }>`
    select qr_id from watches where watches_destination and qr_id in (select qr_id from watch_urls where url_id = ${urlId})
    order by qr_id for update`.execute(tx);
  return rows.map(({ qr_id: id }) => id);
}

export async function findUrl(tx: Tx, urlId: string): Promise<CheckedUrl | undefined> {
  const { rows } = await sql<CheckedUrl>`
    select url_id, url, problem, status, failures from watched_urls where url_id = ${urlId}`.execute(tx);
  return rows[0];
}

export interface UrlResult {
  checkedAt: Date;
  status: number | null;
  problem: string | null;
  failures: number;
  tlsExpiresAt: Date | null;
  redirectHost: string | null;
}

export async function updateUrl(tx: Tx, urlId: string, result: UrlResult): Promise<void> {
  await sql`
    update watched_urls set due_at = null, checked_at = ${result.checkedAt}, status = ${result.status}, problem = ${result.problem},
      failures = ${result.failures}, tls_expires_at = ${result.tlsExpiresAt}, redirect_host = ${result.redirectHost}
    where url_id = ${urlId}`.execute(tx);
}

/** Of a host, those that wait longest. */
export async function listDueUrls(
  db: Db,
  host: string,
  now: Date,
  limit: number,
): Promise<{ url_id: string; url: string }[]> {
  const { rows } = await sql<{ url_id: string; url: string }>`
    select url_id, url from watched_urls where host = ${host} and due_at <= ${now} order by due_at limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Addresses that no code has any more. */
export async function deleteUnusedUrls(db: Db, limit: number): Promise<void> {
  const isUnused = sql`not exists (select from watch_urls where watch_urls.url_id = watched_urls.url_id)`;
  await sql`delete from watched_urls
    where url_id = any(array(select url_id from watched_urls where ${isUnused} limit ${limit})) and ${isUnused}`.execute(
    db,
  );
}

/** Of each code, the destination that fails. */
export async function listFailingOf(tx: Tx, qrIds: string[]): Promise<(CheckedUrl & { qr_id: string })[]> {
  if (qrIds.length === 0) return [];
  const { rows } = await sql<CheckedUrl & { qr_id: string }>`
    select qr_id, url_id, url, problem, status, failures
    from watches join qr_codes using (qr_id) join watch_urls using (qr_id) join watched_urls using (url_id)
    where qr_id = any(${qrIds}::uuid[]) and url = coalesce(replaced_url, redirect_url)`.execute(tx);
  return rows;
}

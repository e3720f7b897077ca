import { sql } from 'kysely';
import type { RobotsRule } from '#core/watch/robots-rules.ts';
import type { Db, Tx } from '../database.ts';

/** Makes hosts known, and lets those be asked whose addresses are due. */
export async function upsertHosts(
  tx: Tx,
  hosts: { host: string; domain: string | null; isDue: boolean }[],
  now: Date,
): Promise<void> {
  const rows = hosts.toSorted((a, b) => (a.host < b.host ? -1 : 1));
  await sql`
    insert into watched_hosts as known (host, domain, due_at)
    select host, domain, case when is_due then ${now}::timestamptz end
    from unnest(${rows.map(({ host }) => host)}::text[], ${rows.map(({ domain }) => domain)}::text[],
      ${rows.map(({ isDue }) => isDue)}::boolean[]) as given (host, domain, is_due)
    on conflict (host) do update set domain = excluded.domain, due_at = coalesce(known.due_at, excluded.due_at)`.execute(
    tx,
  );
  const domains = [...new Set(rows.flatMap(({ domain }) => (domain === null ? [] : [domain])))].sort();
  await sql`insert into watched_domains (domain, due_at) select domain, ${now} from unnest(${domains}::text[]) as given (domain)
    on conflict do nothing`.execute(tx);
}

/** Hosts that one process may ask now; one that died loses them. */
export async function claimHosts(db: Db, now: Date, until: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`
    update watched_hosts set claimed_until = ${until} where host = any(array(
      select host from watched_hosts where due_at <= ${now} and (claimed_until is null or claimed_until < ${now})
      order by due_at limit ${limit} for update skip locked))
    returning host`.execute(db);
  return rows.map(({ host }) => host);
}

/** Gives it free until the next of its addresses is due. */
export async function releaseHost(db: Db, host: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // First the lock: an address that is linked meanwhile counts.
    await sql`select from watched_hosts where host = ${host} for update`.execute(tx);
    await sql`
      update watched_hosts set claimed_until = null,
        due_at = (select min(due_at) from watched_urls where watched_urls.host = watched_hosts.host)
      where host = ${host}`.execute(tx);
  });
}

/**
 * Reserves the next moment for a request to a host. All processes share them, so that none comes sooner.
 * @returns how long to wait, in milliseconds; null if that is longer than `waitMsMax`, and nothing is reserved.
 */
export async function reserveRequest(
  db: Db,
  host: string,
  { pauseMs, waitMsMax }: { pauseMs: number; waitMsMax: number },
): Promise<number | null> {
  const pause = sql`${pauseMs} * interval '1 millisecond'`;
  const { rows } = await sql<{ wait: number }>`
    insert into watched_hosts as known (host, next_request_at) values (${host}, clock_timestamp() + ${pause})
    on conflict (host) do update set next_request_at = greatest(clock_timestamp(), known.next_request_at) + ${pause}
      where known.next_request_at <= clock_timestamp() + ${waitMsMax} * interval '1 millisecond'
    returning extract(epoch from next_request_at - clock_timestamp())::float8 * 1000 - ${pauseMs} as wait`.execute(
    db,
  );
  const [reserved] = rows;
  return reserved === undefined ? null : Math.max(0, reserved.wait);
}

export interface KnownRobots {
  rules: RobotsRule[];
  readAtMs: number;
}

export async function findRobots(db: Db, host: string, origin: string): Promise<KnownRobots | null> {
  const { rows } = await sql<{ known: KnownRobots | null }>`
    select robots -> ${origin} as known from watched_hosts where host = ${host}`.execute(db);
  return rows[0]?.known ?? null;
}

/** A host has http and https; with more ports than that, the others are read again. */
const originsMax = 4;

export async function updateRobots(db: Db, host: string, origin: string, robots: KnownRobots): Promise<void> {
  await sql`
    update watched_hosts
    set robots = case when (select count(*) from jsonb_object_keys(robots)) < ${originsMax} then robots else '{}' end
      || ${JSON.stringify({ [origin]: robots })}::jsonb
    where host = ${host}`.execute(db);
}

/** Hosts that no address has had for a while. Those that others redirect to are among them. */
export async function deleteUnusedHosts(db: Db, before: Date, limit: number): Promise<void> {
  const isUnused = sql`due_at is null and next_request_at < ${before}
    and not exists (select from watched_urls where watched_urls.host = watched_hosts.host)
    and not exists (select from domains where domains.host = watched_hosts.host)`;
  await sql`delete from watched_hosts
    where host = any(array(select host from watched_hosts where ${isUnused} limit ${limit})) and ${isUnused}`.execute(
    db,
  );
  await sql`delete from watched_domains where domain = any(array(
    select domain from watched_domains
    where not exists (select from watched_hosts where watched_hosts.domain = watched_domains.domain) limit ${limit}))`.execute(
    db,
  );
}

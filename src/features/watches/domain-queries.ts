import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';

/** Domains that are due. They are due again after a while, also if this process dies. */
export async function claimDomains(db: Db, now: Date, until: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    update watched_domains set due_at = ${until} where domain = any(array(
      select domain from watched_domains where due_at <= ${now} order by due_at limit ${limit} for update skip locked))
    returning domain`.execute(db);
  return rows.map(({ domain }) => domain);
}

/** As it was said last. */
export async function findDomainExpiry(tx: Tx, domain: string): Promise<Date | null> {
  const { rows } = await sql<{ expires_at: Date | null }>`
    select expires_at from watched_domains where domain = ${domain}`.execute(tx);
  return rows[0]?.expires_at ?? null;
}

interface DomainResult {
  checkedAt: Date;
  expiresAt: Date | null;
  nextAt: Date;
}

export async function updateDomain(
  tx: Tx,
  domain: string,
  { checkedAt, expiresAt, nextAt }: DomainResult,
): Promise<void> {
  await sql`update watched_domains set checked_at = ${checkedAt}, due_at = ${nextAt}, expires_at = ${expiresAt}
    where domain = ${domain}`.execute(tx);
}

/** Whether people have to be told that it ends then: once per date. */
export async function takeExpiryNews(tx: Tx, domain: string, expiresAt: Date): Promise<boolean> {
  const { rows } = await sql`update watched_domains set told_expiry = ${expiresAt}
    where domain = ${domain} and told_expiry is distinct from ${expiresAt} returning domain`.execute(tx);
  return rows.length > 0;
}

/** Codes that lead to the domain, or whose links have it. In pages, by ID. */
export async function listCodesOfDomain(
  tx: Tx,
  domain: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ qr_id: string }>`
    select qr_id from watches where watches_destination and qr_id > ${after}::uuid and (
      exists (select from watch_urls join watched_urls using (url_id) join watched_hosts using (host)
        where watch_urls.qr_id = watches.qr_id and domain = ${domain})
      or exists (select from qr_codes join domains using (project_id) join watched_hosts using (host)
        where qr_codes.qr_id = watches.qr_id and domain = ${domain}))
    order by qr_id limit ${limit}`.execute(tx);
  return rows.map(({ qr_id: id }) => id);
}

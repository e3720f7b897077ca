import { sql } from 'kysely';
import { isPartialVerdict, type Verdict } from '#core/safety/verdict.ts';
import type { Db, Tx } from '../../database.ts';
import { destinationId } from '../check/subject.ts';
import type { CheckResult } from '../check/url-checker.ts';

/** False if the lists have changed since: then the check must be repeated. Only known destinations are written. */
export async function recordVerdicts(db: Db, { version, destinations }: CheckResult): Promise<boolean> {
  const found = destinations.map(({ url, prefixes, verdict }) => ({
    url,
    prefixes,
    verdict: verdict.kind,
    valid_until: verdict.validUntil,
    is_partial: isPartialVerdict(verdict),
    ...describe(verdict),
  }));
  const record = async (isAlone: boolean) => {
    const { rows } = await sql<{ outcome: 'recorded' | 'moved' | 'alone' }>`
      select record_verdicts(${version}, ${JSON.stringify(found)}, ${isAlone}) as outcome`.execute(db);
    return rows[0]?.outcome;
  };
  const outcome = await record(false);
  return (outcome === 'alone' ? await record(true) : outcome) === 'recorded';
}

function describe(verdict: Verdict) {
  if (verdict.kind === 'safe') return { provider: null, threat: null, detail: null };
  const threat = verdict.kind === 'unsafe' ? verdict.threat : null;
  return { provider: verdict.provider, threat, detail: verdict.detail };
}

export interface Unsettled {
  destination_id: string;
  checked_at: Date;
}

export function listUnsettledOf(db: Db, destinationIds: string[]): Promise<Unsettled[]> {
  return db
    .selectFrom('destinations')
    .select(['destination_id', 'checked_at'])
    .where('destination_id', 'in', destinationIds)
    .where('is_settled', '=', false)
    .execute();
}

export function listUnsettled(db: Db, rows: number): Promise<Unsettled[]> {
  return db
    .selectFrom('destinations')
    .select(['destination_id', 'checked_at'])
    .where('is_settled', '=', false)
    .limit(rows)
    .execute();
}

/** Unless its verdict has changed meanwhile. */
export async function updateSettled(db: Db, { destination_id, checked_at }: Unsettled): Promise<void> {
  await db
    .updateTable('destinations')
    .set({ is_settled: true })
    .where('destination_id', '=', destination_id)
    .where('checked_at', '=', checked_at)
    .execute();
}

export async function listCodesOf(
  db: Db,
  destinationId: string,
  after: string,
  rows: number,
): Promise<string[]> {
  const found = await db
    .selectFrom('qr_destinations')
    .select('qr_id')
    .where('destination_id', '=', destinationId)
    .where('qr_id', '>', after)
    .orderBy('qr_id')
    .limit(rows)
    .execute();
  return found.map(({ qr_id }) => qr_id);
}

/** Sets the status of a code according to its destinations, in its own transaction if there is none. */
export async function settleCodeSafety(db: Db | Tx, qrId: string): Promise<'blocked' | 'restored' | null> {
  const { rows } = await sql<{ outcome: 'blocked' | 'restored' | null }>`
    select settle_code_safety(${qrId}) as outcome`.execute(db);
  return rows[0]?.outcome ?? null;
}

export interface KnownDestination {
  destination_id: string;
  url: string;
}

/** IDs of destinations that a change of hashes affects, in order. Removed hashes can only clear unsafe ones. */
export async function listTouched(
  db: Db,
  kind: 'added' | 'removed',
  keys: number[],
  after: string,
  rows: number,
): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    // The planner considers thousands of keys most of a small table, but the index is right.
    await sql`set local enable_seqscan = off`.execute(tx);
    // By hashes only: with the order inside, PostgreSQL would read the whole primary key.
    const { rows: touched } = await sql<{ destination_id: string }>`
      with touched as materialized (
        select destination_id, verdict from destinations where prefixes && ${keys}::integer[])
      select destination_id from touched
      where destination_id > ${after} and (${kind} = 'added' or verdict <> 'safe')
      order by destination_id limit ${rows}`.execute(tx);
    return touched.map(({ destination_id }) => destination_id);
  });
}

export async function listUrls(db: Db, destinationIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('destinations')
    .select('url')
    .where('destination_id', 'in', destinationIds)
    .execute();
  return rows.map(({ url }) => url);
}

/** Destinations with expired verdicts, the oldest first. */
export async function listDue(db: Db, rows: number): Promise<string[]> {
  const due = await db
    .selectFrom('destinations')
    .select('url')
    .where('valid_until', '<=', sql<Date>`now()`)
    .orderBy('valid_until')
    .limit(rows)
    .execute();
  return due.map(({ url }) => url);
}

export function listBetween(db: Db, after: string, until: string, rows: number): Promise<KnownDestination[]> {
  return db
    .selectFrom('destinations')
    .select(['destination_id', 'url'])
    .where('destination_id', '>', after)
    .where('destination_id', '<=', until)
    .orderBy('destination_id')
    .limit(rows)
    .execute();
}

/** Destinations of a page that no code or domain uses, checked long enough ago that no write is about to link them. */
export async function listOrphans(db: Db, destinationIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ destination_id: string }>`
    select destination_id from destinations where destination_id = any(${destinationIds}::uuid[])
      and checked_at < now() - interval '1 day'
      and not exists (select from qr_destinations link where link.destination_id = destinations.destination_id)
      and not exists (select from domains where domains.root_url = destinations.url)
      and not exists (select from scan_pages where fallback_url = destinations.url)`.execute(db);
  return rows.map(({ destination_id }) => destination_id);
}

/** Exclusively: otherwise a code could link to one that is being removed. */
export async function deleteOrphans(db: Db, destinationIds: string[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select lock_safety()`.execute(tx);
    await sql`delete from destinations where destination_id = any(${destinationIds}::uuid[])
      and not exists (select from qr_destinations link where link.destination_id = destinations.destination_id)
      and not exists (select from domains where domains.root_url = destinations.url)
      and not exists (select from scan_pages where fallback_url = destinations.url)`.execute(tx);
  });
}

/** A missing list has arrived, so unknown results can be determined now. Returns how many were not due yet. */
export async function updateUnverifiedDue(db: Db, rows: number): Promise<number> {
  const { numAffectedRows } = await sql`update destinations set valid_until = now() where destination_id in (
    select destination_id from destinations where verdict = 'unverified' and valid_until > now()
    order by destination_id limit ${rows} for no key update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** One of these that is stored as unsafe. */
export function findUnsafe(
  db: Db,
  urls: string[],
): Promise<{ url: string; detail: string | null } | undefined> {
  return db
    .selectFrom('destinations')
    .select(['url', 'detail'])
    .where('destination_id', 'in', urls.map(destinationId))
    .where('verdict', '=', 'unsafe')
    .executeTakeFirst();
}

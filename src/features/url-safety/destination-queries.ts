import { sql } from 'kysely';
import type { Verdict } from '#core/safety/verdict.ts';
import type { Db, Tx } from '../database.ts';
import type { Assessment } from './url-checker.ts';

/** False if the lists have moved since: then it has to be found again. */
export async function recordVerdicts(db: Db, { version, destinations }: Assessment): Promise<boolean> {
  const found = destinations.map(({ url, prefixes, verdict }) => ({
    url,
    prefixes,
    verdict: verdict.kind,
    valid_until: verdict.validUntil,
    ...describe(verdict),
  }));
  const { rows } = await sql<{ recorded: boolean }>`
    select record_verdicts(${version}, ${JSON.stringify(found)}) as recorded`.execute(db);
  return rows[0]?.recorded ?? false;
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

export function findUnsettled(db: Db, destinationIds: string[]): Promise<Unsettled[]> {
  return db
    .selectFrom('destinations')
    .select(['destination_id', 'checked_at'])
    .where('destination_id', 'in', destinationIds)
    .where('is_settled', '=', false)
    .execute();
}

export function findAnyUnsettled(db: Db, rows: number): Promise<Unsettled[]> {
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

export async function findCodesOf(
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

/** Gives a code the status that its destinations ask for, in a transaction of its own if there is none. */
export async function settleCode(db: Db | Tx, qrId: string): Promise<'blocked' | 'restored' | null> {
  const { rows } = await sql<{ outcome: 'blocked' | 'restored' | null }>`
    select settle_code_safety(${qrId}) as outcome`.execute(db);
  return rows[0]?.outcome ?? null;
}

export interface KnownDestination {
  destination_id: string;
  url: string;
}

/** Those that a change of hashes touches. What went can only clear what is not safe. */
export async function findTouched(
  db: Db,
  kind: 'added' | 'removed',
  keys: number[],
  after: string,
  rows: number,
): Promise<KnownDestination[]> {
  return db.transaction().execute(async (tx) => {
    // A thousand keys look to the planner like most of a small table; the index is right all the same.
    await sql`set local enable_seqscan = off`.execute(tx);
    // By the hashes alone: with the order inside, it would rather walk the whole primary key.
    const { rows: touched } = await sql<KnownDestination>`
      with touched as materialized (
        select destination_id, url, verdict from destinations where prefixes && ${keys}::integer[])
      select destination_id, url from touched
      where destination_id > ${after} and (${kind} = 'added' or verdict <> 'safe')
      order by destination_id limit ${rows}`.execute(tx);
    return touched;
  });
}

/** Whose verdict has outlived itself, the longest ago first. */
export async function findDue(db: Db, rows: number): Promise<string[]> {
  const due = await db
    .selectFrom('destinations')
    .select('url')
    .where('valid_until', '<=', sql<Date>`now()`)
    .orderBy('valid_until')
    .limit(rows)
    .execute();
  return due.map(({ url }) => url);
}

export function findBetween(db: Db, after: string, until: string, rows: number): Promise<KnownDestination[]> {
  return db
    .selectFrom('destinations')
    .select(['destination_id', 'url'])
    .where('destination_id', '>', after)
    .where('destination_id', '<=', until)
    .orderBy('destination_id')
    .limit(rows)
    .execute();
}

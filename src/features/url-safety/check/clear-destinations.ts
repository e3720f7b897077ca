import { sql } from 'kysely';
import { Refusal } from '#core/errors.ts';
import type { Db, Tx } from '../../database.ts';
import { insertExamineJob } from '../rescan/change-queries.ts';
import { findUnsafe } from '../rescan/destination-queries.ts';
import { type Examiner, examineDestinations } from '../rescan/examine-destinations.ts';
import type { CheckResult } from './url-checker.ts';

const triesMax = 5;

/** The check of this transaction no longer holds; everything it did is rolled back. */
export class ClearanceOutdated extends Error {
  readonly urls: string[];

  constructor(urls: string[]) {
    super('The safety check is out of date.');
    this.urls = urls;
  }
}

/**
 * Keeps the lists as they were checked until the transaction ends, and records the destinations. Taken before all other locks, because a list
 * change waits for everybody who holds it.
 */
export async function clearDestinations(tx: Tx, { version, destinations }: CheckResult): Promise<void> {
  if (destinations.length === 0) {
    await sql`select hold_safety()`.execute(tx);
    return;
  }
  const checked = destinations.map(({ url, prefixes, verdict }) => ({
    url,
    prefixes,
    valid_until: verdict.validUntil,
  }));
  const { rows } = await sql<{ outcome: 'cleared' | 'moved' | 'flagged' }>`
    select clear_destinations(${version}, ${JSON.stringify(checked)}) as outcome`.execute(tx);
  const outcome = rows[0]?.outcome;
  if (outcome === 'cleared') return;
  throw new ClearanceOutdated(outcome === 'flagged' ? destinations.map(({ url }) => url) : []);
}

/** Runs a check and the transaction that relies on it, again if the lists changed in between. */
export async function withClearance<Result>(
  db: Db,
  safety: Examiner,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < triesMax; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ClearanceOutdated)) throw error;
      await safety.checker.refresh();
      await examineDestinations(db, safety, error.urls, 'write');
      if (error.urls.length === 0) continue;
      await insertExamineJob(db);
      const unsafe = await findUnsafe(db, error.urls);
      if (unsafe !== undefined)
        throw new Refusal('unsafe_url', `${unsafe.url} ${unsafe.detail ?? 'is known to be unsafe'}.`);
    }
  }
  throw new Refusal('service_unavailable', 'The threat lists are changing. Send the request again.', {
    retryAfterSeconds: 1,
  });
}

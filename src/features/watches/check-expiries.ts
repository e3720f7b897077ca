import { firstId } from '#core/first-id.ts';
import { domainWarningMs } from '#core/watch/url-health.ts';
import type { Db, Tx } from '../database.ts';
import type { WatchTools } from './check-destinations.ts';
import {
  claimDomains,
  findDomainExpiry,
  listCodesOfDomain,
  takeExpiryNews,
  updateDomain,
} from './domain-queries.ts';
import type { RdapClient } from './rdap-client.ts';
import { tellOfExpiry } from './tell-people.ts';
import { CheckLater } from './wait-for-turn.ts';

const atOnce = 4;
const runMsMax = 50_000;
const dayMs = 86_400_000;
/** Registrations last for years: a look per week is enough until the end is near. */
const farMs = 7 * dayMs;
const claimMs = 3_600_000;
const codesAtOnce = 500;

/** Looks up when domains end, for most of a minute. Returns how many. */
export async function checkExpiries(
  db: Db,
  tools: WatchTools,
  rdap: RdapClient,
  signal: AbortSignal,
): Promise<number> {
  const endMs = performance.now() + runMsMax;
  let checked = 0;
  const lane = async () => {
    while (!signal.aborted && performance.now() < endMs) {
      const nowMs = tools.clock.nowMs();
      const [domain] = await claimDomains(db, new Date(nowMs), new Date(nowMs + claimMs), 1);
      if (domain === undefined) return;
      try {
        const expiresAt = await rdap.findExpiry(domain, signal);
        await db.transaction().execute((tx) => settleExpiry(tx, tools, domain, expiresAt));
        checked += 1;
      } catch (error) {
        if (!(error instanceof CheckLater)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return checked;
}

/** @param said null: the registry doesn't say; undefined: it could not be asked. */
async function settleExpiry(
  tx: Tx,
  tools: WatchTools,
  domain: string,
  said: Date | null | undefined,
): Promise<void> {
  const nowMs = tools.clock.nowMs();
  const expiresAt = said ?? (await findDomainExpiry(tx, domain));
  const isNear = expiresAt !== null && expiresAt.getTime() - nowMs < domainWarningMs;
  const nextAt = new Date(nowMs + (isNear || said === undefined ? dayMs : farMs));
  await updateDomain(tx, domain, { checkedAt: new Date(nowMs), expiresAt, nextAt });
  if (!isNear || !(await takeExpiryNews(tx, domain, expiresAt))) return;
  let after = firstId;
  for (;;) {
    const codes = await listCodesOfDomain(tx, domain, after, codesAtOnce);
    if (codes.length === 0) return;
    await tellOfExpiry(tx, tools, codes, domain, expiresAt);
    after = codes.at(-1) ?? after;
  }
}

import { Refusal } from '#core/errors.ts';
import type { Clock } from '#platform/clock.ts';
import type { DnsLookUp } from '#platform/dns-look-up.ts';
import type { Db } from '../database.ts';
import { claimDueDomains, type DomainRow, deleteOldClaims } from './domain-queries.ts';
import { lookUpDomain } from './look-up-domain.ts';
import { settleDomain } from './settle-domain.ts';

export interface DomainCheck {
  dns: DnsLookUp;
  /** Our own host, the target of aliases. */
  target: string;
  clock: Clock;
}

const rowsMax = 100;
const atOnce = 20;
const runMsMax = 50_000;
/** Longer than a domain can fail and then be reserved, so a waiting claim gets it in the end. */
const claimDays = 60;

/** Checks every domain that is due, for most of a minute. */
export async function checkDomains(db: Db, check: DomainCheck, signal: AbortSignal): Promise<number> {
  const endMs = performance.now() + runMsMax;
  let looked = 0;
  await deleteOldClaims(db, new Date(check.clock.nowMs() - claimDays * 86_400_000));
  while (!signal.aborted && performance.now() < endMs) {
    const due = await claimDueDomains(db, new Date(check.clock.nowMs()), rowsMax);
    if (due.length === 0) break;
    for (let at = 0; at < due.length; at += atOnce)
      // A domain that is removed meanwhile, or fails, doesn't affect the others.
      await Promise.allSettled(due.slice(at, at + atOnce).map((domain) => checkDomain(db, domain, check)));
    looked += due.length;
  }
  return looked;
}

/** One check, now. */
export async function checkDomain(
  db: Db,
  domain: DomainRow,
  { dns, target, clock }: DomainCheck,
  isAskedFor = false,
): Promise<DomainRow> {
  const startedMs = clock.nowMs();
  const finding = await lookUpDomain(dns, domain, target);
  const settled = await settleDomain(db, domain.domain_id, {
    finding,
    startedMs,
    nowMs: clock.nowMs(),
    isAskedFor,
  });
  if (settled === undefined) throw new Refusal('not_found', 'The domain has been removed.');
  return settled;
}

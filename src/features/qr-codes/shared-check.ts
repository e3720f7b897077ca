import type { Actor } from '#core/actor.ts';
import type { Destination } from '#core/destination.ts';
import type { Db } from '../database.ts';
import { ownHosts, refuseHosts } from '../domains/refuse-own-links.ts';
import { refuseUnsafe } from '../url-safety/check/require-safe-destinations.ts';
import type { CheckedDestination, CheckResult } from '../url-safety/check/url-checker.ts';
import type { Examiner } from '../url-safety/rescan/examine-destinations.ts';
import type { PlanSteps } from './plan-change.ts';
import { requirements } from './requirements.ts';

const checkedAtOnce = 100;

/** Several results as one. The oldest version counts: if the lists have changed since, everything is checked again. */
export function mergeChecks(results: CheckResult[]): CheckResult {
  const checks = results.filter(({ destinations }) => destinations.length > 0);
  const byUrl = new Map(checks.flatMap(({ destinations }) => destinations).map((one) => [one.url, one]));
  const version = checks.length === 0 ? 0 : Math.min(...checks.map((check) => check.version));
  return { version, destinations: [...byUrl.values()] };
}

/** Checks the destinations of many codes together, each URL once. The result tells whether those of one code are safe. */
export async function sharedCheck(
  db: Db,
  safety: Examiner,
  actor: Pick<Actor, 'accountId'>,
  all: Destination[],
): Promise<PlanSteps['check']> {
  const urls = [...new Set(all.map(({ url }) => url))];
  const ours = await ownHosts(db, actor.accountId, all);
  const known = new Map<string, CheckedDestination>();
  let version = 0;
  for (let at = 0; at < urls.length; at += checkedAtOnce) {
    const some = urls.slice(at, at + checkedAtOnce).map((url) => ({ field: 'url', url }));
    const checked = await safety.checker.check(some);
    // The lists may change between two parts; then the older version makes the transaction check again.
    version = at === 0 ? checked.version : Math.min(version, checked.version);
    for (const destination of checked.destinations) {
      safety.metrics.checks.inc({ verdict: destination.verdict.kind });
      known.set(destination.url, destination);
    }
  }
  return async (own) => {
    if (own.some(({ url }) => !known.has(url))) return requirements.safeDestinations(db, safety, actor, own);
    refuseHosts(ours, own);
    const destinations = own.flatMap(({ field, url }) => {
      const checked = known.get(url);
      return checked === undefined ? [] : [{ ...checked, field }];
    });
    const result = { version, destinations };
    await refuseUnsafe(db, result);
    return result;
  };
}

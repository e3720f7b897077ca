import type { Destination } from '#core/destination.ts';
import { Refusal } from '#core/errors.ts';
import type { Verdict } from '#core/safety/verdict.ts';
import type { Db } from '../../database.ts';
import { recordVerdicts } from '../rescan/destination-queries.ts';
import type { Examiner } from '../rescan/examine-destinations.ts';
import type { CheckResult } from './url-checker.ts';

const unverifiedRetrySeconds = 30;

export async function requireSafeDestinations(
  db: Db,
  { checker, metrics }: Examiner,
  destinations: Destination[],
): Promise<CheckResult> {
  if (destinations.length === 0) return { version: 0, destinations: [] };
  const checked = await checker.check(destinations);
  for (const { verdict } of checked.destinations) metrics.checks.inc({ verdict: verdict.kind });
  await refuseUnsafe(db, checked);
  return checked;
}

/** Reports unsafe before unverified, because the caller can fix that. */
export async function refuseUnsafe(db: Db, checked: CheckResult): Promise<void> {
  const find = (kind: Verdict['kind']) => checked.destinations.find(({ verdict }) => verdict.kind === kind);
  const refused = find('unsafe') ?? find('unverified');
  if (refused === undefined || refused.verdict.kind === 'safe') return;
  const message = `${refused.field} ${refused.verdict.detail}.`;
  if (refused.verdict.kind === 'unsafe') {
    // Codes with this destination should be settled too.
    await recordVerdicts(db, checked);
    throw new Refusal('unsafe_url', message, { param: refused.field });
  }
  throw new Refusal('service_unavailable', message, {
    param: refused.field,
    retryAfterSeconds: unverifiedRetrySeconds,
  });
}

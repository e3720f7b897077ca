import type { Destination } from '#core/destination.ts';
import { Refusal } from '#core/errors.ts';
import type { Verdict } from '#core/safety/verdict.ts';
import type { Db } from '../database.ts';
import { recordVerdicts } from './destination-queries.ts';
import type { Examiner } from './examine-destinations.ts';
import type { Assessment } from './url-checker.ts';

const unverifiedRetrySeconds = 30;

/** Unsafe is said before unverified: what can be mended comes first. */
export async function requireSafeDestinations(
  db: Db,
  { checker, metrics }: Examiner,
  destinations: Destination[],
): Promise<Assessment> {
  if (destinations.length === 0) return { version: 0, destinations: [] };
  const assessment = await checker.check(destinations);
  for (const { verdict } of assessment.destinations) metrics.checks.inc({ verdict: verdict.kind });
  const find = (kind: Verdict['kind']) =>
    assessment.destinations.find(({ verdict }) => verdict.kind === kind);
  const refused = find('unsafe') ?? find('unverified');
  if (refused === undefined || refused.verdict.kind === 'safe') return assessment;
  const message = `${refused.field} ${refused.verdict.detail}.`;
  if (refused.verdict.kind === 'unsafe') {
    // Codes that lead there already should hear of it too.
    await recordVerdicts(db, assessment);
    throw new Refusal('unsafe_url', message);
  }
  throw new Refusal('service_unavailable', message, { retryAfterSeconds: unverifiedRetrySeconds });
}

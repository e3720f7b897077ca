import { failuresToTell, robotsProblem, type UrlFinding } from '#core/watch/url-health.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '../database.ts';
import { insertAlarms } from './alarm-queries.ts';
import { type FailingUrl, type NewsTools, tellOfFailing, tellOfWorking } from './tell-people.ts';
import {
  type CheckedUrl,
  findUrl,
  listFailingOf,
  lockCodesOfUrl,
  type UrlResult,
  updateFailing,
  updateUrl,
} from './url-queries.ts';

interface Tools extends NewsTools {
  clock: Pick<Clock, 'nowMs'>;
}

const codesAtOnce = 500;

/** Stores what a check found. The third failure in a row is news for the people of its codes, and so is the end of it. */
export async function settleUrl(tx: Tx, tools: Tools, urlId: string, finding: UrlFinding): Promise<void> {
  const known = await findUrl(tx, urlId);
  if (known === undefined) return;
  const result = resultOf(known, finding, new Date(tools.clock.nowMs()));
  const begins = known.failures < failuresToTell && result.failures >= failuresToTell;
  const ends = known.failures >= failuresToTell && result.failures < failuresToTell;
  const codes = begins || ends ? await lockCodesOfUrl(tx, urlId) : [];
  await updateUrl(tx, urlId, result);
  const failing = { ...known, ...result };
  for (let at = 0; at < codes.length; at += codesAtOnce) {
    const some = codes.slice(at, at + codesAtOnce);
    await updateFailing(tx, some, failuresToTell, result.checkedAt);
    if (begins) await announce(tx, tools, some, failing);
    else await tellOfWorking(tx, tools, some, known.url);
  }
}

/** Of codes whose destination is known to fail already: others have it too. */
export async function tellOfKnown(tx: Tx, tools: Tools, qrIds: string[]): Promise<void> {
  const begun = await updateFailing(tx, qrIds, failuresToTell, new Date(tools.clock.nowMs()));
  for (const { qr_id: qrId, ...failing } of await listFailingOf(tx, begun))
    await announce(tx, tools, [qrId], failing);
}

async function announce(tx: Tx, tools: Tools, qrIds: string[], failing: FailingUrl): Promise<void> {
  const { url, problem, status, failures } = failing;
  await insertAlarms(tx, 'qr.destination_failing', qrIds, { url, problem, status, failures });
  await tellOfFailing(tx, tools, qrIds, failing);
}

function resultOf(known: CheckedUrl, finding: UrlFinding, checkedAt: Date): UrlResult {
  const none = { checkedAt, status: null, tlsExpiresAt: null, redirectHost: null };
  if (finding.kind === 'forbidden') return { ...none, problem: robotsProblem, failures: known.failures };
  if (finding.kind === 'fails')
    return {
      ...none,
      problem: finding.problem,
      status: finding.status,
      tlsExpiresAt: finding.tlsExpiresAt,
      failures: known.failures + 1,
    };
  const { status, tlsExpiresAt, redirectHost } = finding;
  return { checkedAt, status, tlsExpiresAt, redirectHost, problem: null, failures: 0 };
}

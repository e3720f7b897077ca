import { Refusal } from '#core/errors.ts';
import { canonicalUrl } from '#core/safety/canonical-url.ts';
import { worstVerdict } from '#core/safety/verdict.ts';
import type { Db } from '../../database.ts';
import type { Opinion, SafetyChecker } from '../check/safety-checker.ts';
import { findCodeState, findRecord, listCodeLog, listDestinationLog, listUrlsOf } from './explain-queries.ts';

export interface UrlExplanation {
  url: string;
  canonical: string;
  verdict: string;
  /** The current opinions. */
  opinions: { provider: string; verdict: string; detail: string | null; valid_until: Date | null }[];
  /** The stored verdict; null if no code uses the destination. */
  record: Awaited<ReturnType<typeof findRecord>> | null;
  history: Awaited<ReturnType<typeof listDestinationLog>>;
  what_would_change_it: string;
}

/** The opinions about a URL: by whom, since when, and what would change them. */
export async function explainUrl(db: Db, checker: SafetyChecker, given: string): Promise<UrlExplanation> {
  const parsed = URL.parse(given);
  const canonical = parsed && canonicalUrl(parsed.href);
  if (!parsed || !canonical || !/^https?:$/.test(parsed.protocol))
    throw new Refusal('invalid_request', `${given} is not an http or https URL.`);
  await checker.refresh();
  const opinions = await checker.opinions(parsed.href);
  return {
    url: parsed.href,
    canonical: canonical.text,
    verdict: worstVerdict(opinions.map(({ verdict }) => verdict)).kind,
    opinions: opinions.map(({ provider, verdict }) => ({
      provider,
      verdict: verdict.kind,
      detail: verdict.kind === 'safe' ? null : verdict.detail,
      valid_until: verdict.validUntil,
    })),
    record: (await findRecord(db, parsed.href)) ?? null,
    history: await listDestinationLog(db, parsed.href),
    what_would_change_it: remedyFor(opinions, canonical.host),
  };
}

/** A code: its status, its history, and each of its destinations. */
export async function explainSafety(db: Db, checker: SafetyChecker, qrId: string) {
  const state = await findCodeState(db, qrId);
  if (state === undefined) throw new Refusal('not_found', 'There is no such QR code.');
  const destinations = [];
  for (const { url, linked_at, linked_version } of await listUrlsOf(db, qrId))
    destinations.push({ ...(await explainUrl(db, checker, url)), linked_at, linked_version });
  return { ...state, history: await listCodeLog(db, qrId), destinations };
}

function remedyFor(opinions: Opinion[], host: string): string {
  const worst = worstVerdict(opinions.map(({ verdict }) => verdict));
  if (worst.kind === 'unverified')
    return `${worst.provider} must respond. If you know that the destination is safe, run: waypost safety allow ${host}`;
  if (worst.kind === 'safe') {
    const isAllowed = opinions.length === 2;
    return isAllowed
      ? `To let the threat lists decide again, run: waypost safety remove ${host} (or the rule that matches)`
      : `A threat list that contains it, or: waypost safety block ${host}`;
  }
  const remedies: Record<string, string> = {
    operator_rule: 'Remove the rule that matches: waypost safety remove (see waypost safety list)',
    own_link: 'Nothing. The destination of a code must not be this service.',
    private_host:
      'Nothing, because the host is not public. Outside production, set ALLOW_PRIVATE_DESTINATIONS=on.',
    credentials: 'Remove the user name and password from the URL.',
  };
  return (
    remedies[worst.threat] ??
    `${worst.provider} must remove it from its list. If the list is wrong, run: waypost safety allow ${host}`
  );
}

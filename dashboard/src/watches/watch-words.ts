import { domainWarningMs, tlsWarningMs, type UrlProblem, urlProblems } from '#core/watch/url-health.ts';
import type { Watch, WatchedUrl } from '../api/types.ts';
import { formatAgo, formatDate, formatNumber } from '../ui/format.ts';

interface Words {
  tone: 'good' | 'info' | 'warn' | 'bad';
  text: string;
}

/** How a destination is doing. */
export function urlWords({ state, checked_at: checkedAt, problem, status, failures }: WatchedUrl): Words {
  const ago = checkedAt === null ? '' : formatAgo(checkedAt);
  if (state === 'unchecked') return { tone: 'info', text: 'It will be checked within minutes.' };
  if (state === 'works') return { tone: 'good', text: `Works (checked ${ago}).` };
  if (state === 'forbidden')
    return { tone: 'info', text: 'Its robots.txt does not allow checks, so we don’t know.' };
  const said = status === null ? (urlProblems[problem as UrlProblem] ?? '') : `It responds with ${status}.`;
  return state === 'failing'
    ? { tone: 'bad', text: `${said} ${failures} checks in a row have failed, the last one ${ago}.` }
    : { tone: 'warn', text: `${said} Checked ${ago}; you will hear of it after the third failure.` };
}

/** What ends soon, or leads elsewhere. */
export function urlWarnings(url: WatchedUrl, nowMs = Date.now()): string[] {
  const isSoon = (at: string | null, warningMs: number) => at !== null && Date.parse(at) - nowMs < warningMs;
  const warnings: string[] = [];
  if (url.redirect_host !== null) warnings.push(`It redirects to ${url.redirect_host}.`);
  if (isSoon(url.certificate_expires_at, tlsWarningMs))
    warnings.push(`Its certificate ends on ${formatDate(url.certificate_expires_at ?? '')}.`);
  if (isSoon(url.domain_expires_at, domainWarningMs))
    warnings.push(
      `Its domain ${url.domain} ends on ${formatDate(url.domain_expires_at ?? '')}. Renew it in time.`,
    );
  return warnings;
}

/** How the scans are doing; null if they are not watched. */
export function scanWords({ scan_state: scans }: Watch): Words | null {
  if (scans === null) return null;
  const usual = `About ${formatNumber(Math.round(scans.usual_scans_per_week ?? 0))} scans per week are usual.`;
  const ago = scans.since === null ? '' : formatAgo(scans.since);
  if (scans.state === 'learning')
    return { tone: 'info', text: 'Learning what is usual: this takes two weeks and 100 scans.' };
  if (scans.state === 'quiet') return { tone: 'bad', text: `No scans: the last one was ${ago}. ${usual}` };
  if (scans.state === 'surge')
    return { tone: 'warn', text: `Many more scans than usual, last ${ago}. ${usual}` };
  return { tone: 'good', text: usual };
}

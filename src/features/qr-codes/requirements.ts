import type { Destination } from '#core/destination.ts';
import { ApiError } from '#core/errors.ts';
import type { Verdict } from '#core/safety/verdict.ts';
import type { Caller } from '../api-keys/key-directory.ts';
import type { Db } from '../database.ts';
import { listServedHosts } from '../domains/domain-queries.ts';
import { updateVerdicts } from '../url-safety/destination-queries.ts';
import type { Examiner } from '../url-safety/examine-destinations.ts';
import type { Assessment } from '../url-safety/url-checker.ts';

const unverifiedRetrySeconds = 30;

/** What creating and changing a code both ask for; each throws its error when it is not met. */
export const requirements = {
  advancedRedirects(caller: Caller): void {
    if (caller.plan.advancedRedirects) return;
    const message = `redirect_rules, expires_at and scan_limit are not in the plan ${caller.plan.name}; clearing them is always possible.`;
    throw new ApiError('feature_disabled', message);
  },

  openProject(project: { is_archived: boolean }): void {
    if (!project.is_archived) return;
    throw new ApiError('project_forbidden', 'The project is archived; choose another one.');
  },

  /** Unsafe is said before unverified: what can be mended comes first. */
  async safeDestinations(
    db: Db,
    { checker, metrics }: Examiner,
    destinations: Destination[],
  ): Promise<Assessment> {
    if (destinations.length === 0) return { version: 0, destinations: [] };
    await requirements.noLinkOfOurs(db, destinations);
    const assessment = await checker.check(destinations);
    for (const { verdict } of assessment.destinations) metrics.checks.inc({ verdict: verdict.kind });
    const find = (kind: Verdict['kind']) =>
      assessment.destinations.find(({ verdict }) => verdict.kind === kind);
    const refused = find('unsafe') ?? find('unverified');
    if (refused === undefined || refused.verdict.kind === 'safe') return assessment;
    const message = `${refused.field} ${refused.verdict.detail}.`;
    if (refused.verdict.kind === 'unsafe') {
      // Codes that lead there already should hear of it too.
      await updateVerdicts(db, assessment);
      throw new ApiError('unsafe_url', message);
    }
    throw new ApiError('service_unavailable', message, { retryAfterSeconds: unverifiedRetrySeconds });
  },

  /** It would lead in a circle: under a project's domain as under our own name (D22). */
  async noLinkOfOurs(db: Db, destinations: Destination[]): Promise<void> {
    const hostOf = ({ url }: Destination) => new URL(url).hostname;
    const served = await listServedHosts(db, [...new Set(destinations.map(hostOf))]);
    const found = destinations.find((destination) => served.includes(hostOf(destination)));
    if (found !== undefined)
      throw new ApiError('unsafe_url', `${found.field} is a link of this service itself.`);
  },

  quota(liveCodes: number, caller: Caller): void {
    const cap = caller.limits.qrCodes;
    if (liveCodes < cap) return;
    const message = `The plan has room for ${cap} QR codes that are not archived; archive one first.`;
    throw new ApiError('quota_exceeded_qr', message);
  },
};

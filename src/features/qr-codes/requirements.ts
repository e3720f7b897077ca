import type { Destination } from '#core/destination.ts';
import { ApiError } from '#core/errors.ts';
import type { Caller } from '../api-keys/key-directory.ts';
import type { UrlChecker } from '../url-safety/url-checker.ts';

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

  async safeDestinations(checker: UrlChecker, destinations: Destination[]): Promise<void> {
    if (destinations.length === 0) return;
    const verdict = await checker.check(destinations);
    if (!verdict.safe) throw new ApiError('unsafe_url', `${verdict.field} ${verdict.reason}.`);
  },

  quota(liveCodes: number, caller: Caller): void {
    const cap = caller.limits.qrCodes;
    if (liveCodes < cap) return;
    const message = `The plan has room for ${cap} QR codes that are not archived; archive one first.`;
    throw new ApiError('quota_exceeded_qr', message);
  },
};

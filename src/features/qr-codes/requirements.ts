import type { Actor } from '#core/actor.ts';
import type { Destination } from '#core/destination.ts';
import { Refusal } from '#core/errors.ts';
import type { Db } from '../database.ts';
import { refuseOwnLinks } from '../domains/refuse-own-links.ts';
import { requireSafeDestinations } from '../url-safety/check/require-safe-destinations.ts';
import type { CheckResult } from '../url-safety/check/url-checker.ts';
import type { Examiner } from '../url-safety/rescan/examine-destinations.ts';

/** Requirements of creating and changing a code; each throws its error if it is not met. */
export const requirements = {
  /** @param field that needs the feature. */
  advancedRedirects(actor: Actor, field: string): void {
    if (actor.entitlements.plan.advancedRedirects) return;
    const { name } = actor.entitlements.plan;
    const message = `Your ${name[0]?.toUpperCase()}${name.slice(1)} plan doesn't include rules, expiry dates or scan limits. You can always clear existing values.`;
    throw new Refusal('feature_disabled', message, { param: field });
  },

  openProject(project: { is_archived: boolean }): void {
    if (!project.is_archived) return;
    throw new Refusal('project_forbidden', 'The project is archived. Choose another one.');
  },

  async safeDestinations(
    db: Db,
    safety: Examiner,
    { accountId }: Pick<Actor, 'accountId'>,
    destinations: Destination[],
  ): Promise<CheckResult> {
    await refuseOwnLinks(db, accountId, destinations);
    return requireSafeDestinations(db, safety, destinations);
  },

  quota(liveCodes: number, actor: Actor): void {
    const cap = actor.entitlements.limits.qrCodes;
    if (liveCodes < cap) return;
    const message = `Your plan allows ${cap} QR codes that are not archived. Archive one first.`;
    throw new Refusal('quota_exceeded_qr', message);
  },
};

import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import type { PageChange } from '#core/page-input.ts';
import type { Db } from '../database.ts';
import { refuseOwnLinks } from '../domains/refuse-own-links.ts';
import type { ProjectRow } from '../projects/project-queries.ts';
import { clearDestinations, withClearance } from '../url-safety/check/clear-destinations.ts';
import { requireSafeDestinations } from '../url-safety/check/require-safe-destinations.ts';
import type { Examiner } from '../url-safety/rescan/examine-destinations.ts';
import { updatePage } from './page-queries.ts';

type Project = Pick<ProjectRow, 'account_id' | 'project_id'>;

/** The look and the fallback address of a project's pages. The address is checked like every destination, for as long as it exists. */
export async function changePage(
  db: Db,
  safety: Examiner,
  actor: Actor,
  project: Project,
  { displayName, color, fallback }: PageChange,
): Promise<void> {
  if (displayName || color) requireBrandedPages(actor);
  const destinations = fallback ? [fallback] : [];
  await refuseOwnLinks(db, project.account_id, destinations);
  await withClearance(db, safety, async () => {
    const checked = await requireSafeDestinations(db, safety, destinations);
    return db.transaction().execute(async (tx) => {
      await clearDestinations(tx, checked);
      return updatePage(tx, project, {
        ...(displayName !== undefined && { display_name: displayName }),
        ...(color !== undefined && { color }),
        ...(fallback !== undefined && { fallback_url: fallback?.url ?? null }),
      });
    });
  });
}

/** @param logo a PNG that we encoded; null removes it, which every plan allows. */
export async function changePageLogo(
  db: Db,
  actor: Actor,
  project: Project,
  logo: Buffer | null,
): Promise<void> {
  if (logo !== null) requireBrandedPages(actor);
  await updatePage(db, project, { logo });
}

function requireBrandedPages({ entitlements }: Actor): void {
  if (entitlements.plan.brandedPages) return;
  throw new Refusal(
    'feature_disabled',
    `Your ${entitlements.plan.name} plan doesn't include your own name, color and logo on pages for visitors.`,
  );
}

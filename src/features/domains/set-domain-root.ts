import { parseDestination } from '#core/destination.ts';
import { invalidRequest, Refusal } from '#core/errors.ts';
import type { Db } from '../database.ts';
import type { ProjectRow } from '../projects/project-queries.ts';
import { clearDestinations, withClearance } from '../url-safety/check/clear-destinations.ts';
import { requireSafeDestinations } from '../url-safety/check/require-safe-destinations.ts';
import type { Examiner } from '../url-safety/rescan/examine-destinations.ts';
import { type DomainRow, updateDomainRoot } from './domain-queries.ts';
import { refuseOwnLinks } from './refuse-own-links.ts';

/** The destination of the bare domain: checked like every destination, as long as it exists. */
export async function setDomainRoot(
  db: Db,
  safety: Examiner,
  project: Pick<ProjectRow, 'account_id' | 'project_id'>,
  url: string | null,
): Promise<DomainRow> {
  const root = url === null ? null : parseDestination('root_url', url);
  if (root !== null && !root.ok) throw invalidRequest(root);
  const destinations = root === null ? [] : [root.value];
  await refuseOwnLinks(db, project.account_id, destinations);
  const domain = await withClearance(db, safety, async () => {
    const checked = await requireSafeDestinations(db, safety, destinations);
    return db.transaction().execute(async (tx) => {
      await clearDestinations(tx, checked);
      return updateDomainRoot(tx, project.project_id, root === null ? null : root.value.url);
    });
  });
  if (domain === undefined) throw new Refusal('not_found', 'The project has no domain.');
  return domain;
}

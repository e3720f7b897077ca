import { ApiError } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { destinationsOf, type NewQrCode, usesAdvancedRedirects } from '#core/qr-code-input.ts';
import type { Caller } from '../api-keys/key-directory.ts';
import type { Db } from '../database.ts';
import { findDefaultProject, findProject, type ProjectRow } from '../projects/project-queries.ts';
import type { UrlChecker } from '../url-safety/url-checker.ts';
import { requirements } from './requirements.ts';

/** Everything that can be said before the transaction: plan → project → safety, in the order of D6. */
export async function admitQrCode(
  db: Db,
  checker: UrlChecker,
  caller: Caller,
  input: NewQrCode,
): Promise<{ projectId: string }> {
  if (!caller.plan.qrCreation) {
    throw new ApiError(
      'feature_disabled',
      `The plan ${caller.plan.name} does not include creating QR codes.`,
    );
  }
  if (usesAdvancedRedirects(input)) requirements.advancedRedirects(caller);
  const project = await chooseProject(db, caller.accountId, input.projectId);
  requirements.openProject(project);
  await requirements.safeDestinations(checker, destinationsOf(input));
  return { projectId: project.project_id };
}

async function chooseProject(db: Db, accountId: string, projectId: string | null): Promise<ProjectRow> {
  if (projectId === null) return findDefaultProject(db, accountId);
  const uuid = parseIdentifier('prj', projectId);
  const project = uuid === null ? undefined : await findProject(db, accountId, uuid);
  if (project === undefined) throw new ApiError('project_not_found', 'There is no such project.');
  return project;
}

import { Refusal } from '#core/errors.ts';
import type { MemberRoles } from '#core/member-input.ts';
import type { Db } from '../database.ts';
import { countOwnProjects } from './member-queries.ts';

/** A role can only be given in projects of the account. */
export async function requireOwnProjects(
  db: Db,
  accountId: string,
  projects: MemberRoles['projects'],
): Promise<void> {
  if ((await countOwnProjects(db, accountId, [...projects.keys()])) === projects.size) return;
  throw new Refusal('project_not_found', 'There is no such project.');
}

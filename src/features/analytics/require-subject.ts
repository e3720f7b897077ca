import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { type Action, can } from '#core/permissions.ts';
import type { Db } from '../database.ts';
import { notFound } from '../qr-codes/plan-change.ts';
import { findOwnSubject } from './subject-queries.ts';

/** The UUID of a code or project with which the actor may do this. To others it doesn't exist. */
export async function requireSubject(
  db: Db,
  actor: Actor,
  action: Action,
  kind: 'code' | 'project',
  id: string,
  param: string | null = null,
): Promise<string> {
  const uuid = parseIdentifier(kind === 'code' ? 'qrc' : 'prj', id);
  const subject = uuid === null ? undefined : await findOwnSubject(db, actor.accountId, uuid, kind);
  if (subject !== undefined && can(actor, action, subject.projectId)) return subject.subjectId;
  throw kind === 'code'
    ? notFound()
    : new Refusal('project_not_found', 'There is no such project.', { param });
}

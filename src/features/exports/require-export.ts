import type { KeyActor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import type { ExportKind } from '#core/export-input.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { type Action, can } from '#core/permissions.ts';
import type { Db } from '../database.ts';
import { type ExportRow, findExport } from './export-queries.ts';

/** What somebody needs for an export of this kind. */
export const accessOf: Record<ExportKind, Action> = {
  qr_codes: 'codes.read',
  images: 'codes.read',
  analytics: 'analytics.read',
  scans: 'analytics.read',
};

/** An export that this key can see. One that is limited to projects sees only those that name one of them. */
export async function requireExport(db: Db, actor: KeyActor, exportId: string): Promise<ExportRow> {
  const uuid = parseIdentifier('exp', exportId);
  const found = uuid === null ? undefined : await findExport(db, actor.accountId, uuid);
  if (found !== undefined && canSee(actor, found)) return found;
  throw new Refusal('export_not_found', 'There is no such export.');
}

export function canSee(actor: KeyActor, { kind, project_id: projectId }: ExportRow): boolean {
  if (projectId === null) return actor.projects === null && can(actor, accessOf[kind]);
  return can(actor, accessOf[kind], projectId);
}

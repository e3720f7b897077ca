import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { can, permit } from '#core/permissions.ts';
import { planRevert, revertedFields } from '#core/plan-revert.ts';
import type { Db } from '../database.ts';
import { type ChangeSteps, changeQrCode } from '../qr-codes/change-qr-code.ts';
import { notFound } from '../qr-codes/plan-change.ts';
import { type FullQrCodeRow, findQrCode } from '../qr-codes/qr-code-queries.ts';
import type { Examiner } from '../url-safety/rescan/examine-destinations.ts';
import { findChange, listLaterFields } from './history-queries.ts';

/**
 * Restores the values from before a change, as a new change with all its checks.
 * @param of `changeId` null: an ID that can't exist.
 */
export async function revertChange(
  db: Db,
  safety: Examiner,
  actor: Actor,
  of: { qrId: string; changeId: string | null },
  steps: ChangeSteps = {},
): Promise<FullQrCodeRow> {
  const code = await findQrCode(db, actor.accountId, of.qrId);
  if (code === undefined || !can(actor, 'codes.read', code.project_id)) throw notFound();
  permit(actor, 'codes.change', code.project_id);
  const { changeId } = of;
  const change = changeId === null ? undefined : await findChange(db, of.qrId, changeId);
  if (change === undefined || changeId === null)
    throw new Refusal('change_not_found', 'The history of this code has no such change.');
  await steps.guard?.(db);
  const plan = planRevert(code, change, 'keyId' in actor);
  if (!plan.ok) throw new Refusal('conflict', plan.message);
  const fields = revertedFields(code, change.before ?? {});
  const guard: ChangeSteps['guard'] = async (at) => {
    await steps.guard?.(at);
    const later = await listLaterFields(at, of.qrId, changeId);
    const changed = fields.find((field) => later.has(field));
    if (changed !== undefined)
      throw new Refusal('conflict', `${changed} was changed again later. Revert the later change first.`);
  };
  return changeQrCode(db, safety, actor, of.qrId, plan.value, { ...steps, guard });
}

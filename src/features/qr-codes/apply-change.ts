import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { isRecord } from '#core/is-record.ts';
import { formatRules, type QrCodeChange } from '#core/qr-code-input.ts';
import { tagsMax, uniteTags, withoutTags } from '#core/tags.ts';
import type { QrStatus, RenderStatus, Tx } from '../database.ts';
import { requireFolder } from '../folders/choose-folder.ts';
import { lockProjectOpen } from '../projects/project-queries.ts';
import { settleCodeSafety } from '../url-safety/rescan/destination-queries.ts';
import {
  type ChangePlan,
  notFound,
  reactivates,
  requireMovable,
  requirePossibleStatus,
} from './plan-change.ts';
import {
  lockQrCode,
  type NewScanState,
  type QrCodeRow,
  type QrCodeUpdate,
  updateQrCode,
  updateScanSettings,
} from './qr-code-queries.ts';
import { lockLiveCount } from './quota-queries.ts';
import { insertRenderJobs } from './render-job-queries.ts';
import { requirements } from './requirements.ts';

export interface ApplySteps {
  /** The same condition as before the transaction, asked again while the code is locked. */
  guard?: ((tx: Tx) => Promise<void>) | null;
  /** The last step of the transaction. */
  finish?: (tx: Tx) => Promise<void>;
  /** Lower numbers are rendered first. */
  imagePriority?: number;
}

/** The code has changed since the checks in a way that matters. The transaction is rolled back, and everything is checked again. */
export class ChangedMeanwhile extends Error {}

/** Carries out a plan. */
export async function applyChange(
  tx: Tx,
  actor: Actor,
  { seen, change, moveTo, folderId }: ChangePlan,
  { guard, finish, imagePriority = 0 }: ApplySteps,
): Promise<void> {
  // Locks in the order account → project → code: the count first, because a trigger will change it.
  const liveCodes = changesCounts(change, moveTo) ? await lockLiveCount(tx, actor.accountId) : 0;
  const project =
    change.status === 'active' || moveTo !== null
      ? await lockProjectOpen(tx, moveTo ?? seen.project_id)
      : null;
  const code = await lockQrCode(tx, seen.qr_id);
  if (code === undefined) throw notFound();
  await guard?.(tx);
  requirePossibleStatus(code, change);
  if (code.project_id !== seen.project_id) throw new ChangedMeanwhile();
  // A code is restored only as it was checked (D36).
  const isAsChecked = code.updated_at.getTime() === seen.updated_at.getTime();
  const dependsOnIt = reactivates(code, change) || change.replaceInUrls !== undefined;
  if (dependsOnIt && !isAsChecked) throw new ChangedMeanwhile();
  if (reactivates(code, change) || moveTo !== null)
    requirements.openProject(project ?? { is_archived: true });
  if (reactivates(code, change)) requirements.quota(liveCodes, actor);
  if (moveTo !== null) requireMovable(code);
  if (folderId) await requireFolder(tx, moveTo ?? code.project_id, folderId);
  const update = {
    ...planUpdate(code, change, moveTo),
    ...(folderId !== undefined && { folder_id: folderId }),
    ...changedTags(code, change),
  };
  await updateQrCode(tx, code.qr_id, update);
  await updateScanSettings(tx, code.qr_id, scanSettings(change));
  if (update.render_status === 'pending')
    await insertRenderJobs(tx, [
      { qr_id: code.qr_id, generation: code.render_generation + 1, priority: imagePriority },
    ]);
  if (code.status === 'blocked') await settleCodeSafety(tx, code.qr_id);
  await finish?.(tx);
}

/** Whether a trigger will change the live counts. */
export function changesCounts({ status }: QrCodeChange, moveTo: string | null): boolean {
  return status !== undefined || moveTo !== null;
}

function planUpdate(code: QrCodeRow, change: QrCodeChange, moveTo: string | null): QrCodeUpdate {
  const update: QrCodeUpdate = {};
  if (change.label !== undefined) update.label = change.label;
  if (change.redirectRules !== undefined) update.redirect_rules = formatRules(change.redirectRules);
  if (reactivates(code, change)) Object.assign(update, { status: 'active', blocked_by: null });
  if (change.status === 'archived' && code.status !== 'archived') update.status = 'archived';
  if (isRecord(change.content)) update.qr_data = JSON.stringify(change.content);
  if (change.analyticsEnabled !== undefined) update.analytics_enabled = change.analyticsEnabled;
  if (change.forwardedParams !== undefined) update.forwarded_params = change.forwardedParams;
  const target = change.redirectUrl ?? code.redirect_url;
  const hasNewTarget = target !== code.redirect_url;
  if (hasNewTarget) update.redirect_url = target;
  if (change.design !== undefined) update.render_metadata = change.design && JSON.stringify(change.design);
  if (moveTo !== null) update.project_id = moveTo;
  // An image that is being rendered would have the link of the old project.
  const isUnfinished =
    code.last_rendered_at === null || code.render_status === 'pending' || code.render_status === 'rendering';
  const isMovedUnfinished = moveTo !== null && isUnfinished;
  const needsImage = hasNewTarget || change.design !== undefined || isMovedUnfinished;
  const renderStatus = nextRenderStatus(code, update.status ?? code.status, needsImage);
  if (renderStatus !== code.render_status || needsImage) {
    Object.assign(update, { render_status: renderStatus, nextGeneration: true });
  }
  return update;
}

function changedTags({ tags }: QrCodeRow, change: QrCodeChange): Pick<QrCodeUpdate, 'tags'> {
  const { tags: chosen, addTags, removeTags } = change;
  if (chosen === undefined && addTags === undefined && removeTags === undefined) return {};
  const next = uniteTags(withoutTags(chosen ?? tags, removeTags ?? []), addTags ?? []);
  if (next.length > tagsMax)
    throw new Refusal('invalid_request', `A code has at most ${tagsMax} tags. Remove some first.`, {
      param: 'tags',
    });
  return { tags: next };
}

/** Nobody waits for the image of an archived code: it is rendered when the code is restored (D39). */
function nextRenderStatus(code: QrCodeRow, status: QrStatus, needsImage: boolean): RenderStatus {
  const isWaiting = needsImage || code.render_status === 'pending' || code.render_status === 'rendering';
  if (status === 'archived') return isWaiting ? 'idle' : code.render_status;
  return needsImage || code.render_status === 'idle' ? 'pending' : code.render_status;
}

function scanSettings(change: QrCodeChange): Partial<NewScanState> {
  return {
    ...(change.scanLimit !== undefined && { scan_limit: change.scanLimit }),
    ...(change.expiresAt !== undefined && { expires_at: change.expiresAt }),
  };
}

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
import { lockQrCodes, type QrCodeRow } from './qr-code-queries.ts';
import { lockLiveCount } from './quota-queries.ts';
import { insertRenderJobs } from './render-job-queries.ts';
import { requirements } from './requirements.ts';
import {
  lockScanStates,
  type NewScanState,
  type QrCodeUpdate,
  updateQrCodes,
  updateScanSettings,
} from './update-queries.ts';

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

/** What several changes need, locked until the transaction ends. */
interface Locked {
  codes: ReadonlyMap<string, QrCodeRow>;
  projects: ReadonlyMap<string, { is_archived: boolean }>;
  /** With the changes that are decided so far. */
  liveCodes: number;
}

/** A change that is decided, and only needs to be written. */
interface Decision {
  code: QrCodeRow;
  update: QrCodeUpdate;
  settings: Partial<NewScanState>;
}

/** Carries out a plan. */
export async function applyChange(
  tx: Tx,
  actor: Actor,
  plan: ChangePlan,
  { guard, finish, imagePriority = 0 }: ApplySteps,
): Promise<void> {
  const locked = await lockForChange(tx, actor, [plan]);
  await writeChanges(tx, [await decideChange(tx, actor, plan, locked, guard)], imagePriority);
  await finish?.(tx);
}

/** All locks in the order account → project → code, and in key order. The count comes first, because a trigger will change it. */
export async function lockForChange(tx: Tx, actor: Actor, plans: ChangePlan[]): Promise<Locked> {
  const isCounted = plans.some(({ change, moveTo }) => changesCounts(change, moveTo));
  const liveCodes = isCounted ? await lockLiveCount(tx, actor.accountId) : 0;
  const projectIds = plans.flatMap(({ seen, change, moveTo }) =>
    change.status === 'active' || moveTo !== null ? [moveTo ?? seen.project_id] : [],
  );
  const projects = new Map<string, { is_archived: boolean }>();
  for (const id of [...new Set(projectIds)].sort()) projects.set(id, await lockProjectOpen(tx, id));
  const codes = await lockQrCodes(
    tx,
    plans.map(({ seen }) => seen.qr_id),
  );
  // One row can't be locked in a wrong order.
  const scanned = plans.filter(changesScans).map(({ seen }) => seen.qr_id);
  if (scanned.length > 1) await lockScanStates(tx, scanned);
  return { liveCodes, projects, codes: new Map(codes.map((code) => [code.qr_id, code])) };
}

/** Asks again, with everything locked, what may have changed since the plan was made. */
export async function decideChange(
  tx: Tx,
  actor: Actor,
  { seen, change, moveTo, folderId }: ChangePlan,
  locked: Locked,
  guard?: ApplySteps['guard'],
): Promise<Decision> {
  const code = locked.codes.get(seen.qr_id);
  if (code === undefined) throw notFound();
  await guard?.(tx);
  requirePossibleStatus(code, change);
  if (code.project_id !== seen.project_id) throw new ChangedMeanwhile();
  // A code is restored only as it was checked (D36).
  const isAsChecked = code.updated_at.getTime() === seen.updated_at.getTime();
  const dependsOnIt = reactivates(code, change) || change.replaceInUrls !== undefined;
  if (dependsOnIt && !isAsChecked) throw new ChangedMeanwhile();
  if (reactivates(code, change) || moveTo !== null)
    requirements.openProject(locked.projects.get(moveTo ?? seen.project_id) ?? { is_archived: true });
  if (reactivates(code, change)) requirements.quota(locked.liveCodes, actor);
  if (moveTo !== null) requireMovable(code);
  if (folderId) await requireFolder(tx, moveTo ?? code.project_id, folderId);
  const update = {
    ...planUpdate(code, change, moveTo),
    ...(folderId !== undefined && { folder_id: folderId }),
    ...changedTags(code, change),
  };
  const isLive = (status: QrStatus) => status !== 'archived';
  locked.liveCodes += Number(isLive(update.status ?? code.status)) - Number(isLive(code.status));
  return { code, update, settings: scanSettings(change) };
}

export async function writeChanges(tx: Tx, decisions: Decision[], imagePriority: number): Promise<void> {
  await updateQrCodes(
    tx,
    decisions.map(({ code, update }) => ({ qrId: code.qr_id, update })),
  );
  await updateScanSettings(
    tx,
    decisions.map(({ code, settings }) => ({ qrId: code.qr_id, settings })),
  );
  const redrawn = decisions.filter(({ update }) => update.render_status === 'pending');
  await insertRenderJobs(
    tx,
    redrawn.map(({ code }) => ({
      qr_id: code.qr_id,
      generation: code.render_generation + 1,
      priority: imagePriority,
    })),
  );
  for (const { code } of decisions) if (code.status === 'blocked') await settleCodeSafety(tx, code.qr_id);
}

const fieldsOfScans = [
  'status',
  'redirectUrl',
  'redirectRules',
  'replaceInUrls',
  'content',
  'forwardedParams',
  'analyticsEnabled',
  'scanLimit',
  'expiresAt',
] as const;

/** Whether the change writes to `scan_state`, by itself or by a trigger. */
function changesScans({ change, moveTo }: ChangePlan): boolean {
  return moveTo !== null || fieldsOfScans.some((field) => change[field] !== undefined);
}

/** Whether a trigger will change the live counts. */
function changesCounts({ status }: QrCodeChange, moveTo: string | null): boolean {
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

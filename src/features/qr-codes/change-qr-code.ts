import assert from 'node:assert';
import type { Actor } from '#core/actor.ts';
import { staticMessage, storeTarget } from '#core/dashboard-code-input.ts';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { isRecord } from '#core/is-record.ts';
import { can, permit } from '#core/permissions.ts';
import {
  advancedField,
  destinationsOf,
  formatRules,
  newSettings,
  type QrCodeChange,
} from '#core/qr-code-input.ts';
import { isContentType, isStaticType } from '#core/qr-content/content-field.ts';
import { parseContent } from '#core/qr-content/parse-content.ts';
import { parseRedirectRules } from '#core/rules/redirect-rule.ts';
import type { Db, QrStatus, RenderStatus, Tx } from '../database.ts';
import { findProject, lockProjectOpen } from '../projects/project-queries.ts';
import { chooseDesign } from '../style-templates/choose-design.ts';
import { clearDestinations, withClearance } from '../url-safety/check/clear-destinations.ts';
import type { CheckResult } from '../url-safety/check/url-checker.ts';
import { insertExamineJob } from '../url-safety/rescan/change-queries.ts';
import { settleCodeSafety } from '../url-safety/rescan/destination-queries.ts';
import { type Examiner, examineDestinations } from '../url-safety/rescan/examine-destinations.ts';
import {
  type FullQrCodeRow,
  findQrCode,
  lockQrCode,
  type NewScanState,
  type QrCodeRow,
  type QrCodeUpdate,
  updateQrCode,
  updateScanSettings,
} from './qr-code-queries.ts';
import { lockLiveCount } from './quota-queries.ts';
import { insertRenderJob } from './render-job-queries.ts';
import { requirements } from './requirements.ts';

/** A change gives up after this many tries if the code keeps changing. */
const triesMax = 5;

/** A further condition, asked before the other checks and again while the code is locked. It refuses by throwing. */
export type Guard = (db: Db | Tx) => Promise<void>;

export interface ChangeSteps {
  guard?: Guard | null;
  /** The last step of the transaction. */
  finish?: (tx: Tx) => Promise<void>;
}

/** Changes only the given fields. */
export async function changeQrCode(
  db: Db,
  safety: Examiner,
  actor: Actor,
  qrId: string,
  change: QrCodeChange,
  steps: ChangeSteps = {},
): Promise<FullQrCodeRow> {
  return withClearance(db, safety, () => tryChange(db, safety, actor, qrId, change, steps));
}

async function tryChange(
  db: Db,
  safety: Examiner,
  actor: Actor,
  qrId: string,
  asked: QrCodeChange,
  steps: ChangeSteps,
): Promise<FullQrCodeRow> {
  for (let attempt = 0; attempt < triesMax; attempt++) {
    const seen = await findQrCode(db, actor.accountId, qrId);
    if (seen === undefined || !can(actor, 'codes.read', seen.project_id)) throw notFound();
    permit(actor, 'codes.change', seen.project_id);
    await steps.guard?.(db);
    // In the order of D6: type → status → plan, then project → safety.
    requireFittingType(seen, asked);
    const change: QrCodeChange = { ...applyContent(seen, asked) };
    requirePossibleStatus(seen, asked);
    const advanced = advancedField(newSettings(asked, seen));
    if (advanced !== null) requirements.advancedRedirects(actor, advanced);
    if (change.templateId !== undefined) change.design = await chooseDesign(db, actor, change);
    const checked = await admitChange(db, safety, actor, seen, change);
    const isApplied = await db.transaction().execute(async (tx) => {
      // Before any row is locked; a change of the label doesn't need it.
      if (touchesDestinations(seen, change)) await clearDestinations(tx, checked);
      return applyChange(tx, actor, seen, change, steps);
    });
    if (!isApplied) continue;
    const changed = await findQrCode(db, actor.accountId, qrId);
    if (changed === undefined) throw notFound();
    return changed;
  }
  throw new Refusal('service_unavailable', 'Somebody else is changing this code. Try again.', {
    retryAfterSeconds: 1,
  });
}

/** The other checks before the transaction. */
async function admitChange(
  db: Db,
  safety: Examiner,
  actor: Actor,
  seen: QrCodeRow,
  change: QrCodeChange,
): Promise<CheckResult> {
  if (reactivates(seen, change)) {
    const project = await findProject(db, actor.accountId, seen.project_id);
    requirements.openProject({ is_archived: project?.is_archived ?? true });
  }
  // Unchanged destinations are checked again: the code may be blocked because of them (D36).
  if (seen.status === 'blocked' && seen.blocked_by === 'rescan') {
    await examineDestinations(db, safety, storedUrls(seen), 'write');
    await insertExamineJob(db);
  }
  return requirements.safeDestinations(db, safety, actor, destinationsToCheck(seen, change));
}

/** False if the code has changed since the checks in a way that matters. */
async function applyChange(
  tx: Tx,
  actor: Actor,
  seen: QrCodeRow,
  change: QrCodeChange,
  { guard, finish }: ChangeSteps,
): Promise<boolean> {
  // Locks in the order account → project → code: the count first, because a trigger will change it.
  const liveCodes = change.status === undefined ? 0 : await lockLiveCount(tx, actor.accountId);
  const project = change.status === 'active' ? await lockProjectOpen(tx, seen.project_id) : null;
  const code = await lockQrCode(tx, seen.qr_id);
  if (code === undefined) throw notFound();
  await guard?.(tx);
  requirePossibleStatus(code, change);
  // A code is restored only as it was checked (D36).
  const isAsChecked = code.updated_at.getTime() === seen.updated_at.getTime();
  if (reactivates(code, change) && !isAsChecked) return false;
  if (reactivates(code, change)) {
    requirements.openProject(project ?? { is_archived: true });
    requirements.quota(liveCodes, actor);
  }
  const update = planUpdate(code, change);
  await updateQrCode(tx, code.qr_id, update);
  await updateScanSettings(tx, code.qr_id, scanSettings(change));
  if (update.render_status === 'pending') await insertRenderJob(tx, code.qr_id, code.render_generation + 1);
  if (code.status === 'blocked') await settleCodeSafety(tx, code.qr_id);
  await finish?.(tx);
  return true;
}

function planUpdate(code: QrCodeRow, change: QrCodeChange): QrCodeUpdate {
  const update: QrCodeUpdate = {};
  if (change.label !== undefined) update.label = change.label;
  if (change.redirectRules !== undefined) update.redirect_rules = formatRules(change.redirectRules);
  if (reactivates(code, change)) Object.assign(update, { status: 'active', blocked_by: null });
  if (change.status === 'archived' && code.status !== 'archived') update.status = 'archived';
  if (isRecord(change.content)) update.qr_data = JSON.stringify(change.content);
  if (change.analyticsEnabled !== undefined) update.analytics_enabled = change.analyticsEnabled;
  const target = change.redirectUrl ?? code.redirect_url;
  const hasNewTarget = target !== code.redirect_url;
  if (hasNewTarget) update.redirect_url = target;
  if (change.design !== undefined) update.render_metadata = change.design && JSON.stringify(change.design);
  const needsImage = hasNewTarget || change.design !== undefined;
  const renderStatus = nextRenderStatus(code, update.status ?? code.status, needsImage);
  if (renderStatus !== code.render_status || needsImage) {
    Object.assign(update, { render_status: renderStatus, nextGeneration: true });
  }
  return update;
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

/** The content of the code's type, in its place. The content of a static code never changes, because it is printed. */
function applyContent(code: QrCodeRow, { content: source, ...change }: QrCodeChange): QrCodeChange {
  if (source === undefined) return change;
  if (!isContentType(code.type) || isStaticType(code.type))
    throw new Refusal(
      'invalid_request',
      `content can't be changed for type ${code.type}${isStaticType(code.type) ? ', because it is part of the image. Create a new code' : ''}.`,
      { param: 'content' },
    );
  const content = parseContent(code.type, source);
  if (!content.ok) throw invalidRequest(content);
  if (code.type !== 'app_store') return { ...change, content: content.value };
  const { redirectUrl, redirectRules } = storeTarget(content.value);
  return { ...change, redirectUrl, redirectRules };
}

function requireFittingType(code: QrCodeRow, change: QrCodeChange): void {
  const advanced = isStaticType(code.type) ? advancedField(change) : null;
  if (advanced !== null)
    throw new Refusal('invalid_request', staticMessage(code.type, advanced), { param: advanced });
  if (change.redirectRules !== undefined && code.type === 'app_store')
    throw new Refusal(
      'invalid_request',
      'For type app_store, redirect_rules are the stores. Change them in the dashboard.',
      { param: 'redirect_rules' },
    );
  if (change.redirectUrl === undefined || code.type === 'url') return;
  throw new Refusal(
    'invalid_request',
    `redirect_url can be changed only for type url. This code has type ${code.type}.`,
    { param: 'redirect_url' },
  );
}

/** A safety check or an operator unblocks a code, not its owner (D35, D36). */
function requirePossibleStatus(code: QrCodeRow, change: QrCodeChange): void {
  if (change.status !== 'active') return;
  if (code.status === 'blocked' || code.blocked_by === 'operator') {
    throw new Refusal(
      'invalid_request',
      "status can't be set to active while the code is blocked. Change its destination first.",
      { param: 'status' },
    );
  }
}

function reactivates(code: QrCodeRow, change: QrCodeChange): boolean {
  return change.status === 'active' && code.status === 'archived';
}

function touchesDestinations(code: QrCodeRow, change: QrCodeChange): boolean {
  const isNamed = [change.redirectUrl, change.redirectRules, change.content].some(
    (part) => part !== undefined,
  );
  return isNamed || reactivates(code, change);
}

/** New destinations; all of them if the code is restored, because much can have changed while it was archived (D36). */
function destinationsToCheck(code: QrCodeRow, change: QrCodeChange) {
  if (!reactivates(code, change)) return destinationsOf(change);
  const stored = storedDestinations(code);
  return destinationsOf({
    redirectUrl: change.redirectUrl ?? stored.redirectUrl,
    redirectRules: change.redirectRules ?? stored.redirectRules,
    content: change.content ?? stored.content,
  });
}

function storedUrls(code: QrCodeRow): string[] {
  return destinationsOf(storedDestinations(code)).map(({ url }) => url);
}

function storedDestinations(code: QrCodeRow) {
  const rules = parseRedirectRules(code.redirect_rules);
  assert(rules.ok, 'stored rules are those that were parsed');
  return {
    redirectUrl: code.redirect_url === '' ? null : code.redirect_url,
    redirectRules: rules.value,
    content: code.qr_data,
  };
}

export function notFound(): Refusal {
  return new Refusal('qr_not_found', 'There is no such QR code.');
}

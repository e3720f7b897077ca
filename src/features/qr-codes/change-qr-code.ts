import { ApiError } from '#core/errors.ts';
import {
  destinationsOf,
  formatRules,
  type QrCodeChange,
  usesAdvancedRedirects,
} from '#core/qr-code-input.ts';
import { parseRedirectRules } from '#core/redirect-rule.ts';
import type { Caller } from '../api-keys/key-directory.ts';
import type { Db, Tx } from '../database.ts';
import { findProject, lockProjectOpen } from '../projects/project-queries.ts';
import type { UrlChecker } from '../url-safety/url-checker.ts';
import {
  type FullQrCodeRow,
  findQrCode,
  insertRenderJob,
  lockQrCode,
  type NewScanState,
  type QrCodeRow,
  type QrCodeUpdate,
  updateQrCode,
  updateScanSettings,
} from './qr-code-queries.ts';
import { lockLiveCount } from './quota-queries.ts';
import { requirements } from './requirements.ts';

/** Changes what is named and nothing else. The checks come in the order of D6. */
export async function changeQrCode(
  db: Db,
  checker: UrlChecker,
  caller: Caller,
  qrId: string,
  change: QrCodeChange,
): Promise<FullQrCodeRow> {
  const seen = await findQrCode(db, caller.accountId, qrId);
  if (seen === undefined) throw notFound();
  requireFittingType(seen, change);
  requirePossibleStatus(seen, change);
  if (usesAdvancedRedirects(change)) requirements.advancedRedirects(caller);
  if (reactivates(seen, change)) {
    const project = await findProject(db, caller.accountId, seen.project_id);
    requirements.openProject({ is_archived: project?.is_archived ?? true });
  }
  await requirements.safeDestinations(checker, destinationsToCheck(seen, change));

  await db.transaction().execute((tx) => applyChange(tx, caller, seen, change));
  const changed = await findQrCode(db, caller.accountId, qrId);
  if (changed === undefined) throw notFound();
  return changed;
}

async function applyChange(tx: Tx, caller: Caller, seen: QrCodeRow, change: QrCodeChange): Promise<void> {
  const qrId = seen.qr_id;
  // Locks in the order account → project → code: the count first, since a trigger will move it.
  const liveCodes = change.status === undefined ? 0 : await lockLiveCount(tx, caller.accountId);
  const project = change.status === 'active' ? await lockProjectOpen(tx, seen.project_id) : null;
  const code = await lockQrCode(tx, qrId);
  if (code === undefined) throw notFound();
  requirePossibleStatus(code, change);
  const update: QrCodeUpdate = {};
  if (change.label !== undefined) update.label = change.label;
  if (change.redirectRules !== undefined) update.redirect_rules = formatRules(change.redirectRules);
  if (reactivates(code, change)) {
    requirements.openProject(project ?? { is_archived: true });
    requirements.quota(liveCodes, caller);
    Object.assign(update, { status: 'active', blocked_by: null });
    if (code.render_status === 'idle') askForRender(update);
  }
  if (change.status === 'archived' && code.status !== 'archived') {
    update.status = 'archived';
    // Nobody waits for the image of an archived code: a render under way loses (D39).
    if (code.render_status === 'pending' || code.render_status === 'rendering') {
      Object.assign(update, { render_status: 'idle', nextGeneration: true });
    }
  }
  if (change.redirectUrl !== undefined && change.redirectUrl !== code.redirect_url) {
    update.redirect_url = change.redirectUrl;
    askForRender(update);
  }
  await updateQrCode(tx, qrId, update);
  await updateScanSettings(tx, qrId, scanSettings(change));
  if (update.render_status === 'pending') await insertRenderJob(tx, qrId, code.render_generation + 1);
}

function askForRender(update: QrCodeUpdate): void {
  Object.assign(update, { render_status: 'pending', nextGeneration: true });
}

function scanSettings(change: QrCodeChange): Partial<NewScanState> {
  return {
    ...(change.scanLimit !== undefined && { scan_limit: change.scanLimit }),
    ...(change.expiresAt !== undefined && { expires_at: change.expiresAt }),
  };
}

function requireFittingType(code: QrCodeRow, change: QrCodeChange): void {
  if (change.redirectUrl === undefined || code.type === 'url') return;
  throw new ApiError(
    'invalid_request',
    `redirect_url can be changed only for type url; this code is of type ${code.type}.`,
  );
}

/** Blocked codes leave that state by the safety check or an operator, not by their owner (D35, D36). */
function requirePossibleStatus(code: QrCodeRow, change: QrCodeChange): void {
  if (change.status !== 'active') return;
  if (code.status === 'blocked' || code.blocked_by === 'operator') {
    throw new ApiError(
      'invalid_request',
      'status can not be set to active while the code is blocked; change what it leads to.',
    );
  }
}

function reactivates(code: QrCodeRow, change: QrCodeChange): boolean {
  return change.status === 'active' && code.status === 'archived';
}

/** What is new; and all there is, if the code was archived while it was blocked (D36). */
function destinationsToCheck(code: QrCodeRow, change: QrCodeChange) {
  if (!reactivates(code, change) || code.blocked_by === null) return destinationsOf(change);
  const stored = parseRedirectRules(code.redirect_rules);
  return destinationsOf({
    redirectUrl: change.redirectUrl ?? code.redirect_url,
    redirectRules: change.redirectRules ?? (stored.ok ? stored.value : []),
  });
}

export function notFound(): ApiError {
  return new ApiError('qr_not_found', 'There is no such QR code.');
}

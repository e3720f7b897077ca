import assert from 'node:assert';
import type { Actor } from '#core/actor.ts';
import { staticMessage, storeTarget } from '#core/dashboard-code-input.ts';
import type { Destination } from '#core/destination.ts';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { needsDestination } from '#core/forward-query.ts';
import { can, permit } from '#core/permissions.ts';
import { advancedField, destinationsOf, newSettings, type QrCodeChange } from '#core/qr-code-input.ts';
import { isContentType, isStaticType } from '#core/qr-content/content-field.ts';
import { parseContent } from '#core/qr-content/parse-content.ts';
import { replaceInUrls } from '#core/replace-in-urls.ts';
import { parseRedirectRules } from '#core/rules/redirect-rule.ts';
import type { Db } from '../database.ts';
import { chooseFolder } from '../folders/choose-folder.ts';
import { chooseProject } from '../projects/choose-project.ts';
import { findProject } from '../projects/project-queries.ts';
import { chooseDesign } from '../style-templates/choose-design.ts';
import type { CheckResult } from '../url-safety/check/url-checker.ts';
import { insertExamineJob } from '../url-safety/rescan/change-queries.ts';
import { type Examiner, examineDestinations } from '../url-safety/rescan/examine-destinations.ts';
import { type ChangedRow, findForChange, type QrCodeRow } from './qr-code-queries.ts';
import { requirements } from './requirements.ts';

/** Everything about a change that was checked before its transaction. */
export interface ChangePlan {
  seen: ChangedRow;
  change: QrCodeChange;
  checked: CheckResult;
  /** The project to move the code to; null: it stays. */
  moveTo: string | null;
  /** The folder to put it into; null: out of its folder. */
  folderId?: string | null;
}

export interface PlanSteps {
  /** A further condition. It refuses by throwing. */
  guard?: ((db: Db) => Promise<void>) | null;
  /** The code, if it was read together with others. */
  seen?: ChangedRow | undefined;
  /** Checks destinations, or looks up the result of a check of many. */
  check: (destinations: Destination[]) => Promise<CheckResult>;
}

/** All checks of a change, in the order of D6: code → type → status → plan → project → safety. */
export async function planChange(
  db: Db,
  safety: Examiner,
  actor: Actor,
  qrId: string,
  asked: QrCodeChange,
  { guard, seen: known, check }: PlanSteps,
): Promise<ChangePlan> {
  const seen = known ?? (await findForChange(db, actor.accountId, qrId));
  if (seen === undefined || !can(actor, 'codes.read', seen.project_id)) throw notFound();
  permit(actor, 'codes.change', seen.project_id);
  await guard?.(db);
  const wanted = applyReplacement(seen, asked);
  requireFittingType(seen, wanted);
  const change: QrCodeChange = { ...applyContent(seen, wanted) };
  requirePossibleStatus(seen, asked);
  const advanced = advancedField(newSettings(asked, seen));
  if (advanced !== null) requirements.advancedRedirects(actor, advanced);
  if (change.templateId !== undefined) change.design = await chooseDesign(db, actor, change);
  const moveTo = await chooseTarget(db, actor, seen, change.projectId);
  const folderId =
    change.folderId === undefined
      ? undefined
      : await chooseFolder(db, moveTo ?? seen.project_id, change.folderId);
  if (reactivates(seen, change) && moveTo === null) {
    const project = await findProject(db, actor.accountId, seen.project_id);
    requirements.openProject({ is_archived: project?.is_archived ?? true });
  }
  // Unchanged destinations are checked again: the code may be blocked because of them (D36).
  if (seen.status === 'blocked' && seen.blocked_by === 'rescan') {
    await examineDestinations(db, safety, storedUrls(seen), 'write');
    await insertExamineJob(db);
  }
  const checked = await check(destinationsToCheck(seen, change));
  return { seen, change, checked, moveTo, ...(folderId !== undefined && { folderId }) };
}

/** The project of a move: known to the actor, not archived, and possible with its printed link. */
async function chooseTarget(
  db: Db,
  actor: Actor,
  seen: QrCodeRow,
  projectId: string | undefined,
): Promise<string | null> {
  if (projectId === undefined) return null;
  const project = await chooseProject(db, actor, projectId);
  if (project.project_id === seen.project_id) return null;
  permit(actor, 'codes.change', project.project_id);
  requirements.openProject(project);
  requireMovable(seen);
  return project.project_id;
}

/** A printed link on the domain of a project works only for codes of that project. */
export function requireMovable({ rendered_host, type }: Pick<QrCodeRow, 'rendered_host' | 'type'>): void {
  // Static codes have no link.
  if (rendered_host === null || isStaticType(type)) return;
  throw new Refusal(
    'conflict',
    `The printed link is on ${rendered_host}, the domain of its project, and would stop working.`,
    { param: 'project_id' },
  );
}

/** New destinations instead of a text to replace in the old ones. */
function applyReplacement(code: QrCodeRow, change: QrCodeChange): QrCodeChange {
  if (change.replaceInUrls === undefined) return change;
  const replaced = replaceInUrls(code, change.replaceInUrls);
  if (!replaced.ok) throw invalidRequest(replaced);
  return { ...change, ...replaced.value };
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
  if ((change.forwardedParams ?? []).length > 0 && code.redirect_url === '')
    throw new Refusal('invalid_request', `forwarded_params ${needsDestination}`, {
      param: 'forwarded_params',
    });
  if (change.redirectUrl === undefined || code.type === 'url') return;
  throw new Refusal(
    'invalid_request',
    `redirect_url can be changed only for type url. This code has type ${code.type}.`,
    { param: 'redirect_url' },
  );
}

/** A safety check or an operator unblocks a code, not its owner (D35, D36). */
export function requirePossibleStatus(code: QrCodeRow, change: QrCodeChange): void {
  if (change.status !== 'active') return;
  if (code.status === 'blocked' || code.blocked_by === 'operator') {
    throw new Refusal(
      'invalid_request',
      "status can't be set to active while the code is blocked. Change its destination first.",
      { param: 'status' },
    );
  }
}

export function reactivates(code: QrCodeRow, change: QrCodeChange): boolean {
  return change.status === 'active' && code.status === 'archived';
}

export function touchesDestinations({ seen, change }: ChangePlan): boolean {
  const isNamed = [change.redirectUrl, change.redirectRules, change.content].some(
    (part) => part !== undefined,
  );
  return isNamed || reactivates(seen, change);
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

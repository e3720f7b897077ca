import { createHash, randomBytes } from 'node:crypto';
import { Refusal } from '#core/errors.ts';
import { firstId } from '#core/first-id.ts';
import { makeSlug } from '#core/slug.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { explainTakenEmail } from '../accounts/account-input.ts';
import { insertInitialProject } from '../accounts/account-queries.ts';
import type { Db } from '../database.ts';
import {
  type CopiedCode,
  findAccountRow,
  insertCopiedAccount,
  insertCopiedCodes,
  insertCopiedProjects,
  insertCopiedTemplates,
  insertRollUpRows,
  listBlockedCodes,
  listCodeRows,
  listFreeSlugs,
  listPresentCodes,
  listProjectRows,
  listRollUpRows,
  listTemplateRows,
  type RollUpPlace,
} from './copy-queries.ts';

const codesAtOnce = 500;
const rollUpsAtOnce = 2_000;

export interface AccountCopy {
  /** The account of the backup, and one of its projects; null: all of them. */
  accountId: string;
  projectId: string | null;
  /** A new account with this address, or one of an interrupted copy. */
  into: { email: string } | { accountId: string };
  /** Called before anything is copied. */
  onAccount(accountId: string): void;
  /** Called after each page, before the next one is copied. */
  onCodes(done: CopiedPair[]): Promise<void>;
}

export interface CopiedPair {
  old: CopiedCode;
  qrId: string;
  slug: string;
}

export interface CopyResult {
  accountId: string;
  projects: number;
  codes: number;
  /** Codes whose printed links work again, because nobody uses their slug now. */
  keptSlugs: number;
}

/**
 * Copies an account, or one of its projects, from a restored backup into a new account of the running service. It changes nothing that exists
 * there. Everything gets new identifiers; a slug is kept if it is free. Keys, members and domains are not copied. New identifiers are derived
 * from the old ones and the new account, so an interrupted copy continues when it is run again.
 */
export async function copyAccount(source: Db, target: Db, copy: AccountCopy): Promise<CopyResult> {
  const projects = await listProjectRows(source, copy.accountId, copy.projectId);
  const accountId = await openAccount(source, target, copy, projects.length);
  copy.onAccount(accountId);
  const newIds = new Map(
    projects.map(({ project_id }) => [String(project_id), newIdOf(accountId, project_id)]),
  );
  const fresh = projects.map((project) => ({
    ...project,
    project_id: newIdOf(accountId, project['project_id']),
  }));
  const templates = await listTemplateRows(source, copy.accountId);
  await target.transaction().execute(async (tx) => {
    await insertCopiedProjects(tx, accountId, fresh);
    await insertCopiedTemplates(tx, accountId, templates);
  });
  for (const [old, fresh] of newIds) await copyRollUps(source, target, old, fresh);
  const result = { accountId, projects: projects.length, codes: 0, keptSlugs: 0 };
  for (let after = firstId; ; ) {
    const codes = await listCodeRows(source, [...newIds.keys()], after, codesAtOnce);
    if (codes.length === 0) return result;
    after = codes.at(-1)?.qr_id ?? after;
    const done = await copyCodes(target, accountId, newIds, codes);
    for (const { old, qrId } of done) await copyRollUps(source, target, old.qr_id, qrId);
    result.codes += done.length;
    result.keptSlugs += done.filter(({ old, slug }) => old.reserved_slug === slug).length;
    await copy.onCodes(done);
  }
}

/** Later decisions of the operator still hold: an erased account stays erased, a suspended one suspended. */
async function openAccount(source: Db, target: Db, copy: AccountCopy, projects: number): Promise<string> {
  const row = await findAccountRow(source, copy.accountId);
  if (row === undefined || row['erased_at'] !== null)
    throw new Refusal('not_found', 'The backup has no such account.');
  if (projects === 0) throw new Refusal('not_found', 'The account has no such project in the backup.');
  const present = await findAccountRow(target, copy.accountId);
  if (present !== undefined && present['erased_at'] !== null)
    throw new Refusal(
      'conflict',
      "The account was erased after the backup. Erased accounts can't be restored.",
    );
  if ('accountId' in copy.into) {
    if ((await findAccountRow(target, copy.into.accountId)) === undefined)
      throw new Refusal('not_found', "The account to continue with doesn't exist.");
    return copy.into.accountId;
  }
  const { email } = copy.into;
  const accountId = newUuid();
  await target
    .transaction()
    .execute(async (tx) => {
      await insertCopiedAccount(tx, { accountId, email, row: { ...row, ...suspensionOf(present) } });
      // Every account has a default project, also if another one was requested.
      if (copy.projectId !== null) await insertInitialProject(tx, newUuid(), accountId);
    })
    .catch((error: unknown) => {
      throw explainTakenEmail(error, email);
    });
  return accountId;
}

function suspensionOf(account: Record<string, unknown> | undefined): Record<string, unknown> {
  if (account === undefined || account['suspended_at'] === null) return {};
  return { suspended_at: account['suspended_at'], suspended_reason: account['suspended_reason'] };
}

async function copyCodes(
  target: Db,
  accountId: string,
  projectIds: ReadonlyMap<string, string>,
  codes: CopiedCode[],
): Promise<CopiedPair[]> {
  const present = await listPresentCodes(
    target,
    codes.map(({ qr_id }) => newIdOf(accountId, qr_id)),
  );
  const missing = codes.filter(({ qr_id }) => !present.has(newIdOf(accountId, qr_id)));
  if (missing.length === 0) return [];
  const blocked = await listBlockedCodes(
    target,
    missing.map(({ qr_id }) => qr_id),
  );
  return target.transaction().execute(async (tx) => {
    const free = await listFreeSlugs(
      tx,
      missing.map(({ reserved_slug }) => reserved_slug),
    );
    const made = missing.map((old) => ({
      old,
      qrId: newIdOf(accountId, old.qr_id),
      slug: free.has(old.reserved_slug) ? old.reserved_slug : makeSlug(randomBytes),
    }));
    const rows = made.map(({ old, qrId, slug }) => ({
      ...old,
      ...(blocked.has(old.qr_id) && { status: 'blocked', blocked_by: blocked.get(old.qr_id) }),
      qr_id: qrId,
      project_id: projectIds.get(old.project_id) ?? '',
      reserved_slug: slug,
    }));
    const kept = made.filter(({ old, slug }) => old.reserved_slug === slug).map(({ qrId }) => qrId);
    await insertCopiedCodes(tx, accountId, rows, kept);
    return made;
  });
}

async function copyRollUps(source: Db, target: Db, oldId: string, newId: string): Promise<void> {
  for (const table of ['scan_days', 'scan_months'] as const)
    for (let after: RollUpPlace | null = null; ; ) {
      const rows = await listRollUpRows(source, table, oldId, after, rollUpsAtOnce);
      if (rows.length === 0) break;
      await insertRollUpRows(target, table, newId, rows);
      after = rows.at(-1) ?? null;
    }
}

/** The same each time, and different for every new account. */
function newIdOf(accountId: string, oldId: unknown): string {
  const hex = createHash('sha256')
    .update(`${accountId} ${String(oldId)}`)
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

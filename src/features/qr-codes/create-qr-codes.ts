import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { destinationsOf, type NewQrCode } from '#core/qr-code-input.ts';
import type { Db, Tx } from '../database.ts';
import { chooseProject } from '../projects/choose-project.ts';
import { lockProjectOpen, type ProjectRow } from '../projects/project-queries.ts';
import { clearDestinations, withClearance } from '../url-safety/check/clear-destinations.ts';
import type { Examiner } from '../url-safety/rescan/examine-destinations.ts';
import { type Admission, admitQrCode } from './admit-qr-code.ts';
import { newCodeRow } from './new-code-row.ts';
import { type FullQrCodeRow, insertQrCodes } from './qr-code-queries.ts';
import { lockLiveCount } from './quota-queries.ts';
import { bulkPriority, insertRenderJobs } from './render-job-queries.ts';
import { requirements } from './requirements.ts';
import { mergeChecks, sharedCheck } from './shared-check.ts';

export interface NewItem {
  index: number;
  input: NewQrCode;
}

type AdmittedItem = NewItem & Admission;

export interface BulkSteps<Result> {
  /** Notes that an item is refused, or throws if that ends the whole request. */
  refuse: (index: number, refusal: Refusal) => void;
  /** Opens the transaction and calls `create` in it, with the items that nobody else has created. */
  commit: (
    create: (tx: Tx, isOpen: (index: number) => boolean) => Promise<Map<number, FullQrCodeRow>>,
  ) => Promise<Result>;
}

/**
 * Creates several codes in one transaction. Their destinations are checked together, and their images wait until nobody waits for a single one.
 * It runs again if the threat lists change in between.
 */
export function createQrCodes<Result>(
  db: Db,
  safety: Examiner,
  actor: Actor,
  items: NewItem[],
  { refuse, commit }: BulkSteps<Result>,
): Promise<Result> {
  return withClearance(db, safety, async () => {
    const all = items.flatMap(({ input }) => destinationsOf(input));
    const check = await sharedCheck(db, safety, actor, all);
    const projects = new Map<string | null, Promise<ProjectRow>>();
    const choose = (projectId: string | null) => {
      const known = projects.get(projectId) ?? chooseProject(db, actor, projectId);
      projects.set(projectId, known);
      return known;
    };
    const admitted: AdmittedItem[] = [];
    for (const item of items)
      await noteRefusal(item.index, refuse, async () => {
        admitted.push({ ...item, ...(await admitQrCode(db, actor, item.input, { check, choose })) });
      });
    return commit((tx, isOpen) =>
      insertAdmitted(
        tx,
        actor,
        admitted.filter(({ index }) => isOpen(index)),
        refuse,
      ),
    );
  });
}

async function insertAdmitted(
  tx: Tx,
  actor: Actor,
  admitted: AdmittedItem[],
  refuse: BulkSteps<unknown>['refuse'],
): Promise<Map<number, FullQrCodeRow>> {
  await clearDestinations(tx, mergeChecks(admitted.map(({ checked }) => checked)));
  const room = actor.entitlements.limits.qrCodes - (await lockLiveCount(tx, actor.accountId));
  const open = await keepOpenProjects(tx, admitted, refuse);
  const rows = open.slice(0, Math.max(0, room)).map((item) => ({
    index: item.index,
    ...newCodeRow(actor, item.input, item),
  }));
  for (const { index } of open.slice(rows.length))
    await noteRefusal(index, refuse, async () => requirements.quota(Number.POSITIVE_INFINITY, actor));
  const created = new Map((await insertQrCodes(tx, rows)).map((code) => [code.qr_id, code]));
  await insertRenderJobs(
    tx,
    [...created.values()].map(({ qr_id, render_generation: generation }) => ({
      qr_id,
      generation,
      priority: bulkPriority,
    })),
  );
  return new Map(
    rows.flatMap(({ index, code, state }) => {
      const row = created.get(code.qr_id);
      return row === undefined ? [] : [[index, { ...row, ...state, scan_count: 0 }]];
    }),
  );
}

/** Archived since the check? The locks prevent it until the commit. In key order, like everybody who locks several. */
async function keepOpenProjects(
  tx: Tx,
  admitted: AdmittedItem[],
  refuse: BulkSteps<unknown>['refuse'],
): Promise<AdmittedItem[]> {
  const archived = new Set<string>();
  for (const projectId of [...new Set(admitted.map((item) => item.projectId))].sort())
    if ((await lockProjectOpen(tx, projectId)).is_archived) archived.add(projectId);
  for (const { index, projectId } of admitted)
    await noteRefusal(index, refuse, async () =>
      requirements.openProject({ is_archived: archived.has(projectId) }),
    );
  return admitted.filter(({ projectId }) => !archived.has(projectId));
}

async function noteRefusal(
  index: number,
  refuse: BulkSteps<unknown>['refuse'],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuse(index, error);
  }
}

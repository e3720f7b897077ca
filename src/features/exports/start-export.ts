import type { Actor, KeyActor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { imagesMax, type NewExport } from '#core/export-input.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { permit, permitEverywhere } from '#core/permissions.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { requireSubject } from '../analytics/require-subject.ts';
import type { Db, Tx } from '../database.ts';
import { listQrCodesById } from '../qr-codes/qr-code-queries.ts';
import { findLiveCounts } from '../qr-codes/quota-queries.ts';
import { findOldestDay } from '../scans/place-queries.ts';
import { addExportJob } from './add-export-job.ts';
import { countUnfinished, type ExportRow, insertExport } from './export-queries.ts';
import { accessOf } from './require-export.ts';

/** Two of them run. */
const unfinishedMax = 22;

/** What the key needs depends on what is in the export. */
export function permitExport(actor: KeyActor, { kind, projectId }: NewExport): void {
  permit(actor, accessOf[kind]);
  if (projectId === null) permitEverywhere(actor, accessOf[kind]);
}

/** Enqueues an export. */
export async function startExport(tx: Tx, actor: Actor, wanted: NewExport): Promise<ExportRow> {
  const { kind } = wanted;
  const projectId =
    wanted.projectId === null
      ? null
      : await requireSubject(tx, actor, accessOf[kind], 'project', wanted.projectId, 'project_id');
  const qrId =
    wanted.qrId === null ? null : await requireSubject(tx, actor, 'analytics.read', 'code', wanted.qrId);
  const qrIds = kind === 'images' ? await chooseImages(tx, actor, projectId, wanted.qrIds) : null;
  if ((await countUnfinished(tx, actor.accountId)) >= unfinishedMax)
    throw new Refusal(
      'conflict',
      'Twenty exports are waiting already. Wait until one is done, or cancel one.',
    );
  const hasRange = kind === 'analytics' || kind === 'scans';
  const row = await insertExport(tx, {
    export_id: newUuid(),
    account_id: actor.accountId,
    kind,
    format: wanted.format,
    project_id: projectId,
    qr_id: qrId,
    qr_ids: qrIds,
    range_start: hasRange ? new Date(wanted.fromMs) : null,
    range_end: hasRange ? new Date(wanted.untilMs) : null,
    available_from: kind === 'scans' ? await availableFrom(tx, wanted.fromMs) : null,
  });
  await addExportJob(tx, row.export_id);
  return row;
}

/** Null: all codes of the project. */
async function chooseImages(
  tx: Tx,
  actor: Actor,
  projectId: string | null,
  ids: string[] | null,
): Promise<string[] | null> {
  if (ids === null) {
    const codes = projectId === null ? 0 : ((await findLiveCounts(tx, [projectId])).get(projectId) ?? 0);
    if (codes > imagesMax)
      throw new Refusal(
        'conflict',
        `The project has ${codes} codes, and an export can have the images of ${imagesMax}. List them in several exports with qr_ids.`,
        { param: 'project_id' },
      );
    return null;
  }
  const uuids = ids.map((id) => parseIdentifier('qrc', id));
  const known = new Set(
    (
      await listQrCodesById(
        tx,
        actor.accountId,
        uuids.filter((uuid) => uuid !== null),
      )
    ).map(({ qr_id }) => qr_id),
  );
  const missing = uuids.findIndex((uuid) => uuid === null || !known.has(uuid));
  if (missing !== -1)
    throw new Refusal('qr_not_found', `There is no code ${ids[missing]}.`, { param: `qr_ids[${missing}]` });
  return uuids.filter((uuid) => uuid !== null);
}

/** Single scans exist for a limited time only. */
async function availableFrom(db: Db, fromMs: number): Promise<Date> {
  return new Date(Math.max(fromMs, Date.parse(await findOldestDay(db))));
}

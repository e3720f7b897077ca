import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { can } from '#core/permissions.ts';
import type { LabelRequest } from '#core/print/label-sheets.ts';
import { notFound } from '#features/qr-codes/plan-change.ts';
import { listQrCodesById } from '#features/qr-codes/qr-code-queries.ts';
import { drawnText, printedFile } from '#features/rendering/print-task.ts';
import type { ApiContext } from './api-context.ts';

/** A PDF with a label per code, in the order of the request. One that can't be printed yet is named. */
export async function drawLabels(
  { db, drawings, config }: ApiContext,
  actor: Actor,
  { qrIds, sheet, hasNames, skip }: LabelRequest,
): Promise<Buffer> {
  const ids = qrIds.map((id) => parseIdentifier('qrc', id));
  const known = ids.filter((id) => id !== null);
  const found = new Map(
    (await listQrCodesById(db, actor.accountId, known)).map((code) => [code.qr_id, code]),
  );
  const codes = ids.map((id) => {
    const code = id === null ? undefined : found.get(id);
    if (code === undefined || !can(actor, 'codes.read', code.project_id)) throw notFound();
    if (code.render_status !== 'done')
      throw new Refusal(
        'not_found',
        `The image of “${code.label}” doesn't exist yet. It may still be rendering.`,
      );
    const { text, design } = drawnText(code, config.publicBaseUrl);
    return { text, design, name: hasNames ? code.label : null };
  });
  return printedFile(await drawings.run(actor.accountId, { kind: 'labels', task: { sheet, skip, codes } }));
}

import { Command } from 'commander';
import { Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { parseSlug } from '#core/slug.ts';
import { changeView } from '#features/history/change-view.ts';
import { listChanges } from '#features/history/history-queries.ts';
import { findAnyQrCodeBySlug } from '#features/qr-codes/qr-code-queries.ts';
import { jsonOption, parseRows } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { formatJson } from './output.ts';

/** Who changed a code or project. */
export function historyCommand(context: CliContext): Command {
  return new Command('history')
    .description('show who changed a QR code or project, newest first')
    .argument('<id>', 'qrc_…, a slug, or prj_…')
    .option('--rows <number>', 'at most this many', parseRows, 50)
    .addOption(jsonOption())
    .action(async (id: string, options: { rows: number; json?: boolean }) => {
      const changes = await listChanges(context.db(), await subjectOf(context, id), null, options.rows);
      const views = changes.map(changeView);
      if (options.json) return context.print(formatJson(views));
      if (views.length === 0) return context.print('No changes since history is recorded.');
      for (const view of views) context.print(describe(view));
    });
}

async function subjectOf(context: CliContext, id: string): Promise<{ qrId: string } | { projectId: string }> {
  const projectId = parseIdentifier('prj', id);
  if (projectId !== null) return { projectId };
  const slug = parseSlug(id);
  const qrId =
    parseIdentifier('qrc', id) ??
    (slug === null ? null : (await findAnyQrCodeBySlug(context.db(), slug))?.qr_id) ??
    null;
  if (qrId === null) throw new Refusal('not_found', `There is no code or project ${id}.`);
  return { qrId };
}

function describe(change: ReturnType<typeof changeView>): string {
  const scan =
    change.first_scan_number === null ? '' : `; scan ${change.first_scan_number} was the first to see it`;
  const head = `${change.changed_at}  ${change.actor.name} (${change.via}) ${change.operation} it${scan}  ${change.change_id}`;
  if (change.operation === 'created') return head;
  const lines = change.changes.map(
    ({ field, before, after }) => `    ${field}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
  );
  return [head, ...lines].join('\n');
}

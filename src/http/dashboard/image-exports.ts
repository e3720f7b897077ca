import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { parseNewExport } from '#core/export-input.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { visibleProjects } from '#core/permissions.ts';
import { type ExportRow, findExport, hasOnlyCodesOf } from '#features/exports/export-queries.ts';
import { exportView, isExpired } from '#features/exports/export-view.ts';
import { startExport } from '#features/exports/start-export.ts';
import type { ApiContext } from '../api-context.ts';
import { dbOf, memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody } from './json-body.ts';

const path = '/dashboard/api/image-exports';
/** 5,000 IDs. */
const bodyLimit = 256 * 1024;

interface OneRequest {
  Params: { id: string };
}

/** A ZIP of the images of chosen codes, made by the worker. */
export function registerImageExports(app: FastifyInstance, context: ApiContext): void {
  const route = dashboardRoute('codes.read');

  app.post(path, { ...route, bodyLimit }, async (request, reply) => {
    const { format, qr_ids } = jsonBody(request);
    const wanted = parseNewExport({ kind: 'images', format, qr_ids });
    if (!wanted.ok) throw invalidRequest(wanted);
    const member = memberOf(request);
    const started = await dbOf(context, request)
      .transaction()
      .execute(async (tx) => {
        const row = await startExport(tx, member, wanted.value);
        if (await hasOnlyCodesOf(tx, row.export_id, visibleProjects(member))) return row;
        throw new Refusal('qr_not_found', 'There is no such QR code.');
      });
    return reply.status(202).send({ ok: true, export: viewOf(started) });
  });

  app.get<OneRequest>(`${path}/:id`, route, async (request) => ({
    ok: true,
    export: viewOf(await requireOwn(request)),
  }));

  app.get<OneRequest>(`${path}/:id/file`, route, async (request, reply) => {
    const found = await requireOwn(request);
    const isGone = found.file === null || isExpired(found, context.clock.nowMs());
    const file = isGone || found.file === null ? null : await context.files.open(found.file);
    if (file === null) throw new Refusal('not_found', 'The file does not exist any more. Download it again.');
    return reply
      .headers({
        'content-disposition': 'attachment; filename="qr-codes.zip"',
        'content-length': file.bytes,
        'cache-control': 'private, no-store',
      })
      .type('application/zip')
      .send(file.content);
  });

  async function requireOwn(request: FastifyRequest<OneRequest>): Promise<ExportRow> {
    const exportId = parseIdentifier('exp', request.params.id);
    const { accountId } = memberOf(request);
    const found = exportId === null ? undefined : await findExport(context.db, accountId, exportId);
    if (found?.kind !== 'images' || found.project_id !== null)
      throw new Refusal('export_not_found', 'There is no such export.');
    await requireVisible(request, found);
    return found;
  }

  /** A member who sees single projects gets the images of these only. */
  async function requireVisible(request: FastifyRequest, { export_id }: ExportRow): Promise<void> {
    if (!(await hasOnlyCodesOf(context.db, export_id, visibleProjects(memberOf(request)))))
      throw new Refusal('qr_not_found', 'There is no such QR code.');
  }

  function viewOf(row: ExportRow) {
    return exportView(row, null, context.clock.nowMs());
  }
}

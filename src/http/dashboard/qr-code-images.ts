import type { FastifyInstance } from 'fastify';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { parsePrintOptions, printParameters } from '#core/print/print-options.ts';
import { drawnText, printedFile, printTask, printTypes, resultOf } from '#features/rendering/print-task.ts';
import type { ApiContext } from '../api-context.ts';
import { fileName } from '../file-name.ts';
import { firstQueryValue } from '../query.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { requireCode } from './qr-codes.ts';

/** The image as a download, named after the code. SVG and PNG as they are stored, unless another size or kind is asked for. */
export function registerQrCodeImages(app: FastifyInstance, context: ApiContext): void {
  app.get<{ Params: { id: string; format: string } }>(
    '/dashboard/api/qr-codes/:id/image/:format',
    dashboardRoute('codes.read'),
    async (request, reply) => {
      const code = await requireCode(context, request);
      const asked = Object.fromEntries(printParameters.map((name) => [name, firstQueryValue(request, name)]));
      const options = parsePrintOptions({ ...asked, format: request.params.format });
      if (!options.ok) throw invalidRequest(options);
      const { format } = options.value;
      const isStored =
        (format === 'svg' || format === 'png') && Object.values(asked).every((value) => !value);
      const name = format === 'png' ? code.png_file : code.svg_file;
      const file = isStored
        ? name && (await context.files.read(name))
        : printedFile(
            await context.drawings.run(
              code.account_id,
              printTask(code, context.config.publicBaseUrl, options.value),
            ),
          );
      if (!file) throw new Refusal('not_found', "The image doesn't exist yet. It may still be rendering.");
      return reply
        .headers({
          'content-disposition': `attachment; filename="${fileName(code.label)}.${format}"`,
          'cache-control': 'private, no-store',
        })
        .type(printTypes[format])
        .send(file);
    },
  );

  /** How small the code can be printed. */
  app.get<{ Params: { id: string } }>(
    '/dashboard/api/qr-codes/:id/print-advice',
    dashboardRoute('codes.read'),
    async (request) => {
      const code = await requireCode(context, request);
      const task = { kind: 'advice', ...drawnText(code, context.config.publicBaseUrl) } as const;
      return { ok: true, advice: resultOf(await context.drawings.run(code.account_id, task)) };
    },
  );
}

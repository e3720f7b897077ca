import type { FastifyInstance } from 'fastify';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { parseRenderStyle } from '#core/qr-image/render-style.ts';
import type { FullQrCodeRow } from '#features/qr-codes/qr-code-queries.ts';
import { contentTypes } from '#platform/file-store.ts';
import type { ApiContext } from '../api-context.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { requireCode } from './qr-codes.ts';

const formats = ['svg', 'png', 'pdf'] as const;

/** The image as a download, named after the code. */
export function registerQrCodeImages(app: FastifyInstance, context: ApiContext): void {
  app.get<{ Params: { id: string; format: string } }>(
    '/dashboard/api/qr-codes/:id/image/:format',
    dashboardRoute('codes.read'),
    async (request, reply) => {
      const code = await requireCode(context, request);
      const format = formats.find((known) => known === request.params.format);
      const name = format === 'png' ? code.png_file : code.svg_file;
      const file = format === undefined || name === null ? null : await context.files.read(name);
      if (file === null)
        throw new Refusal('not_found', "The image doesn't exist yet. It may still be rendering.");
      const content = format === 'pdf' ? await drawPdf(context, code, file) : file;
      return reply
        .headers({
          'content-disposition': `attachment; filename="${fileName(code.label)}.${format}"`,
          'cache-control': 'private, no-store',
        })
        .type(
          format === 'pdf' ? 'application/pdf' : (contentTypes[format ?? ''] ?? 'application/octet-stream'),
        )
        .send(content);
    },
  );
}

async function drawPdf({ drawings }: ApiContext, code: FullQrCodeRow, file: Buffer): Promise<Buffer> {
  const style = parseRenderStyle(code.render_metadata ?? {});
  const dpi = style.ok ? style.value.dpi : 300;
  const pdf = await drawings.run(code.account_id, { kind: 'pdf', svg: file.toString('utf8'), dpi });
  if (!pdf.ok) throw invalidRequest(pdf);
  return Buffer.from(pdf.value);
}

/** Only letters and digits are safe in a header. */
function fileName(label: string): string {
  const plain = label
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return plain.slice(0, 60) || 'qr-code';
}

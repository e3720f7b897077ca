import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { invalidRequest } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { can } from '#core/permissions.ts';
import {
  bleedMmMax,
  colorModes,
  parsePrintOptions,
  printFormats,
  printParameters,
} from '#core/print/print-options.ts';
import { units } from '#core/qr-image/render-style.ts';
import { notFound } from '#features/qr-codes/plan-change.ts';
import { findQrCode } from '#features/qr-codes/qr-code-queries.ts';
import { printedFile, printTask, printTypes } from '#features/rendering/print-task.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { fileName } from '../file-name.ts';
import { firstQueryValue } from '../query.ts';
import { errorResponses, rateLimitResponseHeaders, stringEnum } from '../schemas.ts';
import { refuseUnknownParameters } from './strict-request.ts';

const schema: FastifySchema = {
  operationId: 'getImage',
  tags: ['QR codes'],
  summary: 'Get the image of a QR code for print',
  description:
    'Drawn for this request, and read back in the size that was asked for. 404 while the image is pending. `pdf` and `eps` can be separated: then the symbol is on the plate of black, or of the spot color, alone. PDF/X is not claimed.',
  params: Type.Object({ id: Type.String({ example: 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D' }) }),
  querystring: Type.Object({
    format: stringEnum([...printFormats], {
      description: '`dxf` has outlines in millimetres, for machines that engrave.',
    }),
    width: Type.Optional(
      Type.Number({ description: 'Default: as in the design, with its proportions.', example: 50 }),
    ),
    unit: Type.Optional(stringEnum([...units], { description: 'Of `width`. Default: mm.' })),
    dpi: Type.Optional(
      Type.Number({ minimum: 72, maximum: 1_200, description: 'Of a `png`. Default: 300.' }),
    ),
    transparent: Type.Optional(Type.Boolean({ description: 'Default: as in the design.' })),
    color_mode: Type.Optional(
      stringEnum([...colorModes], { description: 'Of `pdf` and `eps`. Default: rgb.' }),
    ),
    spot_color: Type.Optional(
      Type.String({
        description: 'The ink of the symbol, with `color_mode=cmyk`.',
        example: 'PANTONE 185 C',
      }),
    ),
    bleed: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: bleedMmMax,
        description: 'Of a `pdf`, in millimetres: how far the background goes beyond the cut. Default: 0.',
      }),
    ),
    marks: Type.Optional(Type.Boolean({ description: 'Whether a `pdf` has cut marks. Default: false.' })),
  }),
  response: {
    200: {
      description: 'The file.',
      headers: rateLimitResponseHeaders,
      content: Object.fromEntries(
        Object.values(printTypes).map((type) => [type, { schema: Type.String({ format: 'binary' }) }]),
      ),
    },
    ...errorResponses(['invalid_request', 'qr_not_found', 'not_found', 'service_unavailable']),
  },
};

export function registerGetImage(app: FastifyInstance, context: ApiContext): void {
  const { db, drawings, config } = context;
  app.get<{ Params: { id: string } }>(
    '/v2/qr-codes/:id/image',
    { schema, config: { access: 'codes.read' } },
    async (request, reply) => {
      refuseUnknownParameters(request, printParameters);
      const options = parsePrintOptions(
        Object.fromEntries(printParameters.map((name) => [name, firstQueryValue(request, name)])),
      );
      if (!options.ok) throw invalidRequest(options);
      const actor = actorOf(request);
      const qrId = parseIdentifier('qrc', request.params.id);
      const code = qrId === null ? undefined : await findQrCode(db, actor.accountId, qrId);
      if (code === undefined || !can(actor, 'codes.read', code.project_id)) throw notFound();
      const task = printTask(code, config.publicBaseUrl, options.value);
      const file = printedFile(await drawings.run(actor.accountId, task));
      const { format } = options.value;
      return reply
        .headers({
          'content-disposition': `attachment; filename="${fileName(code.label)}.${format}"`,
          'cache-control': 'private, no-store',
        })
        .type(printTypes[format])
        .send(file);
    },
  );
}

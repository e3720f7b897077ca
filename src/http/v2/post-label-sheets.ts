import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import {
  labelCodesMax,
  labelFields,
  labelSheetIds,
  labelSheets,
  parseLabelRequest,
} from '#core/print/label-sheets.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { drawLabels } from '../draw-labels.ts';
import { createBodyReader, strictBodyOf } from '../read-body.ts';
import { errorResponses, rateLimitResponseHeaders, stringEnum } from '../schemas.ts';
import { refuseUnknownParameters } from './strict-request.ts';

const sheets = labelSheetIds.map((id) => `\`${id}\`: ${labelSheets[id].name}`).join('; ');

const schema: FastifySchema = {
  operationId: 'createLabelSheet',
  tags: ['QR codes'],
  summary: 'Get labels or table tents of QR codes',
  description:
    'A PDF with a label per code, in the order of the request. 404 if an image is pending. Nothing is stored.',
  body: Type.Object({
    qr_ids: Type.Array(Type.String({ example: 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D' }), {
      minItems: 1,
      maxItems: labelCodesMax,
    }),
    sheet: stringEnum(labelSheetIds, { description: `${sheets}.` }),
    names: Type.Optional(
      Type.Boolean({ description: 'Whether a label has the name of its code. Default: true.' }),
    ),
    skip: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Labels of the first sheet that are already used. Default: 0.',
      }),
    ),
  }),
  response: {
    200: {
      description: 'The PDF.',
      headers: rateLimitResponseHeaders,
      content: { 'application/pdf': { schema: Type.String({ format: 'binary' }) } },
    },
    ...errorResponses([
      'invalid_request',
      'invalid_payload',
      'qr_not_found',
      'not_found',
      'service_unavailable',
    ]),
  },
};

export function registerPostLabelSheets(app: FastifyInstance, context: ApiContext): void {
  const config = { access: 'codes.read' } as const;
  const options = { schema, config, preValidation: createBodyReader(context) };
  app.post('/v2/label-sheets', options, async (request, reply) => {
    refuseUnknownParameters(request, []);
    const wanted = strictBodyOf(request, labelFields, parseLabelRequest);
    return reply
      .headers({
        'content-disposition': 'attachment; filename="labels.pdf"',
        'cache-control': 'private, no-store',
      })
      .type('application/pdf')
      .send(await drawLabels(context, actorOf(request), wanted));
  });
}

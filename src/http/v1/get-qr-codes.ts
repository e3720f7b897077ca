import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { qrCodeItemView } from '#features/qr-codes/qr-code-view.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { envelope } from '../envelope.ts';
import { qrStatuses, readQrCodePage } from '../qr-code-page.ts';
import {
  envelopeFields,
  errorResponses,
  nextPageToken,
  pageQuery,
  rateLimitResponseHeaders,
  stringEnum,
} from '../schemas.ts';

const schema: FastifySchema = {
  operationId: 'listQrCodes',
  tags: ['QR codes'],
  summary: 'List QR codes',
  description:
    'Newest first. You can combine all filters. A search for one or two letters may return a short page with a token: continue with the token.',
  querystring: Type.Object({
    project_id: Type.Optional(Type.String({ description: 'Only codes of this project.' })),
    status: Type.Optional(
      Type.Array(stringEnum(qrStatuses), { description: 'Repeatable. Default: active and blocked.' }),
    ),
    type: Type.Optional(Type.String({ description: 'Exact match.' })),
    label_contains: Type.Optional(
      Type.String({
        description: "Part of the label. Letter case doesn't matter, and no character has a special meaning.",
      }),
    ),
    tag: Type.Optional(
      Type.Array(Type.String(), {
        description: "Repeatable: codes that have all of these tags. Letter case doesn't matter.",
      }),
    ),
    ...pageQuery,
  }),
  response: {
    200: {
      description: 'A page of codes.',
      headers: rateLimitResponseHeaders,
      content: {
        'application/json': {
          schema: Type.Object({
            ...envelopeFields,
            items: Type.Array(Type.Ref('QrCodeItem#')),
            next_page_token: nextPageToken,
          }),
        },
      },
    },
    ...errorResponses(['project_not_found']),
  },
};

export function registerGetQrCodes(app: FastifyInstance, context: ApiContext): void {
  app.get('/v1/qr-codes', { schema, config: { access: 'codes.read' } }, async (request) => {
    const actor = actorOf(request);
    const { rows, nextPageToken: token } = await readQrCodePage(context, request, actor);
    return envelope(request, {
      items: rows.map((row) => qrCodeItemView(row, context.config)),
      next_page_token: token,
    });
  });
}

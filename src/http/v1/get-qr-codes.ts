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
    'Newest first. All filters can be combined. A search for one or two letters may give a short page with a token: follow the token.',
  querystring: Type.Object({
    project_id: Type.Optional(Type.String({ description: 'Only codes of this project.' })),
    status: Type.Optional(
      Type.Array(stringEnum(qrStatuses), { description: 'Repeatable. Without it: active and blocked.' }),
    ),
    type: Type.Optional(Type.String({ description: 'Exact match.' })),
    label_contains: Type.Optional(
      Type.String({ description: 'Part of the label, in any letter case, taken literally.' }),
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
  app.get('/v1/qr-codes', { schema }, async (request) => {
    const { accountId } = actorOf(request);
    const { rows, nextPageToken: token } = await readQrCodePage(context, request, accountId, 'qr-codes');
    return envelope(request, {
      items: rows.map(qrCodeItemView),
      next_page_token: token,
    });
  });
}

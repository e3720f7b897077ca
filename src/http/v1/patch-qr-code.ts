import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { parseIdentifier } from '#core/identifier.ts';
import { parseQrCodeChange } from '#core/qr-code-input.ts';
import { withOpenScans } from '#features/ledger-servers/with-open-scans.ts';
import { changeQrCode, notFound } from '#features/qr-codes/change-qr-code.ts';
import { changedQrCodeView } from '#features/qr-codes/qr-code-view.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { envelope } from '../envelope.ts';
import { bodyOf, createBodyReader } from '../read-body.ts';
import { envelopeFields, errorResponses, rateLimitResponseHeaders } from '../schemas.ts';
import { changedQrCodeFields, changeQrCodeBody } from './qr-code-schema.ts';

const schema: FastifySchema = {
  operationId: 'updateQrCode',
  tags: ['QR codes'],
  summary: 'Update a QR code',
  description:
    'Changes only the fields that you send; null clears a field. Archive with `status: archived`, restore with `status: active`.',
  params: Type.Object({ id: Type.String({ example: 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D' }) }),
  body: changeQrCodeBody,
  response: {
    200: {
      description: 'The code after the change.',
      headers: rateLimitResponseHeaders,
      content: { 'application/json': { schema: Type.Object({ ...envelopeFields, ...changedQrCodeFields }) } },
    },
    ...errorResponses([
      'invalid_request',
      'invalid_payload',
      'quota_exceeded_qr',
      'feature_disabled',
      'project_forbidden',
      'qr_not_found',
      'unsafe_url',
    ]),
  },
};

export function registerPatchQrCode(app: FastifyInstance, context: ApiContext): void {
  const options = { schema, preValidation: createBodyReader(context) };
  app.patch<{ Params: { id: string } }>('/v1/qr-codes/:id', options, async (request) => {
    const change = bodyOf(request, parseQrCodeChange);
    const qrId = parseIdentifier('qrc', request.params.id);
    if (qrId === null) throw notFound();
    const code = await changeQrCode(context.db, context.safety, actorOf(request), qrId, change);
    const [exact = code] = await withOpenScans(context.db, context.ledgers, [code]);
    return envelope(request, changedQrCodeView(exact));
  });
}

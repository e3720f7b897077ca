import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { parseNewQrCode } from '#core/qr-code-input.ts';
import { runOnce } from '#features/idempotency/run-once.ts';
import { createQrCode } from '#features/qr-codes/create-qr-code.ts';
import { newQrCodeView } from '#features/qr-codes/qr-code-view.ts';
import { type ApiContext, addressesOf } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { envelope } from '../envelope.ts';
import { bodyOf, createBodyReader, idempotencyKeyOf } from '../read-body.ts';
import { envelopeFields, errorResponses, idempotencyHeaders, rateLimitResponseHeaders } from '../schemas.ts';
import { newQrCodeBody, newQrCodeFields } from './qr-code-schema.ts';

const schema: FastifySchema = {
  operationId: 'createQrCode',
  tags: ['QR codes'],
  summary: 'Create a QR code',
  description: 'Responds at once. The image and the slug are available when `render_status` is `done`.',
  headers: idempotencyHeaders,
  body: newQrCodeBody,
  response: {
    201: {
      description: 'The new code.',
      headers: rateLimitResponseHeaders,
      content: { 'application/json': { schema: Type.Object({ ...envelopeFields, ...newQrCodeFields }) } },
    },
    ...errorResponses([
      'invalid_request',
      'invalid_payload',
      'quota_exceeded_qr',
      'feature_disabled',
      'project_forbidden',
      'project_not_found',
      'idempotency_conflict',
      'unsafe_url',
    ]),
  },
};

export function registerPostQrCodes(app: FastifyInstance, context: ApiContext): void {
  const { db, safety } = context;
  app.post('/v1/qr-codes', { schema, preValidation: createBodyReader(context) }, async (request, reply) => {
    const input = bodyOf(request, parseNewQrCode);
    const answer = await createQrCode(db, safety, actorOf(request), input, (create) =>
      runOnce(db, idempotencyKeyOf(request), async (tx) => ({
        status: 201,
        body: newQrCodeView(await create(tx), addressesOf(context)),
      })),
    );
    return reply.status(answer.status).send(envelope(request, answer.body));
  });
}

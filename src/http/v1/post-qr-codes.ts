import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { parseNewQrCode } from '#core/qr-code-input.ts';
import { actAs } from '#features/act-as.ts';
import { runOnce } from '#features/idempotency/run-once.ts';
import { createQrCode } from '#features/qr-codes/create-qr-code.ts';
import { qrCodeView } from '#features/qr-codes/qr-code-view.ts';
import { type ApiContext, addressesOf } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { bodyOf, createBodyReader, idempotencyKeyOf } from '../read-body.ts';
import {
  errorResponses,
  idempotencyHeaders,
  inEnvelope,
  onceResponseHeaders,
  preferHeaders,
  taggedResponseHeaders,
} from '../schemas.ts';
import { sendOnce } from '../send-code.ts';
import { newQrCodeBody } from './qr-code-schema.ts';

const schema: FastifySchema = {
  operationId: 'createQrCode',
  tags: ['QR codes'],
  summary: 'Create a QR code',
  description: 'Responds at once. The image and the slug are available when `render_status` is `done`.',
  headers: Type.Object({ ...idempotencyHeaders.properties, ...preferHeaders.properties }),
  body: newQrCodeBody,
  response: {
    201: {
      description: 'The new code.',
      headers: { ...onceResponseHeaders, ...taggedResponseHeaders },
      content: { 'application/json': { schema: inEnvelope('QrCode', 1) } },
    },
    ...errorResponses([
      'invalid_request',
      'invalid_payload',
      'quota_exceeded_qr',
      'feature_disabled',
      'project_forbidden',
      'project_not_found',
      'template_not_found',
      'idempotency_conflict',
      'unsafe_url',
    ]),
  },
};

export function registerPostQrCodes(app: FastifyInstance, context: ApiContext): void {
  const { db, safety } = context;
  app.post(
    '/v1/qr-codes',
    { schema, config: { access: 'codes.change' }, preValidation: createBodyReader(context) },
    async (request, reply) => {
      const input = bodyOf(request, parseNewQrCode);
      const actor = actorOf(request);
      const answer = await createQrCode(db, safety, actor, input, (create) =>
        runOnce(actAs(db, actor), idempotencyKeyOf(request), async (tx) => ({
          status: 201,
          body: qrCodeView(await create(tx), addressesOf(context)),
        })),
      );
      return sendOnce(context, request, reply, answer);
    },
  );
}

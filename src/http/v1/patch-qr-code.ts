import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { parseIdentifier } from '#core/identifier.ts';
import { parseQrCodeChange } from '#core/qr-code-input.ts';
import { actAs } from '#features/act-as.ts';
import { changeQrCode } from '#features/qr-codes/change-qr-code.ts';
import { matchGuard } from '#features/qr-codes/code-tag.ts';
import { notFound } from '#features/qr-codes/plan-change.ts';
import { type ApiContext, addressesOf } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { bodyOf, createBodyReader } from '../read-body.ts';
import {
  errorResponses,
  ifMatchHeaders,
  inEnvelope,
  preferHeaders,
  taggedResponseHeaders,
} from '../schemas.ts';
import { sendCode } from '../send-code.ts';
import { changeQrCodeBody } from './qr-code-schema.ts';

const schema: FastifySchema = {
  operationId: 'updateQrCode',
  tags: ['QR codes'],
  summary: 'Update a QR code',
  description:
    'Changes only the fields that you send; null clears a field. Archive with `status: archived`, restore with `status: active`.',
  params: Type.Object({ id: Type.String({ example: 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D' }) }),
  headers: Type.Object({ ...ifMatchHeaders.properties, ...preferHeaders.properties }),
  body: changeQrCodeBody,
  response: {
    200: {
      description: 'The code after the change.',
      headers: taggedResponseHeaders,
      content: { 'application/json': { schema: inEnvelope('QrCode', 1) } },
    },
    ...errorResponses([
      'invalid_request',
      'invalid_payload',
      'quota_exceeded_qr',
      'feature_disabled',
      'project_forbidden',
      'qr_not_found',
      'template_not_found',
      'precondition_failed',
      'unsafe_url',
    ]),
  },
};

export function registerPatchQrCode(app: FastifyInstance, context: ApiContext): void {
  const config: FastifyContextConfig = { access: 'codes.change' };
  const options = { schema, config, preValidation: createBodyReader(context) };
  app.patch<{ Params: { id: string } }>('/v1/qr-codes/:id', options, async (request, reply) => {
    const actor = actorOf(request);
    const change = bodyOf(request, parseQrCodeChange);
    const qrId = parseIdentifier('qrc', request.params.id);
    if (qrId === null) throw notFound();
    const guard = matchGuard(
      request.headers['if-match'],
      { accountId: actor.accountId, qrId },
      addressesOf(context),
    );
    const code = await changeQrCode(actAs(context.db, actor), context.safety, actor, qrId, change, { guard });
    return sendCode(context, request, reply, code);
  });
}

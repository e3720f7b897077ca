import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { parseIdentifier } from '#core/identifier.ts';
import { accept, refuseField } from '#core/parsed.ts';
import { actAs } from '#features/act-as.ts';
import type { Db, Tx } from '#features/database.ts';
import { revertChange } from '#features/history/revert-change.ts';
import { AlreadyDone, onceWithin } from '#features/idempotency/once-within.ts';
import { matchGuard } from '#features/qr-codes/code-tag.ts';
import { notFound } from '#features/qr-codes/plan-change.ts';
import { findQrCode } from '#features/qr-codes/qr-code-queries.ts';
import { qrCodeView } from '#features/qr-codes/qr-code-view.ts';
import { type ApiContext, addressesOf } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { createBodyReader, idempotencyKeyOf, strictBodyOf } from '../read-body.ts';
import {
  errorResponses,
  idempotencyHeaders,
  ifMatchHeaders,
  inEnvelope,
  taggedResponseHeaders,
} from '../schemas.ts';
import { sendCode, sendOnce } from '../send-code.ts';
import { refuseUnknownParameters } from './strict-request.ts';

const schema: FastifySchema = {
  operationId: 'revertQrCodeChange',
  tags: ['History'],
  summary: 'Revert a change of a QR code',
  description:
    'Restores the values from before the change, as a new change with all checks of an update. Creation, blocks, and fields that were changed again later can’t be reverted.',
  params: Type.Object({ id: Type.String({ example: 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D' }) }),
  headers: Type.Object({ ...ifMatchHeaders.properties, ...idempotencyHeaders.properties }),
  body: Type.Object({ change_id: Type.String({ example: 'chg_00000000004T2MP4TZ6WN8KX2M' }) }),
  response: {
    200: {
      description: 'The code after the change.',
      headers: taggedResponseHeaders,
      content: { 'application/json': { schema: inEnvelope('QrCode', 2) } },
    },
    ...errorResponses([
      'invalid_request',
      'invalid_payload',
      'quota_exceeded_qr',
      'feature_disabled',
      'project_forbidden',
      'qr_not_found',
      'change_not_found',
      'conflict',
      'idempotency_conflict',
      'precondition_failed',
      'unsafe_url',
    ]),
  },
};

export function registerPostRevert(app: FastifyInstance, context: ApiContext): void {
  const { db, safety } = context;
  const config = { access: 'codes.change' } as const;
  const options = { schema, config, preValidation: createBodyReader(context) };
  app.post<{ Params: { id: string } }>('/v2/qr-codes/:id/revert', options, async (request, reply) => {
    refuseUnknownParameters(request, []);
    const actor = actorOf(request);
    const raw = strictBodyOf(request, ['change_id'], ({ change_id: id }) =>
      typeof id === 'string' ? accept(id) : refuseField('change_id', 'must be the ID of a change.'),
    );
    const qrId = parseIdentifier('qrc', request.params.id);
    if (qrId === null) throw notFound();
    const changeId = parseIdentifier('chg', raw);
    const addresses = addressesOf(context);
    const match = matchGuard(request.headers['if-match'], { accountId: actor.accountId, qrId }, addresses);
    const once = onceWithin(idempotencyKeyOf(request), async (tx) => {
      const code = await findQrCode(tx, actor.accountId, qrId);
      if (code === undefined) throw notFound();
      return { status: 200, body: qrCodeView(code, addresses) };
    });
    const guard = async (at: Db | Tx) => {
      await once.claim(at);
      await match?.(at);
    };
    try {
      const steps = { guard, finish: once.store };
      const code = await revertChange(actAs(db, actor), safety, actor, { qrId, changeId }, steps);
      return await sendCode(context, request, reply, code);
    } catch (error) {
      if (!(error instanceof AlreadyDone)) throw error;
      return sendOnce(context, request, reply, error.answer);
    }
  });
}

import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import type { KeyActor } from '#core/actor.ts';
import { type BulkChange, bulkItemsMax, parseBulkChange } from '#core/bulk-input.ts';
import { invalidRequest } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { actAs } from '#features/act-as.ts';
import { type OnceAnswer, runOnce } from '#features/idempotency/run-once.ts';
import { changeQrCodes, ItemRefused } from '#features/qr-codes/change-qr-codes.ts';
import { changeSingly } from '#features/qr-codes/change-singly.ts';
import { matchGuard } from '#features/qr-codes/code-tag.ts';
import { inChange } from '#features/qr-codes/item-result.ts';
import { notFound } from '#features/qr-codes/plan-change.ts';
import { listQrCodesById } from '#features/qr-codes/qr-code-queries.ts';
import { qrCodeView } from '#features/qr-codes/qr-code-view.ts';
import { type ApiContext, addressesOf } from '../api-context.ts';
import { idempotencyKeyOf } from '../read-body.ts';
import { errorResponses, idempotencyHeaders, onceResponseHeaders } from '../schemas.ts';
import { changeQrCodeBody } from '../v1/qr-code-schema.ts';
import { atomicField, bulkResponseSchema, doneBody, refuseAll, registerBulk } from './register-bulk.ts';

const bulkChange = Type.Object({
  ...changeQrCodeBody.properties,
  project_id: Type.Optional(
    Type.String({
      description: 'Moves the code. Not possible if its printed link is on the domain of its project.',
    }),
  ),
});
const qrId = Type.String({ example: 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D' });

const schema: FastifySchema = {
  operationId: 'updateQrCodes',
  tags: ['Bulk operations'],
  summary: 'Update up to 500 QR codes',
  description:
    'Send `qr_ids` and one `change` for all of them, or `items` with a change each. Items succeed or fail independently, unless `atomic` is true. The request counts once, and once more per 25 items.',
  headers: idempotencyHeaders,
  body: Type.Object({
    qr_ids: Type.Optional(Type.Array(qrId, { minItems: 1, maxItems: bulkItemsMax })),
    change: Type.Optional(bulkChange),
    items: Type.Optional(
      Type.Array(
        Type.Object({
          qr_id: qrId,
          change: bulkChange,
          if_match: Type.Optional(Type.String({ description: 'The `ETag` of the code as you read it.' })),
        }),
        { minItems: 1, maxItems: bulkItemsMax },
      ),
    ),
    atomic: atomicField,
  }),
  response: {
    200: {
      description: 'What became of each item.',
      headers: onceResponseHeaders,
      content: { 'application/json': { schema: bulkResponseSchema } },
    },
    ...errorResponses([
      'invalid_request',
      'invalid_payload',
      'quota_exceeded_qr',
      'feature_disabled',
      'project_forbidden',
      'project_not_found',
      'qr_not_found',
      'template_not_found',
      'conflict',
      'idempotency_conflict',
      'precondition_failed',
      'unsafe_url',
    ]),
  },
};

export function registerPatchBulk(app: FastifyInstance, context: ApiContext): void {
  registerBulk(app, context, 'PATCH', {
    schema,
    parse: parseBulkChange,
    runAll: (request, actor, input) => changeAll(context, request, actor, input),
    runSingly: (db, actor, { items }, keep) => changeSingly(db, context.safety, actor, items, keep),
  });
}

/** All of them, or none. */
async function changeAll(
  context: ApiContext,
  request: FastifyRequest,
  actor: KeyActor,
  { items, isShared }: BulkChange,
): Promise<OnceAnswer> {
  const { accountId } = actor;
  const placeOf = (index: number) => (isShared ? `qr_ids[${index}]` : `items[${index}]`);
  const addresses = addressesOf(context);
  const all = items.map((item, index) => {
    if (!item.ok) throw refuseAll(placeOf(index), invalidRequest(item));
    const id = parseIdentifier('qrc', item.value.qrId);
    if (id === null) throw refuseAll(placeOf(index), notFound());
    const guard = matchGuard(item.value.ifMatch, { accountId, qrId: id }, addresses);
    return { index, qrId: id, change: item.value.change, guard };
  });
  try {
    return await changeQrCodes(context.db, context.safety, actor, all, (change) =>
      runOnce(actAs(context.db, actor), idempotencyKeyOf(request), async (tx) => {
        await change(tx);
        const codes = await listQrCodesById(
          tx,
          accountId,
          all.map(({ qrId: id }) => id),
        );
        const byId = new Map(codes.map((code) => [code.qr_id, qrCodeView(code, addresses)]));
        return { status: 200, body: doneBody(all.flatMap(({ qrId: id }) => byId.get(id) ?? [])) };
      }),
    );
  } catch (error) {
    if (!(error instanceof ItemRefused)) throw error;
    const refusal = isShared ? error.refusal : inChange(error.refusal);
    throw refuseAll(placeOf(error.index), refusal);
  }
}

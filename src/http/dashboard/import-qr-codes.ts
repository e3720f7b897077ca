import type { FastifyInstance } from 'fastify';
import { parseNewDashboardCode } from '#core/dashboard-code-input.ts';
import { Refusal } from '#core/errors.ts';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import { isRecord } from '#core/is-record.ts';
import { refuse } from '#core/parsed.ts';
import { can } from '#core/permissions.ts';
import { itemAnswers } from '#features/idempotency/item-answers.ts';
import { createSingly } from '#features/qr-codes/create-singly.ts';
import { listQrCodesById } from '#features/qr-codes/qr-code-queries.ts';
import { qrCodeView } from '#features/qr-codes/qr-code-view.ts';
import { type ApiContext, addressesOf } from '../api-context.ts';
import { dbOf, memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody } from './json-body.ts';
import { requestKeyOf } from './request-key.ts';

const path = '/dashboard/api/qr-code-imports';
/** The page sends part after part, and shows its progress. */
const itemsMax = 50;
const idsMax = 500;
const bodyLimit = 512 * 1024;

/** New codes from a table. Each line succeeds or fails by itself. */
export function registerImportQrCodes(app: FastifyInstance, context: ApiContext): void {
  app.post(path, { ...dashboardRoute('codes.change'), bodyLimit }, async (request, reply) => {
    const { items } = jsonBody(request);
    if (!Array.isArray(items) || items.length === 0 || items.length > itemsMax)
      throw new Refusal('invalid_request', `Send 1 to ${itemsMax} items.`);
    const parsed = items.map((item) =>
      isRecord(item) ? parseNewDashboardCode(item) : refuse('Each item must be an object.'),
    );
    const results = await createSingly(dbOf(context, request), context.safety, memberOf(request), parsed, {
      answers: itemAnswers(requestKeyOf(request)),
      addresses: addressesOf(context),
    });
    return reply.send({
      ok: true,
      results: results.map((result) =>
        'document' in result
          ? { qr_id: result.document['qr_id'], problem: null }
          : { qr_id: null, problem: result.refusal.message },
      ),
    });
  });

  /** The links of new codes, as soon as their images are ready. */
  app.post(`${path}/links`, { ...dashboardRoute('codes.read'), bodyLimit }, async (request) => {
    const { qr_ids: ids } = jsonBody(request);
    if (!Array.isArray(ids) || ids.length > idsMax)
      throw new Refusal('invalid_request', `Send at most ${idsMax} qr_ids.`);
    const qrIds = ids.flatMap((id) => (typeof id === 'string' ? (parseIdentifier('qrc', id) ?? []) : []));
    const member = memberOf(request);
    const codes = await listQrCodesById(context.db, member.accountId, qrIds);
    return {
      ok: true,
      items: codes
        .filter(({ project_id }) => can(member, 'codes.read', project_id))
        .filter(({ render_status }) => render_status !== 'pending' && render_status !== 'rendering')
        .map((code) => ({
          qr_id: formatIdentifier('qrc', code.qr_id),
          short_link: qrCodeView(code, addressesOf(context)).short_link,
        })),
    };
  });
}

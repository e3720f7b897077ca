import type { FastifyInstance } from 'fastify';
import { parseReplacement } from '#core/dashboard-code-input.ts';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { isRecord } from '#core/is-record.ts';
import { bulkView } from '#features/history/bulk-view.ts';
import { continueBulkChange } from '#features/history/continue-bulk-change.ts';
import { requireBulk } from '#features/history/require-bulk.ts';
import { codesMax, startBulkChange, startBulkRevert } from '#features/history/start-bulk-change.ts';
import { previewReplacement } from '#features/qr-codes/preview-replacement.ts';
import type { ApiContext } from '../api-context.ts';
import { memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody } from './json-body.ts';

const path = '/dashboard/api/bulk-changes';
/** 10,000 IDs. */
const bodyLimit = 512 * 1024;

interface OneRequest {
  Params: { id: string };
}

/** Changes of many codes at once. The page asks for step after step, so nothing is left behind by a process that stops. */
export function registerBulkChanges(app: FastifyInstance, context: ApiContext): void {
  const { db, safety } = context;

  app.post(path, { ...dashboardRoute('codes.change'), bodyLimit }, async (request, reply) => {
    const { qr_ids: ids, change } = jsonBody(request);
    if (!isRecord(change)) throw new Refusal('invalid_request', 'Send qr_ids and the change to make.');
    const bulk = await startBulkChange(db, memberOf(request), idsOf(ids), change);
    return reply.status(201).send({ ok: true, bulk_change: bulkView(bulk) });
  });

  app.post(`${path}/preview`, { ...dashboardRoute('codes.change'), bodyLimit }, async (request) => {
    const { qr_ids: ids, replace_in_urls: wanted } = jsonBody(request);
    const replacement = parseReplacement(wanted);
    if (!replacement.ok) throw invalidRequest(replacement);
    return { ok: true, ...(await previewReplacement(db, memberOf(request), idsOf(ids), replacement.value)) };
  });

  app.get<OneRequest>(`${path}/:id`, dashboardRoute('codes.change'), async (request) => {
    const bulk = await requireBulk(db, memberOf(request), idOf(request.params));
    return { ok: true, bulk_change: bulkView(bulk) };
  });

  app.post<OneRequest>(`${path}/:id/continue`, dashboardRoute('codes.change'), async (request) => {
    const bulk = await continueBulkChange(db, safety, memberOf(request), idOf(request.params));
    return { ok: true, bulk_change: bulkView(bulk) };
  });

  app.post<OneRequest>(`${path}/:id/revert`, dashboardRoute('codes.change'), async (request, reply) => {
    const bulk = await startBulkRevert(db, memberOf(request), idOf(request.params));
    return reply.status(201).send({ ok: true, bulk_change: bulkView(bulk) });
  });
}

function idsOf(ids: unknown): string[] {
  if (!Array.isArray(ids) || ids.length > codesMax)
    throw new Refusal('invalid_request', `Send 1 to ${codesMax} qr_ids.`);
  const qrIds = ids.map((id) => (typeof id === 'string' ? parseIdentifier('qrc', id) : null));
  if (qrIds.includes(null)) throw new Refusal('qr_not_found', 'One of the codes does not exist.');
  return qrIds as string[];
}

function idOf({ id }: OneRequest['Params']): string {
  const uuid = parseIdentifier('blk', id);
  if (uuid === null) throw new Refusal('not_found', 'There is no such bulk change.');
  return uuid;
}

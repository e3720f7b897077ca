import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { parseNewPlannedChange, parsePlannedChange } from '#core/planned-change-input.ts';
import { plannedChangeView } from '#features/planned-changes/planned-change-view.ts';
import { listPlanned } from '#features/planned-changes/planned-queries.ts';
import {
  alterPlanned,
  checkPlanned,
  mergePlanned,
  plannerFilter,
  requirePlanned,
  scheduleChange,
} from '#features/planned-changes/schedule-change.ts';
import type { ApiContext } from '../api-context.ts';
import { firstQueryValue } from '../query.ts';
import { dbOf, memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody } from './json-body.ts';

const path = '/dashboard/api/planned-changes';
/** 10,000 IDs. */
const bodyLimit = 512 * 1024;
const shownMax = 200;

interface OneRequest {
  Params: { id: string };
}

/** Changes at a later instant: the operations of `/v2/planned-changes`. */
export function registerPlannedChangePages(app: FastifyInstance, context: ApiContext): void {
  const { db, safety, clock } = context;
  const idOf = ({ id }: OneRequest['Params']) => parseIdentifier('pln', id);

  /** Those that wait, the next one first; with `qr_id` only those of a code. */
  app.get(path, dashboardRoute('codes.read'), async (request) => {
    const member = memberOf(request);
    const qrId = firstQueryValue(request, 'qr_id');
    const filter = {
      actorId: plannerFilter(member),
      isWaiting: true,
      qrId: qrId === undefined ? null : parseIdentifier('qrc', qrId),
      after: null,
    };
    const rows = await listPlanned(db, member.accountId, filter, shownMax);
    return { ok: true, items: rows.map(plannedChangeView) };
  });

  app.post(path, { ...dashboardRoute('codes.change'), bodyLimit }, async (request, reply) => {
    const input = parseNewPlannedChange(jsonBody(request));
    if (!input.ok) throw invalidRequest(input);
    const member = memberOf(request);
    await checkPlanned(db, safety, member, input.value);
    const plan = await dbOf(context, request)
      .transaction()
      .execute((tx) => scheduleChange(tx, member, input.value, clock));
    return reply.status(201).send({ ok: true, planned_change: plannedChangeView(plan) });
  });

  app.patch<OneRequest>(`${path}/:id`, { ...dashboardRoute('codes.change'), bodyLimit }, async (request) => {
    const input = parsePlannedChange(jsonBody(request));
    if (!input.ok) throw invalidRequest(input);
    const member = memberOf(request);
    const planId = idOf(request.params);
    const known = await requirePlanned(db, member, planId);
    if (input.value.change !== undefined || input.value.qrIds !== undefined)
      await checkPlanned(db, safety, member, mergePlanned(known, input.value));
    const plan = await dbOf(context, request)
      .transaction()
      .execute((tx) => alterPlanned(tx, member, { planId }, input.value, clock));
    return { ok: true, planned_change: plannedChangeView(plan) };
  });

  app.delete<OneRequest>(`${path}/:id`, dashboardRoute('codes.change'), async (request) => {
    const planId = idOf(request.params);
    const plan = await dbOf(context, request)
      .transaction()
      .execute((tx) => alterPlanned(tx, memberOf(request), { planId }, null, clock));
    return { ok: true, planned_change: plannedChangeView(plan) };
  });
}

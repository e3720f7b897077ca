import type { FastifyInstance } from 'fastify';
import { listCadences } from '#features/reports/report-queries.ts';
import { subscribe } from '#features/reports/subscribe.ts';
import type { ApiContext } from '../api-context.ts';
import { callerOf, memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody, switchField } from './json-body.ts';

const path = '/dashboard/api/reports';

/** Which reports the signed-in member receives by mail. */
export function registerReports(app: FastifyInstance, { db, clock }: ApiContext): void {
  const route = dashboardRoute('analytics.read');
  const answer = async (member: { accountId: string; userId: string }) => {
    const cadences = await listCadences(db, { account_id: member.accountId, user_id: member.userId });
    return { ok: true, weekly: cadences.includes('weekly'), monthly: cadences.includes('monthly') };
  };

  app.get(path, route, (request) => answer(memberOf(request)));

  app.patch(path, route, async (request) => {
    const member = memberOf(request);
    const body = jsonBody(request);
    const [weekly, monthly] = [switchField(body, 'weekly'), switchField(body, 'monthly')];
    await subscribe(
      db,
      member,
      { ...(weekly !== undefined && { weekly }), ...(monthly !== undefined && { monthly }) },
      { timeZone: callerOf(request).account.time_zone, nowMs: clock.nowMs() },
    );
    return answer(member);
  });
}

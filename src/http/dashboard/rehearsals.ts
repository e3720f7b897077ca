import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '#core/errors.ts';
import { parseRehearsal } from '#core/rehearsal-input.ts';
import { rehearseChange } from '#features/rehearsals/rehearse-change.ts';
import type { ApiContext } from '../api-context.ts';
import { memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody } from './json-body.ts';

/** What a change would have done to real scans: the operation of `/v2/rehearsals`. */
export function registerRehearsals(app: FastifyInstance, context: ApiContext): void {
  app.post('/dashboard/api/rehearsals', dashboardRoute('rehearsals.use'), async (request) => {
    const input = parseRehearsal(jsonBody(request));
    if (!input.ok) throw invalidRequest(input);
    const { db, ledgers, clock } = context;
    return {
      ok: true,
      ...(await rehearseChange(db, ledgers, memberOf(request), input.value, clock.nowMs())),
    };
  });
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Member } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { can } from '#core/permissions.ts';
import { findOwnSubject, findScanCount } from '#features/analytics/subject-queries.ts';
import { findMembership } from '#features/sign-in/membership-queries.ts';
import { PlaceCount } from '#platform/place-count.ts';
import type { ApiContext } from '../api-context.ts';
import { callerOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { requireWayIn } from './require-member.ts';
import { findSession } from './require-session.ts';

const tickMs = 1_000;
/** Then the browser reconnects, and learns if the session has ended. */
const streamMsMax = 5 * 60_000;
const streamsMax = 500;
const streamsOfUserMax = 5;

/** The live count of a code as server-sent events: one per change, and a comment otherwise, so that a dead connection is noticed. */
export function registerLiveScans(app: FastifyInstance, context: ApiContext): void {
  const places = new PlaceCount(streamsOfUserMax, streamsMax);
  app.get<{ Params: { id: string } }>(
    '/dashboard/api/live/:id',
    dashboardRoute('codes.read'),
    async (request, reply) => {
      const { user, member } = callerOf(request);
      const { accountId } = member;
      const qrId = parseIdentifier('qrc', request.params.id);
      const code = qrId === null ? undefined : await findOwnSubject(context.db, accountId, qrId);
      if (qrId === null || code === undefined || !can(member, 'codes.read', code.projectId))
        throw new Refusal('qr_not_found', 'There is no such QR code.');
      if (!places.take(user.id))
        throw new Refusal('service_unavailable', 'Too many live views are open. Try again later.', {
          retryAfterSeconds: 30,
        });
      reply.hijack();
      const { raw } = reply;
      raw.writeHead(200, {
        ...reply.getHeaders(),
        'content-type': 'text/event-stream',
        'x-accel-buffering': 'no',
      } as Record<string, string>);
      const isOpen = () => !raw.destroyed && !raw.writableEnded;
      const endMs = performance.now() + streamMsMax;
      let told = -1;
      try {
        for (let tick = 0; isOpen() && performance.now() < endMs; tick++) {
          // A user who signed out, or who was removed from the account or project, gets no more events.
          const own = { member, projectId: code.projectId };
          if (tick > 0 && !(await isStillAllowed(context, request, own))) break;
          const scans = await findScanCount(context.db, context.ledgers, accountId, qrId);
          if (scans === undefined) break;
          raw.write(
            scans === told ? ': still here\n\n' : `event: scans\ndata: ${JSON.stringify({ scans })}\n\n`,
          );
          told = scans;
          await sleep(tickMs, undefined, { ref: false });
        }
      } catch (error) {
        context.log.warn({ err: error }, 'a live stream ended early');
      } finally {
        places.giveBack(user.id);
        raw.end();
      }
    },
  );
}

/** Asks about this account only: a user who was removed from it may have another one. */
async function isStillAllowed(
  context: ApiContext,
  request: FastifyRequest,
  { member, projectId }: { member: Member; projectId: string },
): Promise<boolean> {
  const signedIn = await findSession(context, request);
  if (signedIn === null) return false;
  const { accountId, userId } = member;
  const membership = await findMembership(context.db, userId, { accountId });
  if (membership === undefined || membership.suspended_reason !== null || membership.erased_at !== null)
    return false;
  try {
    requireWayIn(signedIn, membership);
  } catch {
    return false;
  }
  const projects = new Map(Object.entries(membership.projects));
  return can({ ...member, role: membership.role, projects }, 'codes.read', projectId);
}

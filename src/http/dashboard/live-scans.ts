import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { findScanCount } from '#features/analytics/subject-queries.ts';
import { PlaceCount } from '#platform/place-count.ts';
import type { ApiContext } from '../api-context.ts';
import { findSession, requireSession } from './require-session.ts';

const tickMs = 1_000;
/** Then the browser reconnects, and learns if the session has ended. */
const streamMsMax = 5 * 60_000;
const streamsMax = 500;
const streamsOfUserMax = 5;
const sessionCheckTicks = 10;

/** The live count of a code as server-sent events: one per change, and a comment otherwise, so that a dead connection is noticed. */
export function registerLiveScans(app: FastifyInstance, context: ApiContext): void {
  const places = new PlaceCount(streamsOfUserMax, streamsMax);
  app.get<{ Params: { id: string } }>(
    '/dashboard/api/live/:id',
    { schema: { hide: true } },
    async (request, reply) => {
      const { accountId, user } = await requireSession(context, request);
      const qrId = parseIdentifier('qrc', request.params.id);
      const count =
        qrId === null ? undefined : await findScanCount(context.db, context.ledgers, accountId, qrId);
      if (qrId === null || count === undefined)
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
          // A user who signed out gets no more events.
          if (
            tick % sessionCheckTicks === sessionCheckTicks - 1 &&
            (await findSession(context, request)) === null
          )
            break;
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

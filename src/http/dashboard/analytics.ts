import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SeriesUnit } from '#core/analytics/local-series.ts';
import { ApiError } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { findAccount } from '#features/accounts/account-queries.ts';
import { readAnalytics } from '#features/analytics/read-analytics.ts';
import { findOwnSubject } from '#features/analytics/subject-queries.ts';
import type { ApiContext } from '../api-context.ts';
import { requireSession } from './require-session.ts';

const dayMs = 86_400_000;
const rangeDaysMax = 1_100;
const earliestMs = Date.UTC(2020, 0, 1);

interface AnalyticsRequest {
  Params: { id: string };
  Querystring: { from?: string; until?: string };
}

/** Scans of a code or project in a range of time, on the account's clock. */
export function registerAnalytics(app: FastifyInstance, context: ApiContext): void {
  app.get<AnalyticsRequest>('/dashboard/api/analytics/:id', { schema: { hide: true } }, async (request) => {
    const { accountId } = await requireSession(context, request);
    const { id } = request.params;
    const uuid = parseIdentifier('qrc', id) ?? parseIdentifier('prj', id);
    const subjectId = uuid === null ? undefined : await findOwnSubject(context.db, accountId, uuid);
    if (subjectId === undefined) throw new ApiError('not_found', 'There is no such code or project.');
    const account = await findAccount(context.db, accountId);
    const { fromMs, untilMs } = readRange(request, context.clock.nowMs());
    const timeZone = account?.time_zone ?? 'UTC';
    const analytics = await readAnalytics(context.db, {
      subjectId,
      fromMs,
      untilMs,
      timeZone,
      unit: unitFor(untilMs - fromMs),
    });
    return { ok: true, timezone: timeZone, from: new Date(fromMs), until: new Date(untilMs), ...analytics };
  });
}

function readRange(
  request: FastifyRequest<AnalyticsRequest>,
  nowMs: number,
): { fromMs: number; untilMs: number } {
  const { from, until } = request.query;
  const untilMs = until === undefined ? nowMs : Date.parse(until);
  const fromMs = from === undefined ? untilMs - 30 * dayMs : Date.parse(from);
  if (!(fromMs < untilMs) || fromMs < earliestMs || untilMs > nowMs + dayMs)
    throw new ApiError(
      'invalid_request',
      'from and until must be instants since 2020, from before until, not in the future.',
    );
  if (untilMs - fromMs > rangeDaysMax * dayMs)
    throw new ApiError('invalid_request', `A range has at most ${rangeDaysMax} days.`);
  return { fromMs, untilMs };
}

function unitFor(rangeMs: number): SeriesUnit {
  if (rangeMs <= 3 * dayMs) return 'hour';
  return rangeMs <= 180 * dayMs ? 'day' : 'month';
}

import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { dayMs } from '#core/analytics/dimension.ts';
import type { SeriesUnit } from '#core/analytics/local-series.ts';
import { Refusal } from '#core/errors.ts';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import { can, visibleProjects } from '#core/permissions.ts';
import { exportAnalytics } from '#features/analytics/export-analytics.ts';
import { exportDays } from '#features/analytics/export-days.ts';
import { readAccount } from '#features/analytics/read-account.ts';
import { readAnalytics } from '#features/analytics/read-analytics.ts';
import { readTopCodes } from '#features/analytics/read-top-codes.ts';
import { findOwnSubject } from '#features/analytics/subject-queries.ts';
import { PlaceCount } from '#platform/place-count.ts';
import type { ApiContext } from '../api-context.ts';
import { callerOf, memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';

const rangeDaysMax = 1_100;
const earliestMs = Date.UTC(2020, 0, 1);
const exportsOfAccountMax = 2;
const exportsMax = 20;
const topCodesMax = 8;
/** All projects at once: their quarter hours are added up with each request. */
const accountDaysMax = 400;
const accountReadsMax = 3;
const accountPath = '/dashboard/api/account-analytics';
const path = '/dashboard/api/analytics/:id';

interface AnalyticsRequest {
  Params: { id: string };
  Querystring: { from?: string; until?: string; rows?: string };
}

/** Scans of a code or project in a time range, in the account's time zone. */
export function registerAnalytics(app: FastifyInstance, context: ApiContext): void {
  const accountPlaces = new PlaceCount(accountReadsMax, exportsMax);
  app.get<AnalyticsRequest>(accountPath, dashboardRoute('analytics.read'), async (request) => {
    const member = memberOf(request);
    const range = readRange(request, context.clock.nowMs());
    if (range.untilMs - range.fromMs > accountDaysMax * dayMs)
      throw new Refusal('invalid_request', `The range must have at most ${accountDaysMax} days.`);
    const timeZone = callerOf(request).account.time_zone;
    const unit = unitFor(range.untilMs - range.fromMs);
    if (!accountPlaces.take(member.accountId))
      throw new Refusal(
        'service_unavailable',
        'Other overviews are still being read. Try again in a moment.',
        {
          retryAfterSeconds: 2,
        },
      );
    const { projects, isWhole, ...analytics } = await readAccount(context.db, {
      accountId: member.accountId,
      projectIds: visibleProjects(member),
      ...range,
      timeZone,
      unit,
    }).finally(() => accountPlaces.giveBack(member.accountId));
    return {
      ok: true,
      timezone: timeZone,
      unit,
      from: new Date(range.fromMs),
      until: new Date(range.untilMs),
      ...analytics,
      is_whole: isWhole,
      projects: projects.map(({ projectId, name, isArchived, scans, previousScans }) => ({
        project_id: formatIdentifier('prj', projectId),
        name,
        is_archived: isArchived,
        scans,
        previous_scans: previousScans,
      })),
    };
  });

  app.get<AnalyticsRequest>(path, dashboardRoute('analytics.read'), async (request) => {
    const question = await readQuestion(context, request);
    const { fromMs, untilMs, timeZone } = question;
    const unit = unitFor(untilMs - fromMs);
    const analytics = await readAnalytics(context.db, context.ledgers, { ...question, unit });
    return {
      ok: true,
      timezone: timeZone,
      unit,
      from: new Date(fromMs),
      until: new Date(untilMs),
      ...analytics,
    };
  });

  app.get<AnalyticsRequest>(`${path}/top-codes`, dashboardRoute('analytics.read'), async (request) => {
    const { subjectId, ...range } = await readQuestion(context, request);
    const { codes, isWhole } = await readTopCodes(context.db, context.ledgers, subjectId, range, topCodesMax);
    const items = codes.map(({ qrId, ...code }) => ({ qr_id: formatIdentifier('qrc', qrId), ...code }));
    return { ok: true, items, is_whole: isWhole };
  });

  const places = new PlaceCount(exportsOfAccountMax, exportsMax);
  app.get<AnalyticsRequest>(`${path}/export`, dashboardRoute('analytics.read'), async (request, reply) => {
    const question = await readQuestion(context, request);
    const { accountId } = question;
    if (!places.take(accountId))
      throw new Refusal('service_unavailable', 'Other exports are still running. Try again in a moment.', {
        retryAfterSeconds: 5,
      });
    const { rows = 'days' } = request.query;
    const csv = Readable.from(
      rows === 'days' ? exportDays(context.db, question) : exportAnalytics(context.db, question),
    );
    csv.once('close', () => places.giveBack(accountId));
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="scans-${request.params.id}.csv"`)
      .send(csv);
  });
}

async function requireSubject(context: ApiContext, request: FastifyRequest<AnalyticsRequest>) {
  const member = memberOf(request);
  const { accountId } = member;
  const { id } = request.params;
  const uuid = parseIdentifier('qrc', id) ?? parseIdentifier('prj', id);
  const subject = uuid === null ? undefined : await findOwnSubject(context.db, accountId, uuid);
  if (subject === undefined || !can(member, 'analytics.read', subject.projectId))
    throw new Refusal('not_found', 'There is no such code or project.');
  return { accountId, subjectId: subject.subjectId };
}

async function readQuestion(context: ApiContext, request: FastifyRequest<AnalyticsRequest>) {
  const { accountId, subjectId } = await requireSubject(context, request);
  const range = readRange(request, context.clock.nowMs());
  return { accountId, subjectId, ...range, timeZone: callerOf(request).account.time_zone };
}

function readRange(
  request: FastifyRequest<AnalyticsRequest>,
  nowMs: number,
): { fromMs: number; untilMs: number } {
  const { from, until } = request.query;
  const untilMs = until === undefined ? nowMs : Date.parse(until);
  const fromMs = from === undefined ? untilMs - 30 * dayMs : Date.parse(from);
  if (!(fromMs < untilMs) || fromMs < earliestMs || untilMs > nowMs + dayMs)
    throw new Refusal(
      'invalid_request',
      'from and until must be points in time since 2020 and not in the future, and from must be earlier than until.',
    );
  if (untilMs - fromMs > rangeDaysMax * dayMs)
    throw new Refusal('invalid_request', `The range must have at most ${rangeDaysMax} days.`);
  return { fromMs, untilMs };
}

function unitFor(rangeMs: number): SeriesUnit {
  if (rangeMs <= 3 * dayMs) return 'hour';
  return rangeMs <= 180 * dayMs ? 'day' : 'month';
}

import type { FastifyInstance, FastifySchema } from 'fastify';
import { type TSchema, Type } from 'typebox';
import {
  type AnalyticsView,
  codeViews,
  isBreakdown,
  parametersOf,
  parseAnalyticsQuery,
  projectViews,
} from '#core/analytics/analytics-query.ts';
import { trendUnits } from '#core/analytics/local-trend.ts';
import { invalidRequest } from '#core/errors.ts';
import { findAccount } from '#features/accounts/account-queries.ts';
import { readView } from '#features/analytics/read-view.ts';
import { requireSubject } from '#features/analytics/require-subject.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { envelope } from '../envelope.ts';
import { errorResponses, rateLimitResponseHeaders, stringEnum } from '../schemas.ts';
import { schemaOfView } from './analytics-schema.ts';
import { refuseUnknownParameters } from './strict-request.ts';

const sentences: Record<AnalyticsView, string> = {
  summary: 'Scans and visitors of a time range',
  trend: 'Scans over time',
  countries: 'Scans by country',
  devices: 'Scans by device',
  referrers: 'Scans by referring host',
  hours: 'Scans by hour of the week',
  browsers: 'Scans by browser',
  systems: 'Scans by operating system',
  rules: 'Scans by redirect rule',
};

const kinds = {
  'qr-codes': {
    views: codeViews,
    subjectKind: 'code',
    example: 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D',
    noun: 'QrCode',
  },
  projects: {
    views: projectViews,
    subjectKind: 'project',
    example: 'prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8',
    noun: 'Project',
  },
} as const;

interface AnalyticsRequest {
  Params: { id: string };
  Querystring: Record<string, unknown>;
}

/** One path per view of a code or project. */
export function registerGetAnalytics(app: FastifyInstance, context: ApiContext): void {
  for (const [kind, { views, subjectKind }] of Object.entries(kinds))
    for (const view of views)
      app.get<AnalyticsRequest>(
        `/v2/analytics/${kind}/:id/${view}`,
        { schema: schemaOf(kind as keyof typeof kinds, view), config: { access: 'analytics.read' } },
        async (request) => {
          refuseUnknownParameters(request, parametersOf(view));
          const nowMs = context.clock.nowMs();
          const actor = actorOf(request);
          const account = await findAccount(context.db, actor.accountId);
          const timeZone = account?.time_zone ?? 'UTC';
          const query = parseAnalyticsQuery(request.query, view, { nowMs, timeZone });
          if (!query.ok) throw invalidRequest(query);
          const subjectId = await requireSubject(
            context.db,
            actor,
            'analytics.read',
            subjectKind,
            request.params.id,
          );
          const numbers = await readView(context.db, context.ledgers, subjectId, view, query.value, nowMs);
          return envelope(request, numbers);
        },
      );
}

function schemaOf(kind: keyof typeof kinds, view: AnalyticsView): FastifySchema {
  const { example, noun } = kinds[kind];
  const name = `${view[0]?.toUpperCase()}${view.slice(1)}`;
  const ofCode = kind === 'qr-codes';
  return {
    operationId: `get${noun}${name}`,
    tags: ['Analytics'],
    summary: `${sentences[view]} of a ${ofCode ? 'QR code' : 'project'}`,
    description: ofCode
      ? 'Exact, and up to date within seconds. Covers scans while `analytics_enabled` was true.'
      : 'Exact, and up to date within seconds. A project has the scans of its codes while they were in it.',
    params: Type.Object({ id: Type.String({ example }) }),
    querystring: Type.Object({
      ...rangeParameters,
      ...(view === 'trend' && { unit: unitParameter }),
      ...(isBreakdown(view) && { limit: limitParameter }),
    }),
    response: {
      200: {
        description: sentences[view],
        headers: rateLimitResponseHeaders,
        content: { 'application/json': { schema: schemaOfView(view) } },
      },
      ...errorResponses(['invalid_request', ofCode ? 'qr_not_found' : 'project_not_found']),
    },
  };
}

const rangeParameters: Record<string, TSchema> = {
  start: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Inclusive; a whole quarter of an hour. At most 1,100 days before `end`.',
      example: '2026-03-01T00:00:00Z',
    }),
  ),
  end: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Exclusive; a whole quarter of an hour. Default: now. Needs `start`.',
      example: '2026-04-01T00:00:00Z',
    }),
  ),
  interval: Type.Optional(
    stringEnum(['24h', '7d', '30d', '90d', '12m'], {
      default: '30d',
      description: 'Instead of `start`: a range that ends now.',
    }),
  ),
  timezone: Type.Optional(
    Type.String({
      description: 'An IANA name. Default: the time zone of the account.',
      example: 'Asia/Tokyo',
    }),
  ),
};
const unitParameter = Type.Optional(
  stringEnum([...trendUnits], {
    description: 'Weeks start on Monday. Default: by the length of the range. At most 1,000 points.',
  }),
);
const limitParameter = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 250, default: 50, description: 'The rest is in `other_scans`.' }),
);

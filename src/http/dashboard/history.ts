import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { pageSizeDefault } from '#core/page-size.ts';
import { parseTimestamp } from '#core/timestamp.ts';
import { auditView } from '#features/history/change-view.ts';
import { exportAuditLog } from '#features/history/export-audit-log.ts';
import { type AuditFilter, listAccountChanges } from '#features/history/history-queries.ts';
import { revertChange } from '#features/history/revert-change.ts';
import type { ApiContext } from '../api-context.ts';
import { readHistoryPage } from '../history-page.ts';
import { readPageRequest, sealNextPage } from '../page-request.ts';
import { firstQueryValue } from '../query.ts';
import { dbOf, memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody, textField } from './json-body.ts';
import { requireProject } from './projects.ts';
import { requireCode } from './qr-codes.ts';

interface OneRequest {
  Params: { id: string };
}

const subjects = [
  'code',
  'project',
  'bulk',
  'account',
  'member',
  'invitation',
  'key',
  'template',
  'domain',
  'webhook',
  'sso',
  'page',
];

/** The timelines of codes and projects, and the audit log of the account. */
export function registerHistory(app: FastifyInstance, context: ApiContext): void {
  const { db, safety } = context;

  app.get<OneRequest>(
    '/dashboard/api/qr-codes/:id/history',
    dashboardRoute('history.read'),
    async (request) => {
      const { qr_id: qrId } = await requireCode(context, request);
      return { ok: true, ...(await readHistoryPage(context, request, memberOf(request), { qrId })) };
    },
  );

  app.get<OneRequest>(
    '/dashboard/api/projects/:id/history',
    dashboardRoute('history.read'),
    async (request) => {
      const { project_id: projectId } = await requireProject(context, request, 'history.read');
      return { ok: true, ...(await readHistoryPage(context, request, memberOf(request), { projectId })) };
    },
  );

  app.post<OneRequest>(
    '/dashboard/api/qr-codes/:id/revert',
    dashboardRoute('codes.change'),
    async (request) => {
      const { qr_id: qrId } = await requireCode(context, request);
      const changeId = parseIdentifier('chg', textField(jsonBody(request), 'change_id') ?? '');
      await revertChange(dbOf(context, request), safety, memberOf(request), { qrId, changeId });
      return { ok: true };
    },
  );

  app.get('/dashboard/api/audit-log', dashboardRoute('audit.read'), async (request) => {
    const filter = readFilter(request);
    const scope = {
      accountId: filter.accountId,
      endpoint: 'audit-log',
      filters: JSON.stringify([filter.subject, filter.actorId, filter.from, filter.until]),
    };
    const page = readPageRequest(context, request, scope, pageSizeDefault);
    const { rows, next } = await listAccountChanges(db, filter, page.after?.id ?? null, page.size);
    const cursor = next === null ? null : { createdAtMs: context.clock.nowMs(), id: next };
    return {
      ok: true,
      items: rows.map(auditView),
      next_page_token: sealNextPage(context, page, cursor),
    };
  });

  app.get('/dashboard/api/audit-log.csv', dashboardRoute('audit.read'), async (request, reply) => {
    const name = `audit-log-${new Date(context.clock.nowMs()).toISOString().slice(0, 10)}.csv`;
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(exportAuditLog(db, readFilter(request))));
  });
}

function readFilter(request: FastifyRequest): AuditFilter {
  const subject = firstQueryValue(request, 'subject') ?? null;
  if (subject !== null && !subjects.includes(subject))
    throw new Refusal('invalid_request', `subject must be one of ${subjects.join(', ')}.`);
  return {
    accountId: memberOf(request).accountId,
    subject,
    actorId: readActor(firstQueryValue(request, 'actor') ?? null),
    from: readTime(request, 'from'),
    until: readTime(request, 'until'),
  };
}

/** A member, key or client by its ID, or a kind of actor. */
function readActor(actor: string | null): string | null {
  if (actor === null) return null;
  return parseIdentifier('key', actor) ?? parseIdentifier('cli', actor) ?? actor;
}

function readTime(request: FastifyRequest, name: string): Date | null {
  const text = firstQueryValue(request, name);
  if (text === undefined) return null;
  const time = parseTimestamp(text);
  if (time === null)
    throw new Refusal('invalid_request', `${name} must be a timestamp such as 2027-01-31T18:00:00Z.`);
  return time;
}

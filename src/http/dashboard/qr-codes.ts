import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseDashboardChange, parseNewDashboardCode } from '#core/dashboard-code-input.ts';
import { invalidRequest } from '#core/errors.ts';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import type { Parsed } from '#core/parsed.ts';
import { can } from '#core/permissions.ts';
import type { NewQrCode } from '#core/qr-code-input.ts';
import { isStaticType } from '#core/qr-content/content-field.ts';
import { findScanSpan, slotStartMs } from '#features/analytics/analytics-queries.ts';
import type { Db } from '#features/database.ts';
import { replayAnswer, runOnce } from '#features/idempotency/run-once.ts';
import { withOpenScans } from '#features/ledger-servers/with-open-scans.ts';
import { findProject } from '#features/projects/project-queries.ts';
import { changeQrCode } from '#features/qr-codes/change-qr-code.ts';
import { codeTag, matchGuard } from '#features/qr-codes/code-tag.ts';
import { createQrCode } from '#features/qr-codes/create-qr-code.ts';
import { duplicateOf } from '#features/qr-codes/duplicate-of.ts';
import { notFound } from '#features/qr-codes/plan-change.ts';
import { type FullQrCodeRow, findQrCode } from '#features/qr-codes/qr-code-queries.ts';
import { qrCodeView } from '#features/qr-codes/qr-code-view.ts';
import { findRenderVerdict } from '#features/rendering/render-queries.ts';
import { type ApiContext, addressesOf } from '../api-context.ts';
import { dbOf, memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody } from './json-body.ts';
import { requestKeyOf } from './request-key.ts';

const path = '/dashboard/api/qr-codes';

interface CodeRequest {
  Params: { id: string };
}

/** The code of the path, if the caller can see it. */
export async function requireCode(
  context: ApiContext,
  request: FastifyRequest<CodeRequest>,
): Promise<FullQrCodeRow> {
  const member = memberOf(request);
  const qrId = parseIdentifier('qrc', request.params.id);
  const code = qrId === null ? undefined : await findQrCode(context.db, member.accountId, qrId);
  if (code === undefined || !can(member, 'codes.read', code.project_id)) throw notFound();
  const [exact = code] = await withOpenScans(context.db, context.ledgers, [code]);
  return exact;
}

/** Codes of every type: the operations of `/v1`, plus designs and contents. `qr-code-list.ts` lists them. */
export function registerQrCodes(app: FastifyInstance, context: ApiContext): void {
  const { db, safety } = context;

  async function create(
    request: FastifyRequest,
    reply: FastifyReply,
    input: NewQrCode,
  ): Promise<FastifyReply> {
    const key = requestKeyOf(request);
    // Before anything is checked again: a second request finds the code in the way of its own quota.
    const known = key && (await replayAnswer(db, key));
    const { status, body } =
      known ??
      (await createQrCode(db, safety, memberOf(request), input, (insert) =>
        runOnce(dbOf(context, request), key, async (tx) => ({
          status: 201,
          body: { ok: true, qr_id: formatIdentifier('qrc', (await insert(tx)).qr_id) },
        })),
      ));
    return reply.status(status).send(body);
  }

  app.post(path, dashboardRoute('codes.change'), async (request, reply) => {
    return create(request, reply, read(parseNewDashboardCode(jsonBody(request))));
  });

  app.post<CodeRequest>(`${path}/:id/duplicate`, dashboardRoute('codes.change'), async (request, reply) => {
    return create(request, reply, duplicateOf(await requireCode(context, request)));
  });

  app.get<CodeRequest>(`${path}/:id`, dashboardRoute('codes.read'), async (request) => {
    const code = await requireCode(context, request);
    return { ok: true, qr_code: await detailView(context, code) };
  });

  app.patch<CodeRequest>(`${path}/:id`, dashboardRoute('codes.change'), async (request) => {
    const member = memberOf(request);
    const qrId = parseIdentifier('qrc', request.params.id);
    if (qrId === null) throw notFound();
    const change = read(parseDashboardChange(jsonBody(request)));
    const guard = matchGuard(
      request.headers['if-match'],
      { accountId: member.accountId, qrId },
      addressesOf(context),
    );
    const code = await changeQrCode(dbOf(context, request), safety, member, qrId, change, { guard });
    return { ok: true, qr_code: await detailView(context, code) };
  });
}

/** The view of `/v1`, plus the link, the scan test, and the design as it was saved. */
async function detailView(context: ApiContext, code: FullQrCodeRow) {
  const { db, config } = context;
  const verdict = await findRenderVerdict(db, code.qr_id);
  const project = await findProject(db, code.account_id, code.project_id);
  const document = qrCodeView(code, addressesOf(context));
  return {
    ...document,
    folder_id: code.folder_id && formatIdentifier('fld', code.folder_id),
    etag: codeTag(document),
    is_static: isStaticType(code.type),
    is_project_archived: project?.is_archived ?? false,
    // To the quarter hour.
    last_scan_at: await findLastScan(db, code.qr_id),
    link_hosts: [
      new URL(config.publicBaseUrl).host,
      ...(code.domain_host === null ? [] : [code.domain_host]),
    ],
    image_host: code.rendered_host ?? new URL(config.publicBaseUrl).host,
    is_image_served: code.rendered_host === null || code.rendered_host === code.domain_host,
    design: code.render_metadata,
    render_score: verdict?.render_score ?? null,
    render_findings: verdict?.render_findings ?? [],
  };
}

async function findLastScan(db: Db, qrId: string): Promise<string | null> {
  const span = await findScanSpan(db, qrId);
  return span && new Date(slotStartMs(span.last)).toISOString();
}

function read<Value>(parsed: Parsed<Value>): Value {
  if (!parsed.ok) throw invalidRequest(parsed);
  return parsed.value;
}

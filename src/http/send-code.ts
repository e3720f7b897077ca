import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseIdentifier } from '#core/identifier.ts';
import { can } from '#core/permissions.ts';
import { parsePreferWait } from '#core/prefer-wait.ts';
import type { OnceAnswer } from '#features/idempotency/run-once.ts';
import { withOpenScans } from '#features/ledger-servers/with-open-scans.ts';
import { codeTag } from '#features/qr-codes/code-tag.ts';
import { notFound } from '#features/qr-codes/plan-change.ts';
import { type FullQrCodeRow, findQrCode } from '#features/qr-codes/qr-code-queries.ts';
import { qrCodeView } from '#features/qr-codes/qr-code-view.ts';
import { isKnown } from '#features/resource-tag.ts';
import { type ApiContext, addressesOf } from './api-context.ts';
import { actorOf } from './authenticate.ts';
import { documentTag } from './document-tag.ts';
import { envelope } from './envelope.ts';

/** The document of a code with its ETag, or 304 if the caller has it already. Archived codes can't be read. */
export async function sendCode(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  found: FullQrCodeRow,
): Promise<FastifyReply> {
  const isRendered = found.render_status !== 'pending' && found.render_status !== 'rendering';
  const code = (await waitForImage(context, request, reply, found.qr_id, isRendered)) ?? found;
  if (request.method === 'GET' && code.status === 'archived') throw notFound();
  const document = await documentOf(context, code);
  const tag = codeTag(document);
  if (tag !== null) reply.header('etag', tag);
  if (request.method === 'GET' && isKnown(request.headers['if-none-match'], tag))
    return reply.status(304).send();
  return reply.send(envelope(request, document));
}

/** The response that a request committed, or that was stored when it came the first time. */
export async function sendOnce(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, body, isReplayed }: OnceAnswer,
): Promise<FastifyReply> {
  const qrId = codeTag(body) === null ? null : parseIdentifier('qrc', String(body['qr_id']));
  const rendered = qrId === null ? undefined : await waitForImage(context, request, reply, qrId, false);
  const document = rendered === undefined ? body : await documentOf(context, rendered);
  const tag = documentTag(document);
  if (tag !== null) reply.header('etag', tag);
  if (isReplayed) reply.header('idempotent-replayed', 'true');
  return reply.status(status).send(envelope(request, document));
}

/** With `Prefer: wait=N` (D66): the code once its image is ready or the time is over. Otherwise undefined. */
async function waitForImage(
  { db, renderWaits }: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  qrId: string,
  isRendered: boolean,
): Promise<FullQrCodeRow | undefined> {
  const seconds = parsePreferWait(request.headers['prefer']?.toString());
  if (seconds === null) return undefined;
  const { keyId, accountId } = actorOf(request);
  if (!isRendered && !(await renderWaits.wait(keyId, qrId, seconds * 1_000, request.raw.socket)))
    return undefined;
  const code = await findQrCode(db, accountId, qrId);
  // It may have been moved meanwhile.
  if (code !== undefined && !can(actorOf(request), 'codes.read', code.project_id)) throw notFound();
  reply.header('preference-applied', `wait=${seconds}`);
  return code;
}

async function documentOf(context: ApiContext, code: FullQrCodeRow) {
  const [exact = code] = await withOpenScans(context.db, context.ledgers, [code]);
  return qrCodeView(exact, addressesOf(context));
}

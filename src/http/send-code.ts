import type { FastifyReply, FastifyRequest } from 'fastify';
import { codeTag, isKnown } from '#features/qr-codes/code-tag.ts';
import type { FullQrCodeRow } from '#features/qr-codes/qr-code-queries.ts';
import { qrCodeView } from '#features/qr-codes/qr-code-view.ts';
import { type ApiContext, addressesOf } from './api-context.ts';
import { envelope } from './envelope.ts';

/** The document of a code with its ETag, or 304 if the caller has it already. */
export function sendCode(
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  code: FullQrCodeRow,
): FastifyReply {
  const document = qrCodeView(code, addressesOf(context));
  const tag = codeTag(document);
  if (tag !== null) reply.header('etag', tag);
  if (request.method === 'GET' && isKnown(request.headers['if-none-match'], tag))
    return reply.status(304).send();
  return reply.send(envelope(request, document));
}

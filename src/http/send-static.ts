import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from '#core/accepted-encoding.ts';
import type { StaticFile } from '#platform/static-folder.ts';

/** A built file, compressed if the client supports it, or 304 if it hasn't changed. */
export function sendStatic(request: FastifyRequest, reply: FastifyReply, file: StaticFile) {
  const { encoding, body } = chooseBody(file, request.headers['accept-encoding']?.toString());
  const etag = encoding === null ? file.etag : file.etag.replace(/"$/, `-${encoding}"`);
  reply.headers({ etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.type(file.type).send(body);
}

function chooseBody(
  { content, gzipped, brotli }: StaticFile,
  accepted: string | undefined,
): { encoding: 'br' | 'gzip' | null; body: Buffer } {
  const encoding = acceptedEncoding(accepted);
  if (encoding === 'br' && brotli !== null) return { encoding, body: brotli };
  // Files that the build has not compressed with Brotli are sent with gzip, if the client accepts both.
  const takesGzip = encoding === 'gzip' || /\bgzip\b(?!\s*;\s*q=0)/.test(accepted ?? '');
  return takesGzip && gzipped !== null
    ? { encoding: 'gzip', body: gzipped }
    : { encoding: null, body: content };
}

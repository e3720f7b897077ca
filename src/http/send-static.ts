import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Encoding } from '#core/accepted-encoding.ts';
import type { StaticFile } from '#platform/static-folder.ts';

/** A built file, compressed if the client supports it, or 304 if it hasn't changed. */
export function sendStatic(request: FastifyRequest, reply: FastifyReply, file: StaticFile) {
  const bodies = { br: file.brotli, gzip: file.gzipped };
  const available = (Object.keys(bodies) as Encoding[]).filter((name) => bodies[name] !== null);
  const encoding = acceptedEncoding(request.headers['accept-encoding']?.toString(), available);
  const etag = encoding === null ? file.etag : file.etag.replace(/"$/, `-${encoding}"`);
  reply.headers({ etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.type(file.type).send(encoding === null ? file.content : bodies[encoding]);
}

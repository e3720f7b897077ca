import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StaticFile } from '#platform/static-folder.ts';

/** A built file, compressed if the client supports it, or 304 if it hasn't changed. */
export function sendStatic(request: FastifyRequest, reply: FastifyReply, file: StaticFile) {
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const isGzipped = file.gzipped !== null && takesGzip;
  const etag = isGzipped ? file.etag.replace(/"$/, '-gz"') : file.etag;
  reply.headers({ etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  if (!isGzipped) return reply.type(file.type).send(file.content);
  return reply.type(file.type).header('content-encoding', 'gzip').send(file.gzipped);
}

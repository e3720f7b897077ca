import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Encoding } from '#core/accepted-encoding.ts';
import { parseByteRange } from '#core/byte-range.ts';
import type { StaticFile } from '#platform/static-folder.ts';

/** A built file, compressed if the client supports it, or 304 if it hasn't changed. */
export function sendStatic(request: FastifyRequest, reply: FastifyReply, file: StaticFile) {
  const bodies = { br: file.brotli, gzip: file.gzipped };
  const available = (Object.keys(bodies) as Encoding[]).filter((name) => bodies[name] !== null);
  const encoding = acceptedEncoding(request.headers['accept-encoding']?.toString(), available);
  const etag = encoding === null ? file.etag : file.etag.replace(/"$/, `-${encoding}"`);
  reply.headers({ etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  // Some browsers play a video only if they can ask for its parts.
  if (file.type.startsWith('video/')) return sendPart(request, reply, file);
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.type(file.type).send(encoding === null ? file.content : bodies[encoding]);
}

function sendPart(request: FastifyRequest, reply: FastifyReply, { type, content, etag }: StaticFile) {
  const { range: asked, 'if-range': ifRange } = request.headers;
  // A part of another version of the file would not fit to what the browser has.
  const isSame = ifRange === undefined || ifRange === etag;
  const range = request.method === 'GET' && isSame ? parseByteRange(asked, content.length) : null;
  reply.header('accept-ranges', 'bytes');
  if (range === null) return reply.type(type).send(content);
  if (range === 'unsatisfiable')
    return reply.status(416).header('content-range', `bytes */${content.length}`).send();
  return reply
    .status(206)
    .header('content-range', `bytes ${range.first}-${range.last}/${content.length}`)
    .type(type)
    .send(content.subarray(range.first, range.last + 1));
}

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from '#core/accepted-encoding.ts';

const bytesMin = 1_024;
/** Higher levels cost more time than the network saves. */
const level = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const compress = {
  br: (text: string) => compressBrotli(text, level),
  gzip: (text: string) => compressGzip(text),
};

/** A hook: compresses JSON of more than a kilobyte if the client accepts it. The ETag stays the same. */
export async function compressJson(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || Buffer.byteLength(payload) <= bytesMin) return payload;
  reply.header('vary', 'accept-encoding');
  const encoding = acceptedEncoding(request.headers['accept-encoding']?.toString());
  if (encoding === null) return payload;
  reply.header('content-encoding', encoding).removeHeader('content-length');
  return compress[encoding](payload);
}

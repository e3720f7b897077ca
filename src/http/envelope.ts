import type { FastifyRequest } from 'fastify';
import { versionOf } from '#core/error-envelope.ts';

/** The frame of every success (specification, Endpoints; D9). */
export function envelope<Body extends object>(request: FastifyRequest, body: Body) {
  return { ok: true, version: versionOf(request.url), request_id: request.id, ...body };
}

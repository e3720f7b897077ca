import type { FastifyRequest } from 'fastify';
import { apiVersion } from '#core/error-envelope.ts';

/** The frame of every success (specification, Endpoints; D9). */
export function envelope<Body extends object>(request: FastifyRequest, body: Body) {
  return { ok: true, version: apiVersion, request_id: request.id, ...body };
}

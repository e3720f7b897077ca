import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '#core/errors.ts';

export const apiVersion = '2025-11-14-v1';

/** The frame of every success (specification, Endpoints; D9). */
export function envelope<Body extends object>(request: FastifyRequest, body: Body) {
  return { ok: true, version: apiVersion, request_id: request.id, ...body };
}

/** The frame of every error (specification, Errors). */
export function errorEnvelope(requestId: string, code: ErrorCode, message: string) {
  return { ok: false, version: apiVersion, request_id: requestId, code, message };
}

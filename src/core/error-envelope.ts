import type { ErrorCode } from './errors.ts';

export const apiVersion = '2025-11-14-v1';

/** The frame of every error of the API and of links (specification, Errors; D44). */
export function errorEnvelope(requestId: string, code: ErrorCode, message: string) {
  return { ok: false, version: apiVersion, request_id: requestId, code, message };
}

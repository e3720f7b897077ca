import type { ErrorCode } from './errors.ts';

export const apiVersion = '2025-11-14-v1';

export const apiVersion2 = '2026-12-01-v2';

/** The version of the API that a path belongs to. */
export function versionOf(path: string): string {
  return path.startsWith('/v2/') ? apiVersion2 : apiVersion;
}

/** The frame of every error of the API and of links (specification, Errors; D44). */
export function errorEnvelope(requestId: string, code: ErrorCode, message: string, version = apiVersion) {
  return { ok: false, version, request_id: requestId, code, message };
}

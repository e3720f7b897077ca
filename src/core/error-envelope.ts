import type { ErrorCode, Refusal } from './errors.ts';

export const apiVersion = '2025-11-14-v1';

export const apiVersion2 = '2026-12-01-v2';

/** The version of the API that a path belongs to. */
export function versionOf(path: string): string {
  return path.startsWith('/v2/') ? apiVersion2 : apiVersion;
}

/** The response that an error belongs to. */
export interface ErrorPlace {
  requestId: string;
  /** Of the service, whose guide explains the codes. */
  apiBaseUrl: string;
  version?: string;
}

/** The frame of every error of the API and of links (specification, Errors; D44, D71). */
export function errorEnvelope(
  { requestId, apiBaseUrl, version = apiVersion }: ErrorPlace,
  { code, message, param, problems }: Pick<Refusal, 'code' | 'message' | 'param' | 'problems'>,
) {
  return {
    ok: false,
    version,
    request_id: requestId,
    code,
    message,
    param,
    doc_url: docUrl(apiBaseUrl, code),
    ...(problems.length > 1 && { errors: problems }),
  };
}

/** The page of the guide that explains an error code. */
export function docUrl(apiBaseUrl: string, code: ErrorCode): string {
  return `${apiBaseUrl}/docs/guide/errors#${code}`;
}

import type { RateLimit } from './rate-limits.ts';

/** One mistake of a request. */
export interface Problem {
  /** The field, such as `redirect_rules[1].url`, or null. */
  param: string | null;
  message: string;
}

/** A refusal of the service, or a failure to reach it. */
export class WaypostError extends Error {
  override readonly name: string = 'WaypostError';
  /** The error code of the service, such as `qr_not_found`. */
  readonly code: string;
  /** 0 if there was no response. */
  readonly status: number;
  /** Include it when you contact support. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  /** The field or query parameter with the problem. */
  readonly param: string | null;
  /** A page that explains the code. */
  readonly docUrl: string | null;
  /** All problems, if the request has several. */
  readonly problems: readonly Problem[];
  readonly rateLimits: readonly RateLimit[];

  constructor(details: ErrorDetails) {
    super(details.message, { cause: details.cause });
    this.code = details.code;
    this.status = details.status;
    this.requestId = details.requestId ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.param = details.param ?? null;
    this.docUrl = details.docUrl ?? null;
    this.problems = details.problems ?? [];
    this.rateLimits = details.rateLimits ?? [];
  }
}

export interface ErrorDetails {
  message: string;
  code: string;
  status: number;
  requestId?: string | null;
  retryAfterSeconds?: number | null;
  param?: string | null;
  docUrl?: string | null;
  problems?: readonly Problem[];
  rateLimits?: readonly RateLimit[];
  cause?: unknown;
}

/** `invalid_request`, `invalid_payload`: the message names the field. */
export class InvalidRequestError extends WaypostError {
  override readonly name = 'InvalidRequestError';
}
/** `unauthorized`: the key is missing, mistyped or revoked. */
export class UnauthorizedError extends WaypostError {
  override readonly name = 'UnauthorizedError';
}
/** `quota_exceeded_qr`, `quota_exceeded_project`, `quota_exceeded_domain`, `quota_exceeded_member`: archive or remove something, or choose a larger plan. */
export class QuotaExceededError extends WaypostError {
  override readonly name = 'QuotaExceededError';
}
/** `api_access_disabled`, `feature_disabled`, `project_forbidden`, `forbidden`, and `account_suspended`, `reauthentication_required` of the dashboard. */
export class ForbiddenError extends WaypostError {
  override readonly name = 'ForbiddenError';
}
/** `not_found`, `project_not_found`, `qr_not_found`, `change_not_found`, `event_not_found`, `endpoint_not_found`, `delivery_not_found`, `template_not_found`, `export_not_found`, `planned_change_not_found`. */
export class NotFoundError extends WaypostError {
  override readonly name = 'NotFoundError';
}
/** `conflict`, `idempotency_conflict` (the key was used for something else), `precondition_failed` (somebody else changed the code). */
export class ConflictError extends WaypostError {
  override readonly name = 'ConflictError';
}
/** `cursor_expired`, `export_expired`: it is no longer kept; the message says how to continue. */
export class ExpiredError extends WaypostError {
  override readonly name = 'ExpiredError';
}
/** `unsafe_url`: the destination is known to be harmful. `webhook_url_rejected`: the address of a webhook is not public. */
export class UnsafeUrlError extends WaypostError {
  override readonly name = 'UnsafeUrlError';
}
/** `rate_limited`, `rate_limit_minute`, `rate_limit_day`: still refused after retries. */
export class RateLimitedError extends WaypostError {
  override readonly name = 'RateLimitedError';
}
/** `internal_error`, `service_unavailable`: still failing after retries. */
export class ServiceError extends WaypostError {
  override readonly name = 'ServiceError';
}
/** No response: a network problem, or longer than `timeoutMs`. */
export class ConnectionError extends WaypostError {
  override readonly name = 'ConnectionError';
}
/** The image can't be rendered with this design; the message says why. */
export class RenderFailedError extends WaypostError {
  override readonly name = 'RenderFailedError';
}
/** The image was not ready in time. It may still become ready. */
export class RenderTimeoutError extends WaypostError {
  override readonly name = 'RenderTimeoutError';
}
/** The export failed, or was removed. */
export class ExportFailedError extends WaypostError {
  override readonly name = 'ExportFailedError';
}
/** The export was not done in time. It may still become done. */
export class ExportTimeoutError extends WaypostError {
  override readonly name = 'ExportTimeoutError';
}
/** A list restarted while it was read, because its page token was older than a day. The items before are still right. */
export class ListRestartedError extends WaypostError {
  override readonly name = 'ListRestartedError';
}

type ErrorClass = new (details: ErrorDetails) => WaypostError;

/** By status, so that error codes of later releases have a class too. */
const classes: Partial<Record<number, ErrorClass>> = {
  400: InvalidRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  410: ExpiredError,
  412: ConflictError,
  413: InvalidRequestError,
  415: InvalidRequestError,
};

export function errorOf(details: ErrorDetails): WaypostError {
  return new (classOf(details))(details);
}

function classOf({ code, status }: ErrorDetails): ErrorClass {
  if (status >= 500) return ServiceError;
  if (status === 429) return RateLimitedError;
  // A proxy responded, not the service: its 404 is not a missing code.
  if (code.startsWith('http_')) return WaypostError;
  if (code === 'unsafe_url' || code === 'webhook_url_rejected') return UnsafeUrlError;
  if (code.startsWith('quota_exceeded_')) return QuotaExceededError;
  return classes[status] ?? WaypostError;
}

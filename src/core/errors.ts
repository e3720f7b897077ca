import { type Problem, problemsOf, type Unparsed } from './parsed.ts';

/** All error codes with their status. This is the only such table. */
export const errorStatus = {
  invalid_request: 400,
  invalid_payload: 400,
  unauthorized: 401,
  quota_exceeded_domain: 402,
  quota_exceeded_member: 402,
  quota_exceeded_project: 402,
  quota_exceeded_qr: 402,
  account_suspended: 403,
  api_access_disabled: 403,
  blocked: 403,
  feature_disabled: 403,
  forbidden: 403,
  insufficient_scope: 403,
  project_forbidden: 403,
  reauthentication_required: 403,
  sso_required: 403,
  two_factor_required: 403,
  not_found: 404,
  change_not_found: 404,
  delivery_not_found: 404,
  endpoint_not_found: 404,
  event_not_found: 404,
  export_not_found: 404,
  planned_change_not_found: 404,
  project_not_found: 404,
  qr_not_found: 404,
  template_not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  idempotency_conflict: 409,
  cursor_expired: 410,
  expired: 410,
  export_expired: 410,
  scan_limit_reached: 410,
  precondition_failed: 412,
  misdirected: 421,
  unsafe_url: 422,
  webhook_url_rejected: 422,
  rate_limited: 429,
  rate_limit_minute: 429,
  rate_limit_day: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorStatus, text);
}

interface RefusalOptions {
  /** `invalid_payload` also has the statuses 413 and 415 (D3). */
  status?: number;
  retryAfterSeconds?: number;
  allow?: string;
  /** Path of the field, such as `redirect_rules[1].url`. */
  param?: string | null;
  /** All mistakes, if the request has several. */
  problems?: Problem[];
  cause?: unknown;
}

/** Why something is refused, in words that the caller can act on. HTTP responds with it, and the command line ends with it. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: string | undefined;
  readonly param: string | null;
  readonly problems: Problem[];

  constructor(code: ErrorCode, message: string, options: RefusalOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? errorStatus[code];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.allow = options.allow;
    this.param = options.param ?? null;
    this.problems = options.problems ?? [];
  }
}

/** The refusal of a request that can't be parsed. */
export function invalidRequest(unparsed: Unparsed): Refusal {
  const problems = problemsOf(unparsed);
  return new Refusal('invalid_request', unparsed.message, {
    param: unparsed.param,
    problems: problems.length > 1 ? problems : [],
  });
}

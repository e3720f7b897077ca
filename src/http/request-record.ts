import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '#core/errors.ts';
import type { OauthError } from '#features/oauth/oauth-error.ts';

/** Details of the log line of a request, besides its route and status. */
export interface RequestRecord {
  accountId?: string;
  /** Null for users of the dashboard. */
  keyId?: string | null;
  /** Also those of OAuth. */
  errorCode?: ErrorCode | OauthError['code'];
}

const records = new WeakMap<FastifyRequest, RequestRecord>();

export function recordOf(request: FastifyRequest): RequestRecord {
  const record = records.get(request) ?? {};
  records.set(request, record);
  return record;
}

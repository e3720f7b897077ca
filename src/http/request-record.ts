import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '#core/errors.ts';

/** What the log line of a request says of it, beside its route and status. */
export interface RequestRecord {
  accountId?: string;
  /** Null for somebody who is signed in to the dashboard. */
  keyId?: string | null;
  errorCode?: ErrorCode;
}

const records = new WeakMap<FastifyRequest, RequestRecord>();

export function recordOf(request: FastifyRequest): RequestRecord {
  const record = records.get(request) ?? {};
  records.set(request, record);
  return record;
}

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorEnvelope } from '#core/error-envelope.ts';
import { ApiError, type ErrorCode } from '#core/errors.ts';
import { OperationRefused } from '#features/operation-refused.ts';
import type { Log } from '#platform/log.ts';
import { isPostgresUnavailable } from '#platform/postgres.ts';
import { unsupportedMediaType } from './read-body.ts';
import { recordOf } from './request-record.ts';

const engineRetrySeconds = 5;

/** What the dashboard shares with operators speaks in their words. */
const refusalCodes: Record<OperationRefused['reason'], ErrorCode> = {
  invalid: 'invalid_request',
  not_found: 'not_found',
  conflict: 'conflict',
  unavailable: 'service_unavailable',
};

/** The one place where an error becomes an answer. What isn't expected is logged and told to nobody (D5). */
export function createErrorHandler(log: Log) {
  return function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const apiError = toApiError(error);
    recordOf(request).errorCode = apiError.code;
    if (apiError.status >= 500) {
      const level = apiError.code === 'internal_error' ? 'error' : 'warn';
      log[level]({ err: apiError.cause ?? error, request_id: request.id }, `answered ${apiError.code}`);
    }
    if (apiError.retryAfterSeconds !== undefined) reply.header('retry-after', apiError.retryAfterSeconds);
    if (apiError.allow !== undefined) reply.header('allow', apiError.allow);
    return reply.status(apiError.status).send(errorEnvelope(request.id, apiError.code, apiError.message));
  };
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof OperationRefused) return new ApiError(refusalCodes[error.reason], error.message);
  if (isPostgresUnavailable(error)) {
    const message = 'The database is out of reach; send the request again in a few seconds.';
    return new ApiError('service_unavailable', message, {
      retryAfterSeconds: engineRetrySeconds,
      cause: error,
    });
  }
  return fromFastify(error as FastifyError) ?? internalError(error);
}

function fromFastify(error: FastifyError): ApiError | null {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('invalid_payload', 'The body is larger than 64 KiB.', { status: 413 });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType();
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ApiError('invalid_payload', 'The body does not have the length that Content-Length says.');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new ApiError('not_found', 'There is nothing at this path; see /docs for what there is.');
    default:
      return isClientFault(error)
        ? new ApiError('invalid_request', 'This is not a request that can be answered.')
        : null;
  }
}

function isClientFault(error: FastifyError): boolean {
  return error.code?.startsWith('FST_ERR') === true && (error.statusCode ?? 500) < 500;
}

function internalError(cause: unknown): ApiError {
  const message = 'Something went wrong on our side. Send the request again, or tell us the request_id.';
  return new ApiError('internal_error', message, { cause });
}

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorEnvelope, versionOf } from '#core/error-envelope.ts';
import { Refusal } from '#core/errors.ts';
import type { Log } from '#platform/log.ts';
import { isPostgresUnavailable } from '#platform/postgres.ts';
import { unsupportedMediaType } from './read-body.ts';
import { recordOf } from './request-record.ts';

const engineRetrySeconds = 5;

/** The only place where an error becomes a response. Unexpected errors are logged and not revealed (D5). */
export function createErrorHandler(log: Log, apiBaseUrl: string) {
  return function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const refusal = toRefusal(error);
    recordOf(request).errorCode = refusal.code;
    if (refusal.status >= 500) {
      const level = refusal.code === 'internal_error' ? 'error' : 'warn';
      log[level]({ err: refusal.cause ?? error, request_id: request.id }, `answered ${refusal.code}`);
    }
    if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
    if (refusal.status === 401) reply.header('www-authenticate', 'Bearer realm="waypost"');
    if (refusal.allow !== undefined) reply.header('allow', refusal.allow);
    const place = { requestId: request.id, apiBaseUrl, version: versionOf(request.url) };
    return reply.status(refusal.status).send(errorEnvelope(place, refusal));
  };
}

export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isPostgresUnavailable(error)) {
    const message = "The database can't be reached. Send the request again in a few seconds.";
    return new Refusal('service_unavailable', message, {
      retryAfterSeconds: engineRetrySeconds,
      cause: error,
    });
  }
  return fromFastify(error as FastifyError) ?? internalError(error);
}

function fromFastify(error: FastifyError): Refusal | null {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal(
        'invalid_payload',
        'The body is too large: 64 KiB, 256 KiB for exports, 2 MiB for bulk operations.',
        {
          status: 413,
        },
      );
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType();
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Refusal('invalid_payload', "The length of the body doesn't match Content-Length.");
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Refusal('not_found', "This path doesn't exist. See /docs for all endpoints.");
    default:
      return isClientFault(error) ? new Refusal('invalid_request', 'The request is not valid.') : null;
  }
}

function isClientFault(error: FastifyError): boolean {
  return error.code?.startsWith('FST_ERR') === true && (error.statusCode ?? 500) < 500;
}

function internalError(cause: unknown): Refusal {
  const message =
    'Something went wrong on our side. Send the request again. If it fails again, send us the request_id.';
  return new Refusal('internal_error', message, { cause });
}

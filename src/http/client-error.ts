import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorEnvelope } from '#core/error-envelope.ts';
import { Refusal } from '#core/errors.ts';
import { newUuid } from '#platform/new-uuid.ts';

const statusByCode: Partial<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

const messages: Record<number, string> = {
  400: 'This is not a valid HTTP request.',
  408: 'The request took too long to arrive.',
  413: 'The body is too large.',
  431: 'The headers are larger than 16 KiB.',
};

/** Responds to input that never became a request, with the envelope. */
export function createClientErrorHandler(apiBaseUrl: string) {
  return function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const status = statusByCode[error.code ?? ''] ?? 400;
    const requestId = newUuid();
    const body = JSON.stringify(
      errorEnvelope({ requestId, apiBaseUrl }, new Refusal('invalid_payload', messages[status] ?? '')),
    );
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'cache-control: no-store',
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorEnvelope } from '#core/error-envelope.ts';
import { Refusal } from '#core/errors.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { acceptedType } from './accepted-type.ts';
import { type PageKind, type ProblemKind, pageKinds } from './page-kinds.ts';
import type { ScanAnswer } from './scan-group.ts';
import { pageHeaders, textPage, wordedPage } from './scan-page.ts';

/** `Retry-After` by status. */
const retryAfterSeconds: Record<number, string> = { 429: '60', 503: '2' };

/** On every response: it must not be cached, because it can change at any moment (D42). */
const noStore = ['cache-control', 'no-store, private'];

/** Addresses in error responses. */
interface Places {
  /** Where the code can be reported; null if there is nothing to report. */
  reportUrl: string | null;
  /** Of the guide that explains error codes. */
  apiBaseUrl: string;
}

/**
 * @returns the request ID of an error, or null.
 */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ScanAnswer,
  places: Places,
): string | null {
  if (answer.kind === 'redirect') sendRedirect(response, answer.url);
  else if (answer.kind === 'preview') sendPage(request, response, 200, 'preview', null);
  else if (answer.kind !== 'text') return sendProblem(request, response, answer.kind, places);
  else if (answer.textKind === 'text') sendText(request, response, answer.text);
  else send(response, 200, answer.text, fileHeaders[answer.textKind]);
  return null;
}

export function sendRedirect(response: ServerResponse, url: string): void {
  const headers = ['referrer-policy', 'no-referrer-when-downgrade', 'location', url, 'content-length', '0'];
  response.writeHead(302, [...noStore, ...headers]).end();
}

/** A page for people, or the error envelope for programs that request JSON (D44). Returns the request ID. */
export function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  kind: ProblemKind,
  { reportUrl, apiBaseUrl }: Places,
): string {
  const requestId = newUuid();
  const { code, message } = pageKinds[kind].problem;
  const refusal = new Refusal(code, message);
  const { status } = refusal;
  const wait = retryAfterSeconds[status];
  const headers = { 'x-request-id': requestId, ...(wait !== undefined && { 'retry-after': wait }) };
  const type = acceptedType(request.headers.accept ?? '', ['text/html', 'application/json']);
  if (type === 'application/json')
    sendEnvelope(response, status, errorEnvelope({ requestId, apiBaseUrl }, refusal), headers);
  else sendPage(request, response, status, kind, reportUrl, headers);
  return requestId;
}

export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  kind: PageKind,
  reportUrl: string | null,
  headers: Record<string, string> = {},
): void {
  const { html, language } = wordedPage(kind, request.headers['accept-language'] ?? '', reportUrl);
  send(response, status, html, { ...pageHeaders, ...headers, 'content-language': language });
}

/** Phones open these files in their contacts and calendar. */
const fileHeaders = {
  vcard: {
    'content-type': 'text/vcard; charset=utf-8',
    'content-disposition': 'inline; filename="contact.vcf"',
  },
  event: {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'inline; filename="event.ics"',
  },
};

/** A text as a page, or as plain text for a client that requests it (D16). */
function sendText(request: IncomingMessage, response: ServerResponse, text: string): void {
  const type = acceptedType(request.headers.accept ?? '', ['text/html', 'text/plain']);
  if (type === 'text/plain')
    return send(response, 200, text, { 'content-type': 'text/plain; charset=utf-8' });
  const { html } = textPage(text, request.headers['accept-language'] ?? '');
  send(response, 200, html, pageHeaders);
}

export function refuseMethod(response: ServerResponse, apiBaseUrl: string): void {
  const requestId = newUuid();
  const refusal = new Refusal('method_not_allowed', 'Short links support GET and HEAD.');
  const envelope = errorEnvelope({ requestId, apiBaseUrl }, refusal);
  sendEnvelope(response, 405, envelope, { allow: 'GET, HEAD', 'x-request-id': requestId });
}

function sendEnvelope(
  response: ServerResponse,
  status: number,
  envelope: ReturnType<typeof errorEnvelope>,
  headers: Record<string, string>,
): void {
  send(response, status, JSON.stringify(envelope), {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
  });
}

export function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string>,
): void {
  response.writeHead(status, {
    'cache-control': 'no-store, private',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    vary: 'Accept, Accept-Language',
    ...headers,
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

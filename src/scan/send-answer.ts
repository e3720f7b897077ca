import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorEnvelope } from '#core/error-envelope.ts';
import { Refusal } from '#core/errors.ts';
import type { ScanTarget } from '#core/resolve-scan.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { acceptedType } from './accepted-type.ts';
import { contactPage } from './contact-page.ts';
import { eventPage } from './event-page.ts';
import type { PageBrand } from './page-brand.ts';
import { type PageKind, type ProblemKind, pageKinds } from './page-kinds.ts';
import { chooseLanguage, type Language } from './page-words.ts';
import type { ScanAnswer } from './scan-group.ts';
import { headersOf, problemPage } from './scan-page.ts';
import { textPage } from './text-page.ts';

/** `Retry-After` by status. */
const retryAfterSeconds: Record<number, string> = { 429: '60', 503: '2' };

/** On every response: it must not be cached, because it can change at any moment (D42). */
const noStore = ['cache-control', 'no-store, private'];

/** For a page that belongs to no code. */
const noContext = { reportUrl: null, brand: null, isEnded: false };

/** What a page needs besides the answer. */
export interface PageContext {
  /** Where the code can be reported; null if there is nothing to report. */
  reportUrl: string | null;
  /** Of the guide that explains error codes. */
  apiBaseUrl: string;
  /** The code, if there is one. */
  target: ScanTarget | null;
  /** Of its project. */
  brand: PageBrand | null;
  /** Whether the fallback address is offered (D80). */
  isEnded: boolean;
  /** Where the page of a contact or event gets its file. */
  fileUrl: string;
}

/**
 * @returns the request ID of an error, or null.
 */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ScanAnswer,
  context: PageContext,
): string | null {
  if (answer.kind === 'redirect') sendRedirect(response, answer.url);
  else if (answer.kind === 'preview') sendPage(request, response, 200, 'preview', context);
  else if (answer.kind !== 'text') return sendProblem(request, response, answer.kind, context);
  else if (answer.textKind === 'text') sendText(request, response, answer.text, context.brand);
  else sendCard(request, response, answer.textKind, answer.text, context);
  return null;
}

/** Whether the client prefers a page to JSON, plain text or a file. */
export function wantsPage({ headers: { accept = '' } }: IncomingMessage, answer: ScanAnswer): boolean {
  const offered =
    answer.kind !== 'text'
      ? ['text/html', 'application/json']
      : answer.textKind === 'text'
        ? ['text/html', 'text/plain']
        : [files[answer.textKind].type, 'text/html'];
  return acceptedType(accept, offered) === 'text/html';
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
  context: Pick<PageContext, 'reportUrl' | 'apiBaseUrl' | 'brand' | 'isEnded'>,
): string {
  const requestId = newUuid();
  const { code, message } = pageKinds[kind].problem;
  const refusal = new Refusal(code, message);
  const { status } = refusal;
  const wait = retryAfterSeconds[status];
  const headers = { 'x-request-id': requestId, ...(wait !== undefined && { 'retry-after': wait }) };
  const type = acceptedType(request.headers.accept ?? '', ['text/html', 'application/json']);
  if (type === 'application/json')
    sendEnvelope(
      response,
      status,
      errorEnvelope({ requestId, apiBaseUrl: context.apiBaseUrl }, refusal),
      headers,
    );
  else sendPage(request, response, status, kind, context, headers);
  return requestId;
}

export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  kind: PageKind,
  { reportUrl, brand, isEnded }: Pick<PageContext, 'reportUrl' | 'brand' | 'isEnded'> = noContext,
  headers: Record<string, string> = {},
): void {
  const language = languageOf(request);
  const fallbackUrl = isEnded ? (brand?.fallbackUrl ?? null) : null;
  const html = problemPage({ kind, language, brand, reportUrl, fallbackUrl });
  send(response, status, html, { ...headersOf(brand), ...headers, 'content-language': language });
}

/** Phones open these files in their contacts and calendar. */
const files = {
  vcard: { type: 'text/vcard', name: 'contact.vcf', page: contactPage },
  event: { type: 'text/calendar', name: 'event.ics', page: eventPage },
};

/** A contact or event: a page for a browser, the file for anything else. */
function sendCard(
  request: IncomingMessage,
  response: ServerResponse,
  kind: keyof typeof files,
  text: string,
  { brand, target, fileUrl }: PageContext,
): void {
  const { type, page } = files[kind];
  const accepted = acceptedType(request.headers.accept ?? '', [type, 'text/html']);
  if (accepted === type || target === null || target.content === null) return sendFile(response, kind, text);
  const language = languageOf(request);
  const html = page({ content: target.content, language, brand, timeZone: target.timeZone, fileUrl });
  send(response, 200, html, { ...headersOf(brand), 'content-language': language });
}

export function sendFile(response: ServerResponse, kind: keyof typeof files, text: string): void {
  const { type, name } = files[kind];
  send(response, 200, text, {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `inline; filename="${name}"`,
  });
}

/** A text as a page, or as plain text for a client that requests it (D16). */
function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  brand: PageBrand | null,
): void {
  const type = acceptedType(request.headers.accept ?? '', ['text/html', 'text/plain']);
  if (type === 'text/plain')
    return send(response, 200, text, { 'content-type': 'text/plain; charset=utf-8' });
  const language = languageOf(request);
  send(response, 200, textPage(text, language, brand), { ...headersOf(brand), 'content-language': language });
}

function languageOf(request: IncomingMessage): Language {
  return chooseLanguage(request.headers['accept-language'] ?? '');
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

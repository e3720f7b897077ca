import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { errorEnvelope } from '#core/error-envelope.ts';
import { type ErrorCode, errorStatus } from '#core/errors.ts';
import { isServed } from '#core/resolve-scan.ts';
import { parseSlug } from '#core/slug.ts';
import { nobodysHost } from '#core/visited-host.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { newUuid } from '#platform/new-uuid.ts';
import type { Tracing } from '#platform/tracing.ts';
import { acceptedType } from './accepted-type.ts';
import type { DomainReader } from './domain-reader.ts';
import type { PageKind } from './page-words.ts';
import type { PendingScan, ScanAnswer } from './scan-group.ts';
import type { ScanLedger } from './scan-ledger.ts';
import type { ScanMetrics } from './scan-metrics.ts';
import { pageHeaders, textPage, wordedPage } from './scan-page.ts';
import type { ScanTargets } from './scan-targets.ts';
import type { VisitReader } from './visit.ts';

const retryAfterSeconds = 2;
const requestMs = 10_000;
const headersMs = 5_000;
const keepAliveMs = 65_000;
const headerBytesMax = 16_384;
const connectionRequestsMax = 0;

/** On every answer: nobody may keep it, because the next moment it may be another (D42). */
const noStore = ['cache-control', 'no-store, private'];

interface ScanContext {
  targets: ScanTargets;
  domains: Pick<DomainReader, 'read'>;
  ledger: Pick<ScanLedger, 'submit'>;
  visits: VisitReader;
  metrics: ScanMetrics;
  clock: Clock;
  log: Log;
  tracing: Tracing | null;
}

/** The data plane: one route, without a framework in between. */
export function createScanServer(context: ScanContext): Server {
  const server = createServer(
    { requestTimeout: requestMs, headersTimeout: headersMs, maxHeaderSize: headerBytesMax },
    (request, response) => {
      try {
        route(context, request, response);
      } catch (error) {
        fail(context, request, response, error);
      }
    },
  );
  server.keepAliveTimeout = keepAliveMs;
  server.maxRequestsPerSocket = connectionRequestsMax;
  return server;
}

function route(context: ScanContext, request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(response);
  const visit = context.visits.read(request, context.clock.nowMs());
  const span = context.tracing?.start('scan', { kind: 'server' }) ?? null;
  const end = (result: ScanAnswer) => {
    span?.set('waypost.answer', result.kind);
    span?.end();
    context.metrics.countAnswer(result.kind, isServed(result) && visit.isCounted);
  };
  const answer = (result: ScanAnswer) => {
    if (result.kind === 'not_found' && visit.host !== null)
      return void answerForDomain(context, visit.host, request, response, end).catch((error: unknown) =>
        fail(context, request, response, error),
      );
    end(result);
    sendAnswer(request, response, result);
  };
  const slug = readSlug(request.url ?? '/');
  if (slug === null) return answer({ kind: 'not_found' });
  const known = context.targets.find(slug);
  context.metrics.countLookUp(known !== null);
  if (known === 'missing') return answer({ kind: 'not_found' });
  if (known !== null)
    return context.ledger.submit({ slug, target: known, visit, span, answer, rereads: 0, isAnswered: false });
  lookUp(context, { slug, visit, span, answer }).catch((error: unknown) =>
    fail(context, request, response, error),
  );
}

/** What is no code under a domain: its root, nothing, or a domain that is none of ours. */
async function answerForDomain(
  context: ScanContext,
  host: string,
  request: IncomingMessage,
  response: ServerResponse,
  end: (result: ScanAnswer) => void,
): Promise<void> {
  const domain = host === nobodysHost ? 'unknown' : await context.domains.read(host);
  if (typeof domain === 'string') {
    const result: ScanAnswer = { kind: domain === 'unknown' ? 'misdirected' : 'unavailable' };
    end(result);
    return sendAnswer(request, response, result);
  }
  const isRoot = pathOf(request.url ?? '/') === '/';
  end({ kind: 'not_found' });
  if (!isRoot) return sendProblem(request, response, 'not_found');
  if (domain.rootUrl !== null) return sendRedirect(response, domain.rootUrl);
  const { html, language } = wordedPage('domain_root', request.headers['accept-language'] ?? '');
  send(response, 200, html, { ...pageHeaders, 'content-language': language });
}

function fail(
  context: ScanContext,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  context.log.error({ err: error }, 'a request could not be answered');
  if (!response.headersSent) sendProblem(request, response, 'unavailable');
}

async function lookUp(
  context: ScanContext,
  request: Pick<PendingScan, 'slug' | 'visit' | 'span' | 'answer'>,
): Promise<void> {
  const { answer } = request;
  const target = await context.targets.read(request.slug);
  if (target === 'missing') answer({ kind: 'not_found' });
  else if (target === 'unavailable') answer({ kind: 'unavailable' });
  else context.ledger.submit({ ...request, target, rereads: 0, isAnswered: false });
}

/** `/QR-8KX2…`, in any letter case, whatever stands behind a question mark. A proxy may send the whole address. */
function readSlug(target: string): string | null {
  return parseSlug(pathOf(target).slice(1));
}

function pathOf(target: string): string {
  const url = target.startsWith('/') ? target : (URL.parse(target)?.pathname ?? '/');
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: ScanAnswer): void {
  if (answer.kind === 'redirect') return sendRedirect(response, answer.url);
  if (answer.kind === 'text')
    return answer.textKind === 'text'
      ? sendText(request, response, answer.text)
      : send(response, 200, answer.text, fileHeaders[answer.textKind]);
  sendProblem(request, response, answer.kind);
}

function sendRedirect(response: ServerResponse, url: string): void {
  const headers = ['referrer-policy', 'no-referrer-when-downgrade', 'location', url, 'content-length', '0'];
  response.writeHead(302, [...noStore, ...headers]).end();
}

type ProblemKind = Exclude<PageKind, 'domain_root'>;

const problems: Record<ProblemKind, { code: ErrorCode; message: string }> = {
  not_found: { code: 'not_found', message: 'There is no such link.' },
  blocked: { code: 'blocked', message: 'This link is blocked: it may lead to something harmful.' },
  expired: { code: 'expired', message: 'This link has expired.' },
  scan_limit_reached: { code: 'scan_limit_reached', message: 'This link has reached its scan limit.' },
  misdirected: { code: 'misdirected', message: 'No domain of this name is served here.' },
  unavailable: { code: 'service_unavailable', message: 'The service can not answer now; try again shortly.' },
};

/** A page for people, the error envelope for programs that ask for JSON (D44). */
function sendProblem(request: IncomingMessage, response: ServerResponse, kind: ProblemKind): void {
  const { code, message } = problems[kind];
  const status = errorStatus[code];
  const retry = status === 503 ? { 'retry-after': String(retryAfterSeconds) } : {};
  const type = acceptedType(request.headers.accept ?? '', ['text/html', 'application/json']);
  if (type === 'application/json') return sendEnvelope(response, status, code, message, retry);
  const { html, language } = wordedPage(kind, request.headers['accept-language'] ?? '');
  send(response, status, html, { ...pageHeaders, ...retry, 'content-language': language });
}

/** Phones open these in their contacts and calendar. */
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

/** A text as a page, or as it is for a client that asks for it (D16). */
function sendText(request: IncomingMessage, response: ServerResponse, text: string): void {
  const type = acceptedType(request.headers.accept ?? '', ['text/html', 'text/plain']);
  if (type === 'text/plain')
    return send(response, 200, text, { 'content-type': 'text/plain; charset=utf-8' });
  const { html } = textPage(text, request.headers['accept-language'] ?? '');
  send(response, 200, html, pageHeaders);
}

function refuseMethod(response: ServerResponse): void {
  sendEnvelope(response, 405, 'method_not_allowed', 'A link takes GET and HEAD.', { allow: 'GET, HEAD' });
}

function sendEnvelope(
  response: ServerResponse,
  status: number,
  code: ErrorCode,
  message: string,
  headers: Record<string, string>,
): void {
  const requestId = newUuid();
  const body = JSON.stringify(errorEnvelope(requestId, code, message));
  send(response, status, body, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': requestId,
  });
}

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string>): void {
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

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  hasEnded,
  isExact,
  isServed,
  isServedUnder,
  resolveScan,
  type ScanTarget,
} from '#core/resolve-scan.ts';
import { parseSlug } from '#core/slug.ts';
import { nobodysHost } from '#core/visited-host.ts';
import { clientNetwork } from '#platform/client-network.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Tracing } from '#platform/tracing.ts';
import { WindowLimit } from '#platform/window-limit.ts';
import type { BrandReader } from './brand-reader.ts';
import type { DomainReader } from './domain-reader.ts';
import type { FileTickets } from './file-tickets.ts';
import type { RefusalLog } from './refusal-log.ts';
import { ReportRoute } from './report-route.ts';
import type { PendingScan, ScanAnswer } from './scan-group.ts';
import type { ScanLedger } from './scan-ledger.ts';
import type { ScanMetrics } from './scan-metrics.ts';
import type { ScanTargets } from './scan-targets.ts';
import type { ScanTraffic } from './scan-traffic.ts';
import {
  type PageContext,
  refuseMethod,
  send,
  sendAnswer,
  sendFile,
  sendPage,
  sendProblem,
  sendRedirect,
  wantsPage,
} from './send-answer.ts';
import { type Visit, type VisitReader, visitorOf } from './visit.ts';

const requestMs = 10_000;
const headersMs = 5_000;
const keepAliveMs = 65_000;
const headerBytesMax = 16_384;
const connectionRequestsMax = 0;
/** Unknown links per network and minute. An existing code is never refused, because a whole stadium may share one address. */
const missesPerMinute = 120;
const networksMax = 50_000;

interface ScanContext {
  targets: ScanTargets;
  domains: Pick<DomainReader, 'read'>;
  brands: Pick<BrandReader, 'read'>;
  tickets: FileTickets;
  ledger: Pick<ScanLedger, 'submit'>;
  visits: VisitReader;
  metrics: ScanMetrics;
  clock: Clock;
  log: Log;
  tracing: Tracing | null;
  reports: Pick<ReportRoute, 'answer'>;
  refusals: RefusalLog;
  traffic: ScanTraffic;
  /** The host of our own short links and the report form. */
  publicBaseUrl: string;
  /** The host of the guide. */
  apiBaseUrl: string;
  /** Where our own host redirects without a slug; null: a plain page. */
  homeUrl: string | null;
  /** The text of `/.well-known/security.txt`. */
  securityTxt(): string;
}

/** The server of short links: one route, no framework. */
export function createScanServer(context: ScanContext): Server {
  const misses = new WindowLimit(missesPerMinute, 60_000, networksMax);
  const server = createServer(
    { requestTimeout: requestMs, headersTimeout: headersMs, maxHeaderSize: headerBytesMax },
    (request, response) => {
      try {
        route(context, misses, request, response);
      } catch (error) {
        fail(context, request, response, error);
      }
    },
  );
  server.keepAliveTimeout = keepAliveMs;
  server.maxRequestsPerSocket = connectionRequestsMax;
  return server;
}

function route(
  context: ScanContext,
  misses: WindowLimit,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const startedMs = context.clock.monotonicMs();
  const path = pathOf(request.url ?? '/');
  const isReport = ReportRoute.matches(path);
  if (request.method !== 'GET' && request.method !== 'HEAD' && !(isReport && request.method === 'POST'))
    return refuseMethod(response, context.apiBaseUrl);
  const visit = context.visits.read(request, context.clock.nowMs());
  context.traffic.countRequest(visit.address);
  if (visit.host === null && isReport)
    return void context.reports
      .answer(request, response, path, { address: visit.address, nowMs: visit.arrivedMs })
      .catch((error: unknown) => fail(context, request, response, error));
  if (visit.host === null && path === '/.well-known/security.txt')
    return send(response, 200, context.securityTxt(), { 'content-type': 'text/plain; charset=utf-8' });
  if (visit.host === null && path === '/')
    return context.homeUrl === null
      ? sendPage(request, response, 200, 'domain_root')
      : sendRedirect(response, context.homeUrl);
  const span = context.tracing?.start('scan', { kind: 'server' }) ?? null;
  const end = (result: ScanAnswer) => {
    span?.set('waypost.answer', result.kind);
    span?.end();
    const seconds = (context.clock.monotonicMs() - startedMs) / 1_000;
    context.metrics.countAnswer(result.kind, isServed(result) && visit.isCounted, seconds);
  };
  const failed = (error: unknown) => fail(context, request, response, error);
  const answer = (result: ScanAnswer, target: ScanTarget | null = null) => {
    const isEnded = target !== null && hasEnded(target, visit.host, result.kind);
    if (result.kind === 'not_found' && visit.host !== null && !isEnded)
      return void answerForDomain(context, visit.host, request, response, end).catch(failed);
    end(result);
    if (target === null || !(isEnded || hasOwnersPage(result)) || !wantsPage(request, result))
      return sendAndNote(context, request, response, result);
    void context.brands
      .read(target.projectId)
      .then((brand) => sendAndNote(context, request, response, result, { target, brand, isEnded }))
      .catch(failed);
  };
  const slug = slugOf(request);
  if (slug === null) return answer({ kind: 'not_found' });
  const ticket = ticketOf(request);
  if (ticket !== null && context.tickets.isValid(slug, ticket))
    return void sendTicketed(context, slug, visit, response, answer, end).catch(failed);
  const known = context.targets.find(slug);
  context.metrics.countLookUp(known !== null);
  if (known === 'missing') return answer(missed(misses, visit));
  if (known !== null) return submit(context, { slug, visit, span, answer }, known);
  lookUp(context, misses, { slug, visit, span, answer }).catch(failed);
}

/** Pages with the owner's content or question; a redirect has none. */
function hasOwnersPage({ kind }: ScanAnswer): boolean {
  return kind === 'text' || kind === 'preview';
}

/** The file of a contact or event whose page was counted. It is read again: the code may have been blocked since. */
async function sendTicketed(
  { targets }: ScanContext,
  slug: string,
  visit: Visit,
  response: ServerResponse,
  answer: (result: ScanAnswer) => void,
  end: (result: ScanAnswer) => void,
): Promise<void> {
  // The page was counted.
  visit.isCounted = false;
  const target = await targets.read(slug);
  if (target === 'unavailable') return answer({ kind: 'unavailable' });
  if (target === 'missing' || !isServedUnder(target, visit.host)) return answer({ kind: 'not_found' });
  // The page was in time.
  const outcome = resolveScan({ ...target, expiresAtMs: null, rules: [] }, visitorOf(visit), visit.arrivedMs);
  if (outcome.kind === 'text' && outcome.textKind !== 'text') {
    end(outcome);
    return sendFile(response, outcome.textKind, outcome.text);
  }
  answer(outcome.kind === 'blocked' ? outcome : { kind: 'not_found' });
}

/** Requests on a domain that aren't short links: its root, nothing, or an unknown domain. */
async function answerForDomain(
  context: ScanContext,
  host: string,
  request: IncomingMessage,
  response: ServerResponse,
  end: (result: ScanAnswer) => void,
): Promise<void> {
  const domain = host === nobodysHost ? 'unknown' : await context.domains.read(host);
  if (typeof domain === 'string') {
    const result: ScanAnswer = { kind: domain === 'unknown' ? 'misdirected' : domain };
    end(result);
    return sendAndNote(context, request, response, result);
  }
  const isRoot = pathOf(request.url ?? '/') === '/';
  end({ kind: 'not_found' });
  if (!isRoot) return sendAndNote(context, request, response, { kind: 'not_found' });
  if (domain.rootUrl !== null) return sendRedirect(response, domain.rootUrl);
  sendPage(request, response, 200, 'domain_root');
}

function fail(
  context: ScanContext,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  const page = { ...noOwner, reportUrl: null, apiBaseUrl: context.apiBaseUrl };
  const requestId = response.headersSent ? null : sendProblem(request, response, 'unavailable', page);
  context.log.error({ err: error, request_id: requestId }, 'a request could not be answered');
}

async function lookUp(context: ScanContext, misses: WindowLimit, request: FoundScan): Promise<void> {
  const { answer, visit } = request;
  const target = await context.targets.read(request.slug);
  if (target === 'missing') answer(missed(misses, visit));
  else if (target === 'unavailable') answer({ kind: 'unavailable' });
  else submit(context, request, target);
}

type FoundScan = Pick<PendingScan, 'slug' | 'visit' | 'span'> & {
  answer: (result: ScanAnswer, target?: ScanTarget) => void;
};

function submit(context: ScanContext, scan: FoundScan, target: PendingScan['target']): void {
  context.traffic.countScan(scan.slug, target.accountId);
  const pending: PendingScan = {
    ...scan,
    target,
    rereads: 0,
    isAnswered: false,
    // The ledger may have read a newer target.
    answer: (result) => scan.answer(result, pending.target),
  };
  context.ledger.submit(pending);
}

const noOwner: Pick<PageContext, 'target' | 'brand' | 'isEnded'> = {
  target: null,
  brand: null,
  isEnded: false,
};

function sendAndNote(
  context: ScanContext,
  request: IncomingMessage,
  response: ServerResponse,
  result: ScanAnswer,
  owner = noOwner,
): void {
  const slug = slugOf(request);
  const isCard = result.kind === 'text' && result.textKind !== 'text' && slug !== null;
  const requestId = sendAnswer(request, response, result, {
    ...owner,
    reportUrl: reportUrl(context, slug),
    apiBaseUrl: context.apiBaseUrl,
    fileUrl: isCard
      ? `/${slug}?file=${context.tickets.issue(slug, owner.target !== null && isExact(owner.target))}`
      : '',
  });
  // Robots send many paths that can't be a code.
  if (requestId !== null && slug !== null) context.refusals.note({ requestId, kind: result.kind, slug });
}

/** A link that doesn't exist, counted for the network that requested it. */
function missed(misses: WindowLimit, { address, arrivedMs }: Visit): ScanAnswer {
  return { kind: misses.count(clientNetwork(address), arrivedMs) ? 'not_found' : 'rate_limited' };
}

function reportUrl({ publicBaseUrl }: ScanContext, slug: string | null): string {
  return slug === null ? `${publicBaseUrl}/report` : `${publicBaseUrl}/report?code=${slug}`;
}

/** `/QR-8KX2…` in any letter case, with or without a query. */
function slugOf(request: IncomingMessage): string | null {
  return parseSlug(pathOf(request.url ?? '/').slice(1));
}

/** `?file=…`, as a page of a contact or event requests it. */
function ticketOf({ url = '' }: IncomingMessage): string | null {
  const start = url.indexOf('?file=');
  return start === -1 ? null : url.slice(start + '?file='.length);
}

/** A proxy may send the absolute URL. */
function pathOf(target: string): string {
  const url = target.startsWith('/') ? target : (URL.parse(target)?.pathname ?? '/');
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

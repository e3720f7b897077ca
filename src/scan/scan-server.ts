import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isServed } from '#core/resolve-scan.ts';
import { parseSlug } from '#core/slug.ts';
import { nobodysHost } from '#core/visited-host.ts';
import { clientNetwork } from '#platform/client-network.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Tracing } from '#platform/tracing.ts';
import { WindowLimit } from '#platform/window-limit.ts';
import type { DomainReader } from './domain-reader.ts';
import type { RefusalLog } from './refusal-log.ts';
import { ReportRoute } from './report-route.ts';
import type { PendingScan, ScanAnswer } from './scan-group.ts';
import type { ScanLedger } from './scan-ledger.ts';
import type { ScanMetrics } from './scan-metrics.ts';
import type { ScanTargets } from './scan-targets.ts';
import type { ScanTraffic } from './scan-traffic.ts';
import { refuseMethod, send, sendAnswer, sendPage, sendProblem, sendRedirect } from './send-answer.ts';
import type { Visit, VisitReader } from './visit.ts';

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
  const span = context.tracing?.start('scan', { kind: 'server' }) ?? null;
  const end = (result: ScanAnswer) => {
    span?.set('waypost.answer', result.kind);
    span?.end();
    const seconds = (context.clock.monotonicMs() - startedMs) / 1_000;
    context.metrics.countAnswer(result.kind, isServed(result) && visit.isCounted, seconds);
  };
  const answer = (result: ScanAnswer) => {
    if (result.kind === 'not_found' && visit.host !== null)
      return void answerForDomain(context, visit.host, request, response, end).catch((error: unknown) =>
        fail(context, request, response, error),
      );
    end(result);
    sendAndNote(context, request, response, result);
  };
  const slug = slugOf(request);
  if (slug === null) return answer({ kind: 'not_found' });
  const known = context.targets.find(slug);
  context.metrics.countLookUp(known !== null);
  if (known === 'missing') return answer(missed(misses, visit));
  if (known !== null) return submit(context, { slug, visit, span, answer }, known);
  lookUp(context, misses, { slug, visit, span, answer }).catch((error: unknown) =>
    fail(context, request, response, error),
  );
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
  sendPage(request, response, 200, 'domain_root', null);
}

function fail(
  context: ScanContext,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  const places = { reportUrl: null, apiBaseUrl: context.apiBaseUrl };
  const requestId = response.headersSent ? null : sendProblem(request, response, 'unavailable', places);
  context.log.error({ err: error, request_id: requestId }, 'a request could not be answered');
}

async function lookUp(context: ScanContext, misses: WindowLimit, request: FoundScan): Promise<void> {
  const { answer, visit } = request;
  const target = await context.targets.read(request.slug);
  if (target === 'missing') answer(missed(misses, visit));
  else if (target === 'unavailable') answer({ kind: 'unavailable' });
  else submit(context, request, target);
}

type FoundScan = Pick<PendingScan, 'slug' | 'visit' | 'span' | 'answer'>;

function submit(context: ScanContext, scan: FoundScan, target: PendingScan['target']): void {
  context.traffic.countScan(scan.slug, target.accountId);
  context.ledger.submit({ ...scan, target, rereads: 0, isAnswered: false });
}

function sendAndNote(
  context: ScanContext,
  request: IncomingMessage,
  response: ServerResponse,
  result: ScanAnswer,
): void {
  const slug = slugOf(request);
  const places = { reportUrl: reportUrl(context, slug), apiBaseUrl: context.apiBaseUrl };
  const requestId = sendAnswer(request, response, result, places);
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

/** A proxy may send the absolute URL. */
function pathOf(target: string): string {
  const url = target.startsWith('/') ? target : (URL.parse(target)?.pathname ?? '/');
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

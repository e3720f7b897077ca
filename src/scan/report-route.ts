import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type pg from 'pg';
import { parseEmailAddress } from '#core/email-address.ts';
import { parseSlug } from '#core/slug.ts';
import { clientNetwork } from '#platform/client-network.ts';
import type { Log } from '#platform/log.ts';
import { WindowLimit } from '#platform/window-limit.ts';
import { type ReportDraft, reportFormPage, reportStatusPage } from './report-page.ts';
import { findReport, insertReport } from './report-queries.ts';
import { reportReasons } from './report-words.ts';
import { formHeaders } from './scan-page.ts';

const bodyBytesMax = 4_096;
const detailsMax = 1_000;
const reportsPerHour = 10;
const looksPerMinute = 60;
const networksMax = 20_000;
const statusPath = /^\/report\/([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/;

interface Visitor {
  address: string;
  nowMs: number;
}

interface Answer {
  status: number;
  html: string;
  headers?: Record<string, string>;
}

interface ReportContext {
  pool: pg.Pool;
  log: Log;
  countReport(): void;
}

/** `/report`: anybody can report a code to the operator. A report is only a row; it never blocks a code by itself. */
export class ReportRoute {
  readonly #context: ReportContext;
  readonly #limit = new WindowLimit(reportsPerHour, 3_600_000, networksMax);
  readonly #looks = new WindowLimit(looksPerMinute, 60_000, networksMax);

  constructor(context: ReportContext) {
    this.#context = context;
  }

  static matches(path: string): boolean {
    return path === '/report' || path.startsWith('/report/');
  }

  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    visitor: Visitor,
  ): Promise<void> {
    const { status, html, headers } = await this.#answer(request, path, visitor);
    response.writeHead(status, {
      'cache-control': 'no-store, private',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...formHeaders,
      ...headers,
      'content-length': Buffer.byteLength(html),
    });
    response.end(html);
  }

  async #answer(request: IncomingMessage, path: string, visitor: Visitor): Promise<Answer> {
    const language = request.headers['accept-language'] ?? '';
    const query = new URLSearchParams(request.url?.split('?')[1] ?? '');
    if (path !== '/report') return this.#status(path, query.has('new'), visitor, language);
    if (request.method !== 'POST') {
      const draft = { code: query.get('code')?.slice(0, 200) ?? '', reason: '', details: '', contact: '' };
      return { status: 200, html: reportFormPage({ ...draft, problem: null }, language) };
    }
    const form = await readForm(request);
    if (form === null)
      return {
        status: 413,
        html: reportFormPage({ ...emptyDraft, problem: 'incomplete' }, language),
        headers: { connection: 'close' },
      };
    return this.#report(form, visitor, language);
  }

  async #report(
    form: URLSearchParams,
    { address, nowMs }: { address: string; nowMs: number },
    language: string,
  ): Promise<Answer> {
    const field = (name: string) => (form.get(name) ?? '').replaceAll(/[^\P{Cc}\n]/gu, '').trim();
    const draft = {
      code: field('code'),
      reason: field('reason'),
      details: field('details'),
      contact: field('contact'),
    };
    const slug = parseSlug(draft.code.split(/[/?#]/).findLast((part) => /^qr-/i.test(part)) ?? '');
    const reason = reportReasons.find((known) => known === draft.reason);
    const contact = draft.contact === '' ? null : parseEmailAddress('contact', draft.contact);
    if (slug === null || reason === undefined || contact?.ok === false)
      return { status: 400, html: reportFormPage({ ...draft, problem: 'incomplete' }, language) };
    if (!this.#limit.count(clientNetwork(address), nowMs))
      return {
        status: 429,
        html: reportFormPage({ ...draft, problem: 'tooMany' }, language),
        headers: { 'retry-after': '3600' },
      };
    const reportId = randomUUID();
    await insertReport(this.#context.pool, {
      reportId,
      slug,
      reason,
      details: draft.details.slice(0, detailsMax),
      contact: contact?.value ?? null,
    });
    this.#context.countReport();
    this.#context.log.warn({ report_id: reportId, slug, reason }, 'a code was reported');
    return { status: 303, html: '', headers: { location: `/report/${reportId}?new` } };
  }

  async #status(
    path: string,
    isNew: boolean,
    { address, nowMs }: Visitor,
    language: string,
  ): Promise<Answer> {
    const isWithin = this.#looks.count(clientNetwork(address), nowMs);
    const reportId = isWithin ? statusPath.exec(path)?.[1] : undefined;
    const report = reportId && (await findReport(this.#context.pool, reportId));
    if (!report) return { status: 404, html: reportStatusPage('unknown', null, false, language) };
    return { status: 200, html: reportStatusPage(report.state, report.note, isNew, language) };
  }
}

const emptyDraft: Omit<ReportDraft, 'problem'> = { code: '', reason: '', details: '', contact: '' };

/** Null if the body is too large. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) return null;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

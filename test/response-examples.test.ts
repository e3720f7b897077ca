import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { codeViews, projectViews } from '#core/analytics/analytics-query.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { encodeEvent } from '#core/ledger-record.ts';
import { rollUpBatches } from '#features/analytics/roll-up-scans.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { openApiDocument } from './support/measure/check-answer.ts';
import { quietProcess } from './support/scratch/quiet-process.ts';
import { startTestApi, type TestAccount, type TestApi } from './support/scratch/test-api.ts';

const file = new URL('../src/http/response-examples.json', import.meta.url);
const itemsMax = 3;
const dayMs = 86_400_000;
const exampleMs = Date.parse('2026-03-01T09:30:00.000Z');
const range = 'start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z&timezone=Europe/Lisbon';

let folder: string;
let api: TestApi;
let worker: ProcessPart;
let account: TestAccount;
const recorded: Record<string, unknown> = {};

before(async () => {
  folder = mkdtempSync('/tmp/waypost-examples-');
  api = await startTestApi({
    environment: {
      FILE_STORE: `file:${folder}`,
      API_BASE_URL: 'https://api.example.com',
      PUBLIC_BASE_URL: 'https://go.example.com',
    },
  });
  account = await api.createAccount({ plan: 'enterprise', timeZone: 'Europe/Lisbon' });
});
after(async () => {
  await worker.drain();
  await worker.close();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a request and records the response under its operation. */
async function record(operation: string, method: string, path: string, body?: unknown) {
  const answer = await api.request(method, path, { key: account.key, ...(body !== undefined && { body }) });
  assert.ok(answer.status < 300, `${operation}: ${JSON.stringify(answer.body)}`);
  recorded[operation] = answer.body;
  return answer.body;
}

test('the examples of the OpenAPI document are real responses', async () => {
  const design = { dot_style: 'rounded', foreground_color: '#1b3a57' };
  const project = await record('createProject', 'POST', '/v1/projects', { name: 'Spring campaign' });
  await record('listProjects', 'GET', '/v1/projects');
  const template = await record('createStyleTemplate', 'POST', '/v2/style-templates', {
    name: 'House style',
    design,
  });
  const templatePath = `/v2/style-templates/${template.template_id}`;
  await record('getStyleTemplate', 'GET', templatePath);
  await record('updateStyleTemplate', 'PATCH', templatePath, { name: 'House style, rounded' });
  await record('listStyleTemplates', 'GET', '/v2/style-templates');
  await record('judgeDesign', 'POST', '/v2/style-templates/judge', { design });
  // Before a worker runs: a new code has no image and no link yet.
  const code = await record('createQrCode', 'POST', '/v1/qr-codes', {
    name: 'Poster',
    redirect_url: 'https://example.com/spring',
    project_id: project.project_id,
    redirect_rules: [{ condition: 'device', value: 'ios', url: 'https://example.com/app' }],
  });
  assert.deepEqual([code.render_status, code.slug, code.file_url_svg], ['pending', null, null]);
  await record('createQrCodes', 'POST', '/v2/qr-codes/bulk', {
    items: [{ redirect_url: 'https://example.com/1' }, { name: 'No destination' }],
  });

  // Before a worker sends anything.
  const endpoint = await record('createWebhookEndpoint', 'POST', '/v2/webhook-endpoints', {
    url: 'https://example.com/hooks',
    types: ['qr.updated', 'qr.archived'],
    description: 'Stock system',
  });
  const endpointPath = `/v2/webhook-endpoints/${endpoint.endpoint_id}`;
  await record('getWebhookEndpoint', 'GET', endpointPath);
  await record('listWebhookEndpoints', 'GET', '/v2/webhook-endpoints');
  await record('updateWebhookEndpoint', 'PATCH', endpointPath, { types: ['qr.updated'] });
  await record('rotateWebhookSecret', 'POST', `${endpointPath}/rotate-secret`, { expires_in: 3600 });
  const delivery = await record('testWebhookEndpoint', 'POST', `${endpointPath}/test`, {
    type: 'qr.updated',
  });
  await sql`update webhook_deliveries set status = 'succeeded', due_at = null, attempts = 1, attempted_at = now(), duration_ms = 84,
    response_status = 200, response_start = 'ok', error = null where account_id = ${account.uuid}`.execute(
    api.db,
  );
  await record('listWebhookDeliveries', 'GET', `${endpointPath}/deliveries`);
  await record(
    'retryWebhookDelivery',
    'POST',
    `${endpointPath}/deliveries/${delivery.delivery_id}/retry`,
    {},
  );
  const { body: log } = await api.request('GET', '/v2/events', { key: account.key });
  await record('replayWebhookEvents', 'POST', `${endpointPath}/replay`, { after: log.items[0].event_id });
  await record('deleteWebhookEndpoint', 'DELETE', endpointPath);

  worker = await startWorker(quietProcess(api.config));
  const path = `/v1/qr-codes/${code.qr_id}`;
  const rendered = await until(
    async () => (await api.request('GET', path, { key: account.key })).body,
    'render_status',
  );
  await record('getQrCode', 'GET', path);
  await record('findQrCode', 'GET', `/v1/qr-codes/find?slug=${rendered.slug}`);
  await record('findQrCodeBySlug', 'GET', `/v1/qr-codes/by-slug?slug=${rendered.slug}`);
  await record('updateQrCode', 'PATCH', path, { redirect_url: 'https://example.com/summer' });
  await until(async () => (await api.request('GET', path, { key: account.key })).body, 'render_status');
  await record('listQrCodes', 'GET', `/v1/qr-codes?project_id=${project.project_id}`);
  await record('getPrintAdvice', 'GET', `/v2/qr-codes/${code.qr_id}/print-advice`);
  const history = await record('listQrCodeHistory', 'GET', `/v2/qr-codes/${code.qr_id}/history`);
  await record('revertQrCodeChange', 'POST', `/v2/qr-codes/${code.qr_id}/revert`, {
    change_id: history.items[0].change_id,
  });
  await record('listProjectHistory', 'GET', `/v2/projects/${project.project_id}/history`);
  await record('updateQrCodes', 'PATCH', '/v2/qr-codes/bulk', {
    qr_ids: [code.qr_id],
    change: { label: 'Poster A2' },
  });
  await record('rehearseChange', 'POST', '/v2/rehearsals', {
    qr_ids: [code.qr_id],
    change: { redirect_rules: [{ condition: 'country', value: 'DE', url: 'https://example.com/de' }] },
  });
  const watchPath = `/v2/qr-codes/${code.qr_id}/watch`;
  await record('putWatch', 'PUT', watchPath, {
    destination: true,
    standby_url: 'https://example.com/closed',
    scans: true,
  });
  await record('getWatch', 'GET', watchPath);
  await record('deleteWatch', 'DELETE', watchPath);
  const planned = await record('createPlannedChange', 'POST', '/v2/planned-changes', {
    name: 'Summer menu',
    qr_ids: [code.qr_id],
    change: { redirect_url: 'https://example.com/summer-menu' },
    apply_at: new Date(Date.now() + 30 * dayMs).toISOString(),
  });
  const plannedPath = `/v2/planned-changes/${planned.plan_id}`;
  await record('getPlannedChange', 'GET', plannedPath);
  await record('listPlannedChanges', 'GET', '/v2/planned-changes');
  await record('updatePlannedChange', 'PATCH', plannedPath, { name: 'Summer menu, early' });
  await record('cancelPlannedChange', 'DELETE', plannedPath);
  await record('getAccount', 'GET', '/v2/account');
  const events = await record(
    'listEvents',
    'GET',
    `/v2/events?qr_id=${code.qr_id}&type=qr.updated&page_size=1`,
  );
  await record('getEvent', 'GET', `/v2/events/${events.items[0].event_id}`);
  await writeScans(parseIdentifier('qrc', code.qr_id) ?? '');
  await record('listScans', 'GET', `/v2/qr-codes/${code.qr_id}/scans`);
  for (const view of codeViews)
    await record(operationOf('QrCode', view), 'GET', `/v2/analytics/qr-codes/${code.qr_id}/${view}?${range}`);
  for (const view of projectViews)
    await record(
      operationOf('Project', view),
      'GET',
      `/v2/analytics/projects/${project.project_id}/${view}?${range}`,
    );
  await until(async () => ({ render_status: (await allRendered()) ? 'done' : 'pending' }), 'render_status');
  const { export_id: exportId } = await record('createExport', 'POST', '/v2/exports', {
    kind: 'qr_codes',
    format: 'csv',
  });
  await until(
    async () => (await api.request('GET', `/v2/exports/${exportId}`, { key: account.key })).body,
    'status',
  );
  await record('getExport', 'GET', `/v2/exports/${exportId}`);
  await record('listExports', 'GET', '/v2/exports');
  await record('deleteExport', 'DELETE', `/v2/exports/${exportId}`);
  await record('deleteStyleTemplate', 'DELETE', templatePath);

  type Operation = { operationId: string; responses: Record<string, { content?: Record<string, unknown> }> };
  // A file has no example.
  const isFile = ({ responses }: Operation) =>
    Object.entries(responses).some(
      ([status, { content }]) =>
        status === '200' && content !== undefined && !('application/json' in content),
    );
  const operations = Object.values(openApiDocument.paths).flatMap((methods) =>
    Object.values(methods)
      .map((operation) => operation as unknown as Operation)
      .filter((operation) => !isFile(operation))
      .map(({ operationId }) => operationId),
  );
  assert.deepEqual(Object.keys(recorded).toSorted(), operations.toSorted());
  const plain = new PlainValues();
  const examples = Object.fromEntries(operations.map((name) => [name, plain.of(recorded[name])]));
  if (process.env['UPDATE_GENERATED']) writeFileSync(file, `${JSON.stringify(examples, null, 2)}\n`);
  assert.ok(existsSync(file), 'run: npm run openapi');
  assert.deepEqual(
    JSON.parse(readFileSync(file, 'utf8')),
    examples,
    'the examples are stale; run: npm run openapi',
  );
});

async function allRendered(): Promise<boolean> {
  const { body } = await api.request('GET', '/v1/qr-codes', { key: account.key });
  return body.items.every((item: { render_status: string }) => item.render_status === 'done');
}

function operationOf(noun: string, view: string): string {
  return `get${noun}${view[0]?.toUpperCase()}${view.slice(1)}`;
}

// biome-ignore lint/suspicious/noExplicitAny: a response
async function until(read: () => Promise<any>, field: string): Promise<any> {
  for (let tries = 0; tries < 400; tries++) {
    const body = await read();
    if (body[field] === 'done') return body;
    await sleep(50);
  }
  throw new Error(`${field} is never done`);
}

/** Three scans of one morning. */
async function writeScans(uuid: string): Promise<void> {
  await sql`select make_scan_partition('2026-03-01')`.execute(api.db);
  const events = [9, 9, 17].map((hour, index) =>
    encodeEvent(1, index + 1, {
      scannedAtMs: Date.parse(`2026-03-01T${String(hour).padStart(2, '0')}:1${index}:00.000Z`),
      country: index === 2 ? 'ES' : 'PT',
      device: index === 0 ? 'ios' : 'android',
      browser: index === 0 ? 'Safari' : 'Chrome',
      system: index === 0 ? 'iOS' : 'Android',
      referrerHost: null,
      visitor: `visitor-${index}`,
      rule: index === 0 ? 1 : null,
      language: null,
    }),
  );
  await sql`with batch as (
      insert into scan_batches (recorded_on, batch_id, qr_ids, grants, events)
      values ('2026-03-01', gen_random_uuid(), array[${uuid}::uuid], array[6], ${JSON.stringify(events)}::json) returning *)
    insert into scan_numbers (numbered_on, recorded_on, batch_id, qr_ids, first_numbers, scans, versions)
    select (now() at time zone 'UTC')::date, recorded_on, batch_id, qr_ids, array[1], array[3], array[1] from batch`.execute(
    api.db,
  );
  await sql`update scan_state set scan_count = 3 where qr_id = ${uuid}`.execute(api.db);
  while ((await rollUpBatches(api.db)) > 0);
}

/** Replaces what differs from run to run: IDs, times, names of files. Long lists are cut. */
class PlainValues {
  readonly #ids = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  of(value: unknown): unknown {
    if (Array.isArray(value)) return value.slice(0, itemsMax).map((item) => this.of(item));
    if (typeof value === 'string') return this.#text(value);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, this.#field(name, own)]));
  }

  #field(name: string, value: unknown): unknown {
    // These differ from run to run.
    if (name === 'smallest_width_mm') return 8.5;
    if (name === 'requests_today') return 12;
    return name === 'visitor' ? this.#id(String(value), 'visitor').slice(-22) : this.of(value);
  }

  #text(text: string): string {
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return plainTime(text);
    return text
      .replaceAll(/\b([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}\b/g, (id, prefix: string) => this.#id(id, prefix))
      .replaceAll(
        /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
        '019c0a4e-7d35-7a6b-9c1d-2e3f4a5b6c7d',
      )
      .replaceAll(/\bwhsec_[A-Za-z0-9+/]{43}=/g, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
      .replaceAll(/\bqr-[0-9a-hjkmnp-tv-z]{12}\b/g, 'qr-7k2m9x4tqv3p')
      .replaceAll(/\b[0-9a-f]{32}\b/g, '5f1d3b7a9c2e4f60818a2b3c4d5e6f70')
      .replaceAll(/expires=\d+/g, 'expires=1772361000000')
      .replaceAll(/signature=[\w-]+/g, 'signature=4yXqZ1');
  }

  #id(id: string, prefix: string): string {
    const count = (this.#counts.get(prefix) ?? 0) + 1;
    if (!this.#ids.has(id)) this.#counts.set(prefix, count);
    const plain = this.#ids.get(id) ?? `${prefix}_01JD3Z5T9GQ4R6W8Y0A2C4E6${String(count).padStart(2, '0')}`;
    this.#ids.set(id, plain);
    return plain;
  }
}

/** A time near now, as if it were the time of the examples. */
function plainTime(text: string): string {
  const daysAhead = Math.round((Date.parse(text) - Date.now()) / dayMs);
  return Math.abs(daysAhead) > 30 ? text : new Date(exampleMs + daysAhead * dayMs).toISOString();
}

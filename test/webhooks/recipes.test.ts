import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { deliveredTypes } from '#core/event-type.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { until } from '../support/measure/until.ts';
import { freePort } from '../support/scratch/free-port.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

let api: TestApi;
let worker: ProcessPart;
let account: TestAccount;
before(async () => {
  api = await startTestApi();
  worker = await startWorker(quietProcess(api.config));
  account = await api.createAccount();
});
after(async () => {
  await worker.drain();
  await worker.close();
  await api.close();
});

const recipe = (name: string) => new URL(`../../examples/recipes/${name}`, import.meta.url).pathname;

interface Double {
  url: string;
  bodies: any[];
  server: Server;
}

/** A service on this machine, which judges a JSON body and responds as the real one does. */
async function startDouble(judge: (body: any) => { status: number; body: string }): Promise<Double> {
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const body: unknown = JSON.parse(text);
      const answer = judge(body);
      if (answer.status === 200) bodies.push(body);
      response.writeHead(answer.status).end(answer.body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, bodies, server };
}

async function createEndpoint(url: string): Promise<{ endpoint_id: string; secret: string }> {
  const { status, body } = await api.request('POST', '/v2/webhook-endpoints', {
    key: account.key,
    body: { url },
  });
  assert.equal(status, 201);
  return body;
}

const sendTest = (endpointId: string, type: string) =>
  api.request('POST', `/v2/webhook-endpoints/${endpointId}/test`, { key: account.key, body: { type } });

/** The states of all deliveries of an endpoint. */
async function statusesOf(endpointId: string): Promise<string[]> {
  const path = `/v2/webhook-endpoints/${endpointId}/deliveries?page_size=100`;
  const { body } = await api.request('GET', path, { key: account.key });
  return body.items.map(({ status }: { status: string }) => status);
}

test('Slack: the program posts a sentence for each event that matters, and Slack accepts it', async () => {
  let isAway = true;
  const slack = await startDouble(({ text, ...rest }) => {
    if (typeof text !== 'string' || Object.keys(rest).length > 0)
      return { status: 400, body: 'invalid_payload' };
    return isAway ? { status: 503, body: 'service_unavailable' } : { status: 200, body: 'ok' };
  });
  const port = await freePort();
  const { endpoint_id: id, secret } = await createEndpoint(`http://127.0.0.1:${port}/`);
  const program = spawn(process.execPath, [recipe('slack.ts')], {
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret, SLACK_URL: slack.url },
  });
  await once(program.stdout, 'data');
  await sendTest(id, 'qr.limit_reached');
  // Slack is away: Waypost tries again later.
  await until('a failed attempt', async () => {
    const { body } = await api.request('GET', `/v2/webhook-endpoints/${id}/deliveries`, { key: account.key });
    return body.items[0].response_status === 502;
  });
  isAway = false;
  for (const type of deliveredTypes.filter((one) => one !== 'qr.limit_reached')) await sendTest(id, type);
  await until('all', async () => (await statusesOf(id)).every((status) => status === 'succeeded'));
  assert.deepEqual(
    new Set(slack.bodies.map(({ text }) => text)),
    new Set([
      'The code “Sample” has expired.',
      'The code “Sample” has reached its scan limit.',
      'The code “Sample” was archived.',
      'The code “Sample” was blocked, because its destination is dangerous.',
    ]),
  );
  assert.equal(slack.bodies.length, 4);
  const unsigned = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' });
  assert.equal(unsigned.status, 400);
  program.kill();
  slack.server.close();
});

describe('the generic webhook of', () => {
  for (const [name, body] of [
    ['n8n', '{"message":"Workflow was started"}'],
    ['Zapier', '{"attempt":"01","id":"01","request_id":"01","status":"success"}'],
  ] as const)
    test(`${name} gets every kind of payload`, async () => {
      const service = await startDouble(() => ({ status: 200, body }));
      const { endpoint_id: id } = await createEndpoint(service.url);
      for (const type of deliveredTypes) await sendTest(id, type);
      await until('all', () => service.bodies.length === deliveredTypes.length);
      await until('recorded', async () => (await statusesOf(id)).every((status) => status === 'succeeded'));
      assert.deepEqual(new Set(service.bodies.map(({ type }) => type)), new Set(deliveredTypes));
      // The fields that the recipe uses.
      const changed = service.bodies.find(({ type }) => type === 'qr.updated');
      assert.equal(changed.data.qr_code.label, 'Sample');
      service.server.close();
    });
});

test('Google Sheets: the script writes each event into a row, once and in order, also a name that looks like a formula', async () => {
  const owner = await api.createAccount();
  const { qr_id: qrId } = await api.createQrCode(owner, { name: '=1+1' });
  const properties = new Map([
    ['WAYPOST_URL', api.url],
    ['WAYPOST_API_KEY', owner.key],
  ]);
  const rows: string[][] = [];
  const formats = new Set<string>();
  // Apps Script waits for each request, so the double gets its responses beforehand.
  const answers = new Map<string, string>();
  const sheet = {
    getLastRow: () => rows.length,
    getRange: (row: number, _column: number, count: number, columns: number) => ({
      setNumberFormat(format: string) {
        formats.add(format);
        return this;
      },
      setValues: (values: string[][]) => {
        assert.deepEqual([row, count, columns], [rows.length + 1, values.length, 4]);
        rows.push(...values);
      },
    }),
  };
  const missing: string[] = [];
  const services = {
    LockService: { getScriptLock: () => ({ tryLock: () => true, releaseLock: () => {} }) },
    PropertiesService: {
      getScriptProperties: () => ({
        getProperty: (name: string) => properties.get(name) ?? null,
        setProperty: (name: string, value: string) => properties.set(name, value),
      }),
    },
    SpreadsheetApp: { getActiveSpreadsheet: () => ({ getSheetByName: () => sheet }) },
    UrlFetchApp: {
      fetch: (url: string, { headers }: { headers: Record<string, string> }) => {
        assert.equal(headers['x-api-key'], owner.key);
        const text = answers.get(url);
        if (text === undefined) missing.push(url);
        if (text === undefined) throw new Error('not fetched yet');
        answers.delete(url);
        return { getContentText: () => text };
      },
    },
  };
  const script = readFileSync(recipe('google-sheets.js'), 'utf8');
  /** Runs the script until every request that it makes has a response. */
  const run = async () => {
    for (let tries = 0; tries < 20; tries++) {
      missing.length = 0;
      const [kept, place] = [rows.length, properties.get('AFTER')];
      try {
        runInNewContext(`${script}\nreadEvents();`, services);
        return;
      } catch (error) {
        const [url] = missing;
        if (url === undefined) throw error;
        rows.length = kept;
        if (place === undefined) properties.delete('AFTER');
        else properties.set('AFTER', place);
        answers.set(url, await (await fetch(url, { headers: { 'x-api-key': owner.key } })).text());
      }
    }
    assert.fail('the script asks too often');
  };
  await run();
  await api.request('PATCH', `/v1/qr-codes/${qrId}`, { key: owner.key, body: { label: 'Poster' } });
  await until('both', async () => {
    await run();
    return rows.some(([, , , name]) => name === 'Poster');
  });
  await run();
  const ids = rows.map(([id]) => String(id));
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => (a < b ? -1 : 1)),
  );
  assert.deepEqual(
    rows.filter(([, , type]) => type === 'qr.created' || type === 'qr.updated').map(([, , , name]) => name),
    ['=1+1', 'Poster'],
  );
  assert.deepEqual([...formats], ['@']);
});

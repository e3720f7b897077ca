import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { isPublicAddress } from '#features/url-safety/check/redirect-follower.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { privateAddresses, privateIps } from '../safety/private-addresses.ts';
import { DnsDouble } from '../support/doubles/dns-double.ts';
import { until } from '../support/measure/until.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

/** It stands for the public web. While the test runs, this machine has it. */
const publicAddress = '11.11.11.11';
const port = 8_443;

/** What a name resolves to, by the number of the query for it. */
const names = new Map<string, (nth: number) => string[]>();
for (const [at, address] of privateIps.entries()) {
  names.set(`private-${at}.test`, () => [address]);
  names.set(`mixed-${at}.test`, () => [publicAddress, address]);
  names.set(`rebinding-${at}.test`, (nth) => (nth === 0 ? [publicAddress] : [address]));
}

const at = (host: string) => `https://${host}:${port}/`;
const literalUrls = privateAddresses.map(at);
const refusedUrls = [
  ...literalUrls,
  ...privateIps.map((ip) => at(`example.com@${ip.includes(':') ? `[${ip}]` : ip}`)),
  ...['localhost', 'localhost.', 'LOCALHOST', 'a.localhost', 'metadata.internal', 'printer.local'].map(at),
  ...['[fe80::1%25lo]', '[::1%25lo]', '[fe80::1%lo]'].map(at),
  ...[1, 22, 25, 80, 110, 143, 389, 445, 587, 993].map((low) => `https://example.com:${low}/`),
];
/** Each spelling of some address, and each name. */
const storedUrls = [...literalUrls.filter((_, nth) => nth % 4 === 0), ...[...names.keys()].map(at)];

let dns: DnsDouble;
let api: TestApi;
let strict: TestApi;
let worker: ProcessPart;
let canaries: Server[];
const reached: string[] = [];
const attempted: string[] = [];
const watchSocket = (message: unknown) => {
  const { socket } = message as { socket: Socket };
  socket.on('connectionAttempt', (ip: string, to: number) => attempted.push(`${ip} ${to}`));
};

before(async () => {
  execFileSync('ip', ['address', 'replace', `${publicAddress}/32`, 'dev', 'lo']);
  const queries = new Map<string, number>();
  dns = await DnsDouble.start((name, type) => {
    const key = `${name} ${type}`;
    const nth = queries.get(key) ?? 0;
    queries.set(key, nth + 1);
    return names.get(name)?.(nth) ?? 'nxdomain';
  });
  canaries = await Promise.all(
    ['127.0.0.1', '::1', publicAddress].map(async (host) => {
      const server = createServer((socket) => {
        reached.push(host);
        socket.destroy();
      });
      server.listen(port, host);
      await once(server, 'listening');
      return server;
    }),
  );
  const environment = { DNS_SERVERS: dns.address };
  api = await startTestApi({ environment });
  strict = await startTestApi({
    databaseUrl: api.config.databaseDirectUrl,
    environment: { ...environment, ALLOW_PRIVATE_DESTINATIONS: 'off' },
  });
});
after(async () => {
  unsubscribe('net.client.socket', watchSocket);
  await worker?.drain();
  await worker?.close();
  for (const canary of canaries) canary.close();
  await strict.close();
  await api.close();
  dns.close();
  execFileSync('ip', ['address', 'del', `${publicAddress}/32`, 'dev', 'lo']);
});

test('hostile addresses are refused', async (t) => {
  t.diagnostic(`${refusedUrls.length} addresses`);
  const { key } = await strict.createAccount({ plan: 'enterprise' });
  for (const url of refusedUrls) {
    const answer = await strict.request('POST', '/v2/webhook-endpoints', { key, body: { url } });
    assert.deepEqual([answer.status, answer.body.code], [422, 'webhook_url_rejected'], url);
  }
});

test('hostile addresses that were stored nevertheless: no attempt connects to one that is not public', async (t) => {
  t.diagnostic(`${storedUrls.length} addresses`);
  let owner: TestAccount | null = null;
  for (const [nth, url] of storedUrls.entries()) {
    if (owner === null || nth % 50 === 0) owner = await api.createAccount({ plan: 'enterprise' });
    const { key } = owner;
    const made = await api.request('POST', '/v2/webhook-endpoints', { key, body: { url } });
    assert.equal(made.status, 201, `${url} ${JSON.stringify(made.body)}`);
    const path = `/v2/webhook-endpoints/${made.body.endpoint_id}/test`;
    const sent = await api.request('POST', path, { key, body: { type: 'qr.updated' } });
    assert.equal(sent.status, 202);
  }
  subscribe('net.client.socket', watchSocket);
  worker = await startWorker(quietProcess(strict.config));
  const attemptsBelow = async (attempts: number) => {
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from webhook_deliveries where attempts < ${attempts}::int`.execute(api.db);
    return rows[0]?.left ?? -1;
  };
  await until('all tried twice', async () => (await attemptsBelow(2)) === 0, 120_000);
  const { rows } = await sql<{ error: string; deliveries: number }>`
    select error, count(*)::int as deliveries from webhook_deliveries group by error order by 2 desc`.execute(
    api.db,
  );
  for (const { error, deliveries } of rows) t.diagnostic(`${deliveries} × ${error}`);
  const { rows: accepted } =
    await sql`select from webhook_deliveries where response_status is not null`.execute(api.db);
  assert.equal(accepted.length, 0);

  const targets = attempted.map((one) => one.split(' ') as [string, string]);
  assert.ok(targets.length > 0, 'the watch must see connections');
  const engines = new Set([
    new URL(api.config.databaseUrl).port || '5432',
    new URL(api.config.redisUrl).port || '6379',
  ]);
  const toReceivers = targets.filter(([, to]) => !engines.has(to));
  assert.deepEqual(
    toReceivers.filter(([ip]) => !isPublicAddress(ip)),
    [],
  );
  assert.deepEqual([...new Set(reached)], [publicAddress]);
  // Each rebinding name was public once, and was tried there once.
  assert.equal(reached.length, privateIps.length);
});

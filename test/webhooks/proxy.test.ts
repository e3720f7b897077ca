import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { ConnectProxy } from '../support/doubles/connect-proxy.ts';
import { DnsDouble } from '../support/doubles/dns-double.ts';
import { until } from '../support/measure/until.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

const folder = mkdtempSync(join(tmpdir(), 'waypost-proxy-'));
const usual = getCACertificates('default');

let api: TestApi;
let worker: ProcessPart;
let account: TestAccount;
let proxy: ConnectProxy;
let dns: DnsDouble;
let receiver: Server;
let requests: number;
before(async () => {
  const [key, cert] = ['key', 'cert'].map((name) => join(folder, name)) as [string, string];
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=hooks.test';
  execFileSync('openssl', [
    ...request.split(' '),
    '-keyout',
    key,
    '-out',
    cert,
    '-addext',
    'subjectAltName=DNS:hooks.test',
  ]);
  setDefaultCACertificates([...usual, readFileSync(cert, 'utf8')]);
  receiver = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => {
    requests += 1;
    response.end('thanks');
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  proxy = await ConnectProxy.start();
  dns = await DnsDouble.start((name) => (name.endsWith('.test') ? ['127.0.0.1'] : 'nxdomain'));
  api = await startTestApi({ environment: { WEBHOOK_PROXY: proxy.url, DNS_SERVERS: dns.address } });
  worker = await startWorker(quietProcess(api.config));
});
after(async () => {
  await worker.drain();
  await worker.close();
  await api.close();
  proxy.close();
  dns.close();
  receiver.close();
  receiver.closeAllConnections();
  setDefaultCACertificates(usual);
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  account = await api.createAccount({ plan: 'enterprise' });
  proxy.tunnels.length = 0;
  proxy.status = 200;
  requests = 0;
});

/** The delivery of a test event, after its first attempt. */
async function firstAttempt(host: string) {
  const { port } = receiver.address() as AddressInfo;
  const { key } = account;
  const made = await api.request('POST', '/v2/webhook-endpoints', {
    key,
    body: { url: `https://${host}:${port}/hooks` },
  });
  assert.equal(made.status, 201);
  const path = `/v2/webhook-endpoints/${made.body.endpoint_id}`;
  await api.request('POST', `${path}/test`, { key, body: { type: 'qr.updated' } });
  let delivery: any;
  await until('an attempt', async () => {
    const { body } = await api.request('GET', `${path}/deliveries`, { key });
    [delivery] = body.items;
    return delivery.attempts > 0;
  });
  return delivery;
}

test('deliveries go through WEBHOOK_PROXY to the address that was checked, with TLS to the receiver itself', async () => {
  const delivery = await firstAttempt('hooks.test');
  assert.deepEqual([delivery.status, delivery.response_status, delivery.error], ['succeeded', 200, null]);
  assert.equal(requests, 1);
  const { port } = receiver.address() as AddressInfo;
  assert.deepEqual(proxy.tunnels, [
    {
      to: `127.0.0.1:${port}`,
      authorization: `Basic ${Buffer.from('waypost:p@ss').toString('base64')}`,
    },
  ]);
});

test('a receiver with the certificate of another name gets nothing', async () => {
  const delivery = await firstAttempt('others.test');
  assert.deepEqual([delivery.status, delivery.response_status], ['pending', null]);
  assert.match(delivery.error, /ERR_TLS_CERT_ALTNAME_INVALID/);
  assert.equal(requests, 0);
});

test('a proxy that refuses is named in the delivery', async () => {
  proxy.status = 403;
  const delivery = await firstAttempt('hooks.test');
  assert.deepEqual(
    [delivery.status, delivery.response_status, delivery.error],
    ['pending', null, 'The proxy of this installation refused the connection (403).'],
  );
  assert.equal(requests, 0);
});

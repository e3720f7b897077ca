import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type RunningCaddy, startCaddy } from '../support/scratch/caddy.ts';
import { freePort } from '../support/scratch/free-port.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

const host = 'go.shop.example';
let api: TestApi;
let account: TestAccount;
let scan: TestScan;
let caddy: RunningCaddy;
let port: number;
let slug: string;

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
  slug = await api.publishQrCode((await api.createQrCode(account)).qr_id);
  scan = await startTestScan(api, {
    PUBLIC_BASE_URL: 'https://go.waypost.dev',
    TRUSTED_PROXIES: '127.0.0.1/32',
  });
  port = await freePort();
  caddy = await startCaddy(shippedCaddyfile(), port);
});
after(async () => {
  await caddy.stop();
  scan.stop();
  await api.close();
});

/** `deploy/Caddyfile` with the addresses of this test and certificates of Caddy's own authority. */
function shippedCaddyfile(): string {
  let text = readFileSync(new URL('../../deploy/Caddyfile', import.meta.url), 'utf8');
  const replace = (from: string, to: string) => {
    assert.ok(text.includes(from), `deploy/Caddyfile has no ${from}`);
    text = text.replaceAll(from, to);
  };
  replace(
    '{\n\t# A certificate',
    `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\thttps_port ${port}\n\tlocal_certs\n\t# A certificate`,
  );
  replace('http://scan:9090', scan.internalUrl);
  replace('scan:3001', new URL(scan.url).host);
  replace('api:3000', new URL(api.url).host);
  replace('{$API_HOST}', 'app.waypost.dev');
  replace('{$LINK_HOST}', 'go.waypost.dev');
  return text;
}

function overTls(name: string): Promise<{ status: number; location: string | undefined; issuer: string }> {
  const ca = readFileSync(join(caddy.folder, 'caddy/pki/authorities/local/root.crt'));
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        servername: name,
        ca,
        path: `/${slug}`,
        headers: { host: name },
        agent: false,
      },
      (response) => {
        const { issuer } = (response.socket as import('node:tls').TLSSocket).getPeerCertificate();
        response.resume();
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location,
          issuer: String(issuer.CN),
        });
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}

test('a real Caddy with our configuration serves a scan over TLS on a verified domain, and obtains no certificate for any other name', async () => {
  await assert.rejects(overTls(host), /alert|SSL|EPROTO|ECONNRESET/i, 'before it is verified');
  await sql`insert into domains (domain_id, account_id, project_id, host, token, state)
    select gen_random_uuid(), account_id, project_id, ${host}, 't', 'verified' from projects where account_id = ${account.uuid}`.execute(
    api.db,
  );
  await sleep(300);
  const answer = await overTls(host);
  assert.deepEqual([answer.status, answer.location], [302, 'https://example.com/']);
  assert.match(answer.issuer, /Caddy Local Authority/);
  await assert.rejects(overTls('stranger.example'), /alert|SSL|EPROTO|ECONNRESET/i);
  assert.equal((await overTls('go.waypost.dev')).status, 302, 'our own name');
});

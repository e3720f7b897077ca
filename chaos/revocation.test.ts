import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { revokeApiKey } from '#features/api-keys/revoke-api-key.ts';
import { startTcpProxy, type TcpProxy } from '../test/support/doubles/tcp-proxy.ts';
import { scaled } from '../test/support/measure/proof-scale.ts';
import { type RunningWaypost, startWaypost } from '../test/support/scratch/spawn-waypost.ts';
import { sendRequest, startTestApi, type TestApi } from '../test/support/scratch/test-api.ts';
import { testServer } from '../test/support/scratch/test-database.ts';

const rounds = scaled(300, 20);
let api: TestApi;
let proxy: TcpProxy;
let processes: RunningWaypost[];

before(async () => {
  api = await startTestApi();
  proxy = await startTcpProxy(testServer.hostname, Number(testServer.port));
  const listenerUrl = new URL(api.config.databaseUrl);
  listenerUrl.port = String(proxy.port);
  const environment = {
    DATABASE_URL: api.config.databaseUrl,
    // Only listeners use the proxy, so that notifications alone can be cut.
    DATABASE_DIRECT_URL: listenerUrl.href,
    REDIS_KEY_PREFIX: api.config.redisKeyPrefix,
    LOG_LEVEL: 'info',
  };
  processes = await Promise.all([1, 2].map(() => startWaypost(['--only', 'api'], environment)));
});
after(async () => {
  for (const { child } of processes) child.kill('SIGKILL');
  await proxy.close();
  await api.close();
});

/** How long a process accepted a key after its revocation. */
async function revokeAndWatch(): Promise<number[]> {
  const account = await api.createAccount();
  const urls = processes.map(({ addresses }) => addresses['api'] ?? '');
  const ask = (url: string) => sendRequest(url, 'GET', '/v1/projects', { key: account.key });
  for (const url of urls) assert.equal((await ask(url)).status, 200);
  await revokeApiKey(api.db, account.keyId);
  const revokedMs = performance.now();
  return Promise.all(
    urls.map(async (url) => {
      let lastAcceptedMs = 0;
      for (;;) {
        const askedMs = performance.now() - revokedMs;
        // Any refusal counts: after 600 responses with 401 per minute, this address gets 429 (D57).
        if ((await ask(url)).status !== 200) return lastAcceptedMs;
        lastAcceptedMs = askedMs;
        assert.ok(askedMs < 10_000, 'the key was never refused');
        await sleep(5);
      }
    }),
  );
}

describe('a revoked key', () => {
  test(`is refused by every process within 250 ms (99% of ${rounds} revocations)`, async (t) => {
    const delays: number[] = [];
    for (let round = 0; round < rounds; round++) delays.push(...(await revokeAndWatch()));
    delays.sort((a, b) => a - b);
    const p99 = delays[Math.ceil(delays.length * 0.99) - 1] ?? 0;
    t.diagnostic(
      `last accepted after revocation: p99 ${p99.toFixed(1)} ms, max ${delays.at(-1)?.toFixed(1)} ms`,
    );
    assert.ok(p99 <= 250, `p99 ${p99} ms`);
  });

  test('is refused within 2 s when notifications vanish without a trace', async (t) => {
    proxy.freeze();
    const delays = (await Promise.all(Array.from({ length: 10 }, revokeAndWatch))).flat();
    proxy.restore();
    t.diagnostic(`last accepted after revocation: max ${Math.max(...delays).toFixed(1)} ms`);
    assert.ok(Math.max(...delays) <= 2_000, `${Math.max(...delays)} ms`);
  });

  test('is refused within 2 s when the listener is cut off', async (t) => {
    proxy.cut();
    const delays = (await Promise.all(Array.from({ length: 10 }, revokeAndWatch))).flat();
    proxy.restore();
    t.diagnostic(`last accepted after revocation: max ${Math.max(...delays).toFixed(1)} ms`);
    assert.ok(Math.max(...delays) <= 2_000, `${Math.max(...delays)} ms`);
  });
});

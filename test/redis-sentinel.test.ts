import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './support/scratch/free-port.ts';
import { startTestApi, type TestApi } from './support/scratch/test-api.ts';

const primaryName = 'waypost';
const noticeMs = 500;
/** A sentinel that had to wait for the CPU for two seconds does nothing for 30. */
const failoverMsMax = 90_000;

let folder: string;
let api: TestApi;
let ports: { primary: number; replica: number; sentinels: number[] };
const children = new Map<number, ChildProcess>();

before(async () => {
  folder = mkdtempSync('/tmp/waypost-sentinel-');
  const sentinels = [await freePort(), await freePort(), await freePort()];
  ports = { primary: await freePort(), replica: await freePort(), sentinels };
  startRedis(ports.primary, []);
  startRedis(ports.replica, ['--replicaof', '127.0.0.1', String(ports.primary)]);
  await until(() => ask(ports.replica, (redis) => redis.info('replication')), /master_link_status:up/);
  for (const port of sentinels) startSentinel(port);
  const agreed = () => ask(sentinels[0] ?? 0, (redis) => redis.call('sentinel', 'ckquorum', primaryName));
  await until(agreed, /^OK 3 usable/);
  const hosts = sentinels.map((port) => `127.0.0.1:${port}`).join(',');
  api = await startTestApi({ environment: { REDIS_URL: `redis+sentinel://${hosts}/${primaryName}` } });
});
after(async () => {
  await api?.close();
  for (const child of children.values()) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function startRedis(port: number, args: string[]): void {
  const common = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  children.set(port, spawn('redis-server', [...common, ...args], { stdio: 'ignore' }));
}

function startSentinel(port: number): void {
  const file = join(folder, `sentinel-${port}.conf`);
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `sentinel monitor ${primaryName} 127.0.0.1 ${ports.primary} 2`,
    `sentinel down-after-milliseconds ${primaryName} ${noticeMs}`,
    `sentinel failover-timeout ${primaryName} 3000`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  children.set(port, spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' }));
}

async function ask(port: number, question: (redis: Redis) => Promise<unknown>): Promise<string> {
  const redis = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => {});
  try {
    await redis.connect();
    return String(await question(redis));
  } catch (error) {
    return String(error);
  } finally {
    redis.disconnect();
  }
}

async function until(look: () => Promise<string>, wanted: RegExp): Promise<void> {
  let seen = '';
  for (const began = performance.now(); performance.now() - began < failoverMsMax; await sleep(100)) {
    seen = await look();
    if (wanted.test(seen)) return;
  }
  assert.fail(`never ${wanted}: ${seen}`);
}

test('Redis behind Sentinel: when its primary dies, every request is served, and the limits continue in the new primary', async (t) => {
  const account = await api.createAccount();
  const request = () => api.request('GET', '/v1/projects', { key: account.key });
  const keysOf = (port: number) =>
    ask(port, async (redis) => (await redis.keys(`${api.config.redisKeyPrefix}*`)).length);
  assert.equal((await request()).status, 200);
  await until(() => keysOf(ports.primary), /^[1-9]/);
  const count = Number(await keysOf(ports.replica));

  children.get(ports.primary)?.kill('SIGKILL');
  const began = performance.now();
  const other = await api.createAccount();
  let requests = 0;
  const look = async () => {
    const answers = await Promise.all([request(), api.request('GET', '/v1/projects', { key: other.key })]);
    for (const { status } of answers) assert.equal(status, 200);
    requests += answers.length;
    return keysOf(ports.replica);
  };
  // The limits of the second account were never used before.
  await until(async () => String(Number(await look()) > count), /true/);
  t.diagnostic(
    `${requests} requests; counted by the new primary ${Math.round(performance.now() - began)} ms later`,
  );
  assert.match(api.logged(), /Redis can't be reached/);
  assert.match(api.logged(), /Redis is back/);
});

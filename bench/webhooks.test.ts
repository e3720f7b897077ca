import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { addJob } from '#features/add-job.ts';
import { median } from '../test/support/measure/median.ts';
import { proofScale, scaled } from '../test/support/measure/proof-scale.ts';
import { runRawLoad } from '../test/support/measure/raw-load.ts';
import { repeated } from '../test/support/measure/repeated.ts';
import { until } from '../test/support/measure/until.ts';
import { type RunningWaypost, startWaypost } from '../test/support/scratch/spawn-waypost.ts';
import { startTestApi, type TestAccount, type TestApi } from '../test/support/scratch/test-api.ts';
import { startTestScan, type TestScan } from '../test/support/scratch/test-scan.ts';
import { startBadReceiver } from '../test/webhooks/bad-receiver.ts';
import { Receiver } from '../test/webhooks/receiver.ts';

const connections = 8;
const seconds = scaled(10, 2);
const rounds = scaled(5, 2);
const healthyCount = scaled(500, 50);
const endpointsPerAccount = 50;
const changesPerRound = scaled(40, 4);
const waiting = scaled(20_000, 400);
/** At full size enough that folding pauses longer while nobody receives scans. */
const scanCodes = scaled(1_500, 100);
/** The goals are for the full size; a short run on a busy machine only shows that it works. */
const changeGoal = proofScale >= 1 ? 0.9 : 0.6;
const scanGoal = proofScale >= 1 ? 0.95 : 0.7;
const delayGoal = proofScale >= 1 ? 1.2 : 2;
const scanDelayGoalMs = proofScale >= 1 ? 3_000 : 10_000;

let api: TestApi;
let service: RunningWaypost;
let worker: RunningWaypost;
let scan: TestScan;
let thanksUrl: string;
let thanks: ReturnType<typeof spawn>;

before(async () => {
  api = await startTestApi();
  const environment = {
    DATABASE_URL: api.config.databaseUrl,
    REDIS_KEY_PREFIX: api.config.redisKeyPrefix,
    FILE_STORE: 'file:/tmp/waypost-bench-webhooks',
  };
  service = await startWaypost(['--only', 'api'], environment);
  worker = await startWaypost(['--only', 'worker'], environment);
  scan = await startTestScan(api);
  const script = new URL('./support/quiet-receiver.ts', import.meta.url).pathname;
  thanks = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(thanks.stdout ?? assert.fail(), 'data');
  thanksUrl = String(line).trim();
});
after(async () => {
  for (const child of [service.child, worker.child, thanks]) child.kill('SIGKILL');
  scan.stop();
  await api.close();
});

async function createEndpoint(
  { key }: TestAccount,
  url: string,
  types: string[] | null = null,
): Promise<string> {
  const { status, body } = await api.request('POST', '/v2/webhook-endpoints', { key, body: { url, types } });
  assert.equal(status, 201, JSON.stringify(body));
  return body.endpoint_id;
}

/** Nothing of a round must burden the next one. */
async function settle(dead: string | null = null): Promise<void> {
  // Without waiting for the next minute.
  await addJob(api.db, 'roll-up-scans', null, { key: 'roll-up-scans' });
  await until(
    'all is delivered',
    async () => {
      const { rows } = await sql<{ left: number }>`
        select (select count(*) from new_events) + (select count(*) from scan_numbers)
          + (select count(*) from scan_group_heads where announced_through < placed_through)
          + (select count(*) from events where event_id > (select delivered_through from event_cursor))
          + (select count(*) from scan_batches where not is_rolled_up)
          + (select count(*) from graphile_worker.jobs where task_identifier = 'render-qr-code')
          + (select count(*) from webhook_deliveries join webhook_endpoints using (endpoint_id)
            where status = 'pending' and failures = 0 and is_enabled
              and endpoint_id is distinct from ${dead}::uuid) as left`.execute(api.db);
      return Number(rows[0]?.left) === 0;
    },
    600_000,
  );
}

/** Requests per second with some connections. */
async function serve(account: TestAccount, next: () => { method: string; path: string; body: unknown }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(service.addresses['api'] ?? '');
  const endMs = performance.now() + seconds * 1_000;
  let served = 0;
  const send = () =>
    new Promise<void>((resolve, reject) => {
      const { method, path, body } = next();
      const headers = { 'x-api-key': account.key, 'content-type': 'application/json' };
      const sent = request({ agent, hostname, port, method, path, headers }, (response) => {
        response.resume();
        response.on('end', () => {
          if ((response.statusCode ?? 0) < 300) served += 1;
          resolve();
        });
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });
  const work = async () => {
    while (performance.now() < endMs) await send();
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  return served / seconds;
}

test(
  `creating and changing codes with one endpoint for everything reaches ${changeGoal} of doing so without`,
  repeated(async (t) => {
    const [without, subscribed] = [await api.createAccount(), await api.createAccount()];
    await createEndpoint(subscribed, thanksUrl);
    const idsOf = new Map<TestAccount, string[]>();
    for (const account of [without, subscribed]) {
      const made = Array.from({ length: 50 }, () => api.createQrCode(account));
      idsOf.set(
        account,
        (await Promise.all(made)).map(({ qr_id: id }) => id),
      );
    }
    const create = () => ({
      method: 'POST',
      path: '/v1/qr-codes',
      body: { redirect_url: 'https://example.com/' },
    });
    let turn = 0;
    const changeOf = (account: TestAccount) => () => {
      const ids = idsOf.get(account) ?? [];
      turn += 1;
      return {
        method: 'PATCH',
        path: `/v1/qr-codes/${ids[turn % ids.length]}`,
        body: { label: `Name ${turn}` },
      };
    };
    for (const [name, makerOf] of [
      ['changes', changeOf],
      ['creations', () => create],
    ] as const) {
      const figures = new Map<TestAccount, number[]>([
        [without, []],
        [subscribed, []],
      ]);
      for (let round = 0; round < rounds; round++)
        for (const account of [without, subscribed]) {
          await settle();
          figures.get(account)?.push(await serve(account, makerOf(account)));
        }
      const [plain = [], sent = []] = [...figures.values()];
      const ratio = median(sent) / median(plain);
      t.diagnostic(
        `${name} per second: without ${plain.map(Math.round).join(', ')}; with an endpoint ${sent.map(Math.round).join(', ')}; ratio of the medians ${ratio.toFixed(2)}`,
      );
      assert.ok(ratio >= changeGoal, `${name}: ratio ${ratio}`);
    }
  }),
);

async function publishCodes(account: TestAccount): Promise<string[]> {
  const slugs: string[] = [];
  // More at once would wait too long for a connection to the database.
  while (slugs.length < scanCodes)
    slugs.push(
      ...(await Promise.all(
        Array.from({ length: 20 }, async () => api.publishQrCode((await api.createQrCode(account)).qr_id)),
      )),
    );
  return slugs;
}

test(
  `scans that are delivered reach ${scanGoal} of those that are not`,
  repeated(async (t) => {
    const [without, subscribed] = [await api.createAccount(), await api.createAccount()];
    const endpoint = await createEndpoint(subscribed, thanksUrl, ['qr.scan']);
    const enable = (enabled: boolean) =>
      api.request('PATCH', `/v2/webhook-endpoints/${endpoint}`, { key: subscribed.key, body: { enabled } });
    await enable(false);
    const slugsOf = new Map<TestAccount, string[]>();
    for (const account of [without, subscribed]) {
      slugsOf.set(account, await publishCodes(account));
    }
    const rate = async (account: TestAccount) => {
      const slugs = slugsOf.get(account) ?? [];
      const endMs = performance.now() + seconds * 1_000;
      let counted = 0;
      let turn = 0;
      await runRawLoad({
        connections: 32,
        url: () => scan.url,
        isOver: () => performance.now() >= endMs,
        next: () => slugs[turn++ % slugs.length] ?? '',
        slugOf: (slug) => slug,
        note: (_slug, status) => {
          if (status === 302) counted += 1;
        },
      });
      return counted / seconds;
    };
    await rate(without);
    const [plain, sent]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      await settle();
      await enable(false);
      await settle();
      plain.push(await rate(without));
      await enable(true);
      await settle();
      sent.push(await rate(subscribed));
    }
    const ratio = median(sent) / median(plain);
    t.diagnostic(
      `scans per second: without ${plain.map(Math.round).join(', ')}; with qr.scan ${sent.map(Math.round).join(', ')}; ratio of the medians ${ratio.toFixed(2)}`,
    );
    assert.ok(ratio >= scanGoal, `ratio ${ratio}`);
  }),
);

test(
  `under load, a scan is delivered at most ${scanDelayGoalMs / 1_000} s after it happened`,
  repeated(async (t) => {
    const account = await api.createAccount();
    const receiver = await Receiver.start();
    t.after(() => receiver.close());
    await createEndpoint(account, receiver.url, ['qr.scan']);
    const slugs = await publishCodes(account);
    await settle();
    receiver.received.length = 0;
    const endMs = performance.now() + seconds * 2_000;
    let counted = 0;
    let turn = 0;
    await runRawLoad({
      // Steady, and less than the machine can do.
      connections: 2,
      url: () => scan.url,
      isOver: () => performance.now() >= endMs,
      next: () => slugs[turn++ % slugs.length] ?? '',
      slugOf: (slug) => slug,
      note: (_slug, status) => {
        if (status === 302) counted += 1;
      },
    });
    await settle();
    const delays = receiver.received
      .flatMap(({ atMs, body }) =>
        (body.data['scans'] as { scanned_at: string }[]).map(
          (scanned) => atMs - Date.parse(scanned.scanned_at),
        ),
      )
      .sort((a, b) => a - b);
    assert.equal(delays.length, counted);
    const at = (share: number) => Math.round(delays[Math.floor((delays.length - 1) * share)] ?? Number.NaN);
    t.diagnostic(
      `${Math.round(counted / (seconds * 2))} scans per second of ${slugs.length} codes: delay in ms p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`,
    );
    assert.ok(at(0.99) <= scanDelayGoalMs, `p99 ${at(0.99)} ms`);
  }),
);

test(
  `one endpoint that never responds, with ${waiting} waiting events, beside ${healthyCount} healthy ones: their p99 delay is at most ${delayGoal} times that without it`,
  repeated(async (t) => {
    const receiver = await Receiver.start();
    const silent = await startBadReceiver('stalling');
    t.after(async () => {
      await receiver.close();
      await silent.close();
    });
    const healthy: { account: TestAccount; codeId: string }[] = [];
    for (let made = 0; made < healthyCount; made += endpointsPerAccount) {
      const account = await api.createAccount();
      const { qr_id: codeId } = await api.createQrCode(account);
      await settle();
      for (let nth = 0; nth < Math.min(endpointsPerAccount, healthyCount - made); nth++)
        await createEndpoint(account, receiver.url, ['qr.updated']);
      healthy.push({ account, codeId });
    }
    const dead = await api.createAccount();
    const deadEndpoint = await createEndpoint(dead, silent.url, ['qr.updated']);
    const deadIds = (await Promise.all(Array.from({ length: 100 }, () => api.createQrCode(dead)))).map(
      ({ qr_id: id }) => id,
    );
    const enableDead = async (enabled: boolean) => {
      await api.request('PATCH', `/v2/webhook-endpoints/${deadEndpoint}`, {
        key: dead.key,
        body: { enabled },
      });
      if (!enabled) return;
      for (let sent = 0; sent < waiting; sent += deadIds.length)
        await api.request('PATCH', '/v2/qr-codes/bulk', {
          key: dead.key,
          body: { qr_ids: deadIds, change: { label: `Waiting ${sent}` } },
        });
    };

    /** Delays of all deliveries of some changes, in milliseconds. */
    const measure = async () => {
      await settle(parseIdentifier('whe', deadEndpoint));
      receiver.received.length = 0;
      for (let turn = 0; turn < changesPerRound; turn++)
        for (const { account, codeId } of healthy)
          await api.request('PATCH', `/v1/qr-codes/${codeId}`, {
            key: account.key,
            body: { label: `Name ${turn} ${Math.random()}` },
          });
      const all = changesPerRound * healthyCount;
      await until('all have it', () => receiver.received.length >= all, 300_000);
      const delays = receiver.received.map(({ atMs, body }) => atMs - Date.parse(body.timestamp));
      return delays.sort((a, b) => a - b)[Math.floor(delays.length * 0.99)] ?? Number.NaN;
    };
    await measure();
    const memoryMb = () => {
      const status = readFileSync(`/proc/${worker.child.pid}/status`, 'utf8');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024);
    };
    const [plain, beside]: [number[], number[]] = [[], []];
    const memory = [memoryMb()];
    for (let round = 0; round < rounds; round++) {
      await enableDead(false);
      plain.push(await measure());
      await enableDead(true);
      beside.push(await measure());
      memory.push(memoryMb());
    }
    const ratio = median(beside) / median(plain);
    t.diagnostic(
      `p99 delay in ms: without ${plain.join(', ')}; beside it ${beside.join(', ')}; ratio of the medians ${ratio.toFixed(2)}; memory of the worker in MB ${memory.join(', ')}`,
    );
    assert.ok(ratio <= delayGoal, `ratio ${ratio}`);
    assert.ok((memory.at(-1) ?? 0) <= Math.max(...memory.slice(0, 2)) * 1.3, 'memory grows');
  }),
);

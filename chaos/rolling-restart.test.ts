import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { proofScale, scaled } from '../test/support/measure/proof-scale.ts';
import { type RunningCaddy, startCaddy } from '../test/support/scratch/caddy.ts';
import { freePort } from '../test/support/scratch/free-port.ts';
import { type RunningWaypost, startWaypost } from '../test/support/scratch/spawn-waypost.ts';
import { startTestApi, type TestAccount, type TestApi } from '../test/support/scratch/test-api.ts';

const rounds = scaled(20, 2);
const requestsPerSecond = proofScale >= 1 ? 500 : 150;
/** On a slow machine the load is lower, instead of a growing queue. */
const waitingMax = 300;
const tickMs = 20;
const ofEachKind = 2;
const parts = ['api', 'scan'] as const;
type Part = (typeof parts)[number];

/** Its own address, as with containers: the proxy checks each on the same port. */
interface Place {
  part: Part;
  address: string;
  running: RunningWaypost;
}

let api: TestApi;
let account: TestAccount;
let slug: string;
let caddy: RunningCaddy;
let ports: Record<Part, number>;
let servicePort: number;
let healthPort: number;
const places: Place[] = [];

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
  slug = await api.publishQrCode((await api.createQrCode(account)).qr_id);
  servicePort = await freePort();
  healthPort = await freePort();
  for (const part of parts)
    for (let nth = 0; nth < ofEachKind; nth++) {
      const address = `127.0.0.${10 + places.length}`;
      places.push({ part, address, running: await spawnOne(part, address) });
    }
  ports = { api: await freePort(), scan: await freePort() };
  // As in docs/self-hosting.md for several processes.
  const site = (part: Part) => {
    const upstreams = places
      .filter((place) => place.part === part)
      .map(({ address }) => `${address}:${servicePort}`);
    return `http://127.0.0.1:${ports[part]} {
      reverse_proxy ${upstreams.join(' ')} {
        lb_policy round_robin
        lb_try_duration 5s
        lb_retry_match {
          method GET
        }
        lb_retry_match {
          header Idempotency-Key *
        }
        health_uri /readyz
        health_port ${healthPort}
        health_interval 200ms
        health_timeout 2s
      }
    }`;
  };
  caddy = await startCaddy(`{\n admin off\n}\n${parts.map(site).join('\n')}`, ports.scan);
});
after(async () => {
  for (const { running } of places) running.child.kill('SIGKILL');
  await caddy.stop();
  await api.close();
});

function spawnOne(part: Part, address: string): Promise<RunningWaypost> {
  return startWaypost(['--only', part], {
    DATABASE_URL: api.config.databaseUrl,
    REDIS_KEY_PREFIX: api.config.redisKeyPrefix,
    JOURNAL_DIR: `/tmp/waypost-journal-${process.pid}`,
    TRUSTED_PROXIES: '127.0.0.1/32',
    BIND_ADDRESS: address,
    INTERNAL_BIND_ADDRESS: address,
    API_PORT: String(servicePort),
    SCAN_PORT: String(servicePort),
    INTERNAL_PORT: String(healthPort),
    SHUTDOWN_DELAY_SECONDS: '1',
  });
}

test(`${rounds} rolling restarts of api and scan behind Caddy at ${requestsPerSecond} requests per second: none fails, and every scan counts once`, async (t) => {
  const load = startLoad();
  let slowestMs = 0;
  for (let round = 0; round < rounds; round++) {
    for (const part of parts) {
      const own = places.filter((place) => place.part === part);
      const place = own[round % own.length];
      assert.ok(place);
      await sleep(500);
      const startMs = performance.now();
      place.running.child.kill('SIGTERM');
      const [code] = await once(place.running.child, 'exit');
      assert.equal(code, 0);
      place.running = await spawnOne(part, place.address);
      slowestMs = Math.max(slowestMs, performance.now() - startMs);
    }
  }
  const { answered, failures, scans, seconds } = await load.stop();
  const perSecond = answered / seconds;
  t.diagnostic(
    `${answered} requests answered (${perSecond.toFixed(0)} a second), ${scans} of them scans; ${failures.length} failed; slowest restart ${(slowestMs / 1_000).toFixed(1)} s`,
  );
  const refused = caddy
    .logged()
    .split('\n')
    .filter((line) => line.includes('http.log.error'));
  for (const line of refused.slice(0, 3)) t.diagnostic(line);
  assert.deepEqual(failures.slice(0, 5), []);
  assert.ok(proofScale < 1 || perSecond > requestsPerSecond * 0.9, 'the load was as high as it should be');
  const { rows } = await sql<{ sum: number }>`select sum(scan_count)::int as sum from scan_counts`.execute(
    api.db,
  );
  assert.equal(rows[0]?.sum, scans);
});

/** A fixed rate, however long responses take: seven of ten are scans, two of ten reads, one of ten creates. */
function startLoad() {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const failures: string[] = [];
  const waiting = new Set<Promise<void>>();
  let [answered, scans, sent] = [0, 0, 0];
  const startMs = performance.now();
  const sendOne = async (nth: number) => {
    const kind = nth % 10;
    const outcome = kind < 7 ? await send(agent, 'scan') : await send(agent, kind === 9 ? 'create' : 'read');
    if (/^(200|201|302)$/.test(outcome)) answered += 1;
    else failures.push(`${kind < 7 ? 'scan' : kind === 9 ? 'create' : 'read'}: ${outcome}`);
    if (outcome === '302') scans += 1;
  };
  const timer = setInterval(() => {
    const due = ((performance.now() - startMs) / 1_000) * requestsPerSecond;
    for (; sent < due; sent++) {
      if (waiting.size >= waitingMax) continue;
      const one = sendOne(sent).finally(() => waiting.delete(one));
      waiting.add(one);
    }
  }, tickMs);
  return {
    stop: async () => {
      clearInterval(timer);
      const seconds = (performance.now() - startMs) / 1_000;
      await Promise.all(waiting);
      agent.destroy();
      return { answered, failures, scans, seconds };
    },
  };
}

function send(agent: Agent, kind: 'scan' | 'read' | 'create'): Promise<string> {
  const options =
    kind === 'scan'
      ? {
          port: ports.scan,
          path: `/${slug}`,
          headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Mobile Safari' },
        }
      : {
          port: ports.api,
          path: kind === 'read' ? '/v1/projects?page_size=5' : '/v1/projects',
          headers: {
            'x-api-key': account.key,
            ...(kind === 'create' && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
          },
        };
  return new Promise((resolve) => {
    const outgoing = request({
      ...options,
      host: '127.0.0.1',
      agent,
      method: kind === 'create' ? 'POST' : 'GET',
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    outgoing.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(String(response.statusCode)));
      response.on('error', (error) => resolve(error.message));
    });
    outgoing.end(kind === 'create' ? '{"name":"under load"}' : undefined);
  });
}

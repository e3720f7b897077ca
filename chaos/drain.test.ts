import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { scaled } from '../test/support/measure/proof-scale.ts';
import { type RunningWaypost, startWaypost } from '../test/support/scratch/spawn-waypost.ts';
import { startTestApi, type TestAccount, type TestApi } from '../test/support/scratch/test-api.ts';
import { holdSocket } from './held-socket.ts';

const rounds = scaled(20, 2);
const connections = 16;
let api: TestApi;
let account: TestAccount;

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
});
after(() => api.close());

test(`${rounds} SIGTERMs of one of two processes that share a port, under load: no request fails`, async (t) => {
  // Like a service manager: it holds the socket, and the processes inherit it.
  const socket = holdSocket();
  const environment = {
    DATABASE_URL: api.config.databaseUrl,
    REDIS_KEY_PREFIX: api.config.redisKeyPrefix,
    LISTEN_FDS: '1',
    LISTEN_FDNAMES: 'api',
  };
  const spawnOne = () => startWaypost(['--only', 'api'], environment, socket.fd);
  let processes: RunningWaypost[] = await Promise.all([spawnOne(), spawnOne()]);

  const load = startLoad(socket.port);
  for (let round = 0; round < rounds; round++) {
    await sleep(500);
    const [leaving, staying] = processes;
    assert.ok(leaving && staying);
    const exited = once(leaving.child, 'exit');
    const startedMs = performance.now();
    leaving.child.kill('SIGTERM');
    const [code] = await exited;
    assert.equal(code, 0);
    assert.ok(performance.now() - startedMs < 10_000, 'it leaves within 10 s');
    assert.match(leaving.logged(), /"msg":"answered"/, 'it had served some of the load');
    processes = [staying, await spawnOne()];
  }
  const { answered, failures } = await load.stop();
  t.diagnostic(`${answered} requests answered, ${failures.length} failed`);
  for (const { child } of processes) child.kill('SIGKILL');
  socket.close();
  assert.deepEqual(failures.slice(0, 5), []);
  assert.ok(answered > 100 * rounds);
});

/** Half of the load keeps its connections, half opens one per request. */
function startLoad(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections / 2 });
  const failures: string[] = [];
  let answered = 0;
  let running = true;
  const loops = Array.from({ length: connections }, async (_, index) => {
    while (running) {
      const outcome = await send(port, index % 2 === 0 ? agent : new Agent({ keepAlive: false }));
      if (outcome === '200' || outcome === '201') answered += 1;
      else failures.push(outcome);
    }
  });
  return {
    stop: async () => {
      running = false;
      await Promise.all(loops);
      agent.destroy();
      return { answered, failures };
    },
  };
}

function send(port: number, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const post = Math.random() < 0.2;
    const outgoing = request({
      host: '127.0.0.1',
      port,
      agent,
      method: post ? 'POST' : 'GET',
      path: '/v1/projects?page_size=5',
      headers: { 'x-api-key': account.key, 'content-type': 'application/json' },
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    outgoing.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(String(response.statusCode)));
      response.on('error', (error) => resolve(error.message));
    });
    outgoing.end(post ? '{"name":"under load"}' : undefined);
  });
}

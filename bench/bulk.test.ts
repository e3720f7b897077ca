import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { median } from '../test/support/measure/median.ts';
import { scaled } from '../test/support/measure/proof-scale.ts';
import { repeated } from '../test/support/measure/repeated.ts';
import { type RunningWaypost, startWaypost } from '../test/support/scratch/spawn-waypost.ts';
import { startTestApi, type TestAccount, type TestApi } from '../test/support/scratch/test-api.ts';

const codes = scaled(10_000, 500);
const itemsPerRequest = 500;
const rounds = scaled(3, 2);
const connections = 8;
const shareMax = 0.5;

let api: TestApi;
let service: RunningWaypost;
let account: TestAccount;

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
  service = await startWaypost(['--only', 'api'], {
    DATABASE_URL: api.config.databaseUrl,
    REDIS_KEY_PREFIX: api.config.redisKeyPrefix,
  });
});
after(async () => {
  service.child.kill('SIGKILL');
  await api.close();
});

const newCode = () => ({ redirect_url: `https://example.com/${Math.random()}` });

async function post(path: string, body: unknown): Promise<number> {
  const response = await fetch(service.addresses['api'] + path, {
    method: 'POST',
    headers: { 'x-api-key': account.key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { succeeded?: number };
  return response.status === 201 ? 1 : (answer.succeeded ?? 0);
}

/** One code per request, with several connections. */
async function createOneByOne(): Promise<number> {
  const beganMs = performance.now();
  let left = codes;
  let created = 0;
  const work = async () => {
    while (left-- > 0) {
      const made = await post('/v1/qr-codes', newCode());
      created += made;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  assert.equal(created, codes);
  return performance.now() - beganMs;
}

/** One request after the other. */
async function createInBulk(): Promise<number> {
  const beganMs = performance.now();
  for (let at = 0; at < codes; at += itemsPerRequest) {
    const items = Array.from({ length: Math.min(itemsPerRequest, codes - at) }, newCode);
    assert.equal(await post('/v2/qr-codes/bulk', { items }), items.length);
  }
  return performance.now() - beganMs;
}

test(
  `${codes} codes in requests of ${itemsPerRequest} take at most ${shareMax} of the time of single requests with ${connections} connections`,
  repeated(async (t) => {
    const times = { single: [] as number[], bulk: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      times.single.push(await createOneByOne());
      times.bulk.push(await createInBulk());
    }
    const share = median(times.bulk) / median(times.single);
    t.diagnostic(
      `${(median(times.bulk) / 1_000).toFixed(1)} s against ${(median(times.single) / 1_000).toFixed(1)} s: ${share.toFixed(2)}`,
    );
    assert.ok(share <= shareMax, `${share}`);
  }),
);

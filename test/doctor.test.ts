import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createScratchPostgres, type ScratchPostgres } from './support/scratch/scratch-postgres.ts';
import { ScratchRedis } from './support/scratch/scratch-redis.ts';
import { runWaypost } from './support/scratch/spawn-waypost.ts';
import { createEmptyDatabase, createTestDatabase } from './support/scratch/test-database.ts';

let postgres: ScratchPostgres;
let redis: ScratchRedis;

before(async () => {
  postgres = await createScratchPostgres();
  redis = await ScratchRedis.create();
});
after(async () => {
  postgres.remove();
  await redis.kill();
});

const environment = () => ({ DATABASE_URL: `${postgres.server.url}/postgres`, REDIS_URL: redis.url });
const doctor = (changed: Record<string, string> = {}) =>
  runWaypost(['doctor'], { ...environment(), ...changed });

describe('waypost doctor', () => {
  test('missing migrations: reported with a remedy, exit code 1', async () => {
    const { code, stdout } = await doctor();
    assert.equal(code, 1);
    assert.match(stdout, /✗ migrations +\d+ of \d+ are missing\n +→ Run: waypost migrate/);
    assert.match(stdout, /1 of \d+ checks failed/);
  });

  test('all is well after waypost migrate, exit code 0', async () => {
    const migrated = await runWaypost(['migrate'], environment());
    assert.equal(migrated.code, 0, migrated.stderr);
    const { code, stdout } = await doctor();
    assert.equal(code, 0, stdout);
    for (const check of [
      'node',
      'configuration',
      'plans',
      'postgresql',
      'migrations',
      'clock',
      'redis',
      'disk',
    ]) {
      assert.match(stdout, new RegExp(`✓ ${check} `));
    }
  });

  test('safety: lists the providers, warns if there are none in production, and that no code can be created before the first list', async () => {
    assert.match(
      (await doctor()).stdout,
      /✓ safety +built-in rules and yours only; no list of phishing or malware is used/,
    );
    const production = {
      NODE_ENV: 'production',
      MAIL: 'log',
      SECRET_KEY: 'x'.repeat(40),
      API_BASE_URL: 'https://api.example.com',
      PUBLIC_BASE_URL: 'https://go.example.com',
    };
    assert.match(
      (await doctor(production)).stdout,
      /! safety .*\n +→ Set WEB_RISK_KEY, PHISHTANK_SOURCE or URLHAUS_SOURCE\./,
    );
    const { code, stdout } = await doctor({ WEB_RISK_KEY: 'x', URLHAUS_SOURCE: 'file:./x.csv' });
    assert.equal(code, 1);
    assert.match(stdout, /✓ safety +built-in rules, your rules, Web Risk, URLhaus/);
    assert.match(
      stdout,
      /✗ threat lists +none is loaded: no code can be created\n +→ See: waypost safety status/,
    );
  });

  test('with --json only JSON is on standard output', async () => {
    const { code, stdout } = await runWaypost(['doctor', '--json'], environment());
    assert.equal(code, 0);
    assert.equal(JSON.parse(stdout).ok, true);
  });

  test('Redis stopped: reported with a remedy and the effect, exit code 1', async () => {
    await redis.kill();
    const { code, stdout } = await doctor();
    await redis.start();
    assert.equal(code, 1);
    assert.match(
      stdout,
      /✗ redis +127\.0\.0\.1:\d+: .*ECONNREFUSED.*\n +→ Start Redis .* REDIS_URL .* rate limits/,
    );
    assert.match(stdout, /✓ postgresql/);
  });

  test('PostgreSQL stopped: reported with a remedy, exit code 1', async () => {
    postgres.server.stop('fast');
    const { code, stdout } = await doctor();
    postgres.server.start();
    assert.equal(code, 1);
    assert.match(
      stdout,
      /✗ postgresql +127\.0\.0\.1:\d+: .*ECONNREFUSED.*\n +→ Start PostgreSQL .* DATABASE_URL/,
    );
    assert.match(stdout, /✓ redis/);
  });

  test('a missing database, a malformed plan, a used plan that is gone: each is reported', async () => {
    const missing = await doctor({ DATABASE_URL: `${postgres.server.url}/nowhere` });
    assert.match(missing.stdout, /✗ postgresql .*"nowhere" does not exist\n +→ Create it/);
    const plans = await doctor({ PLANS_FILE: 'package.json' });
    assert.match(plans.stdout, /✗ plans/);
    const database = await createTestDatabase();
    const url = { DATABASE_URL: database.url };
    await runWaypost(['account', 'create', '--email', 'a@example.com', '--plan', 'pro'], url);
    const pg = await import('pg');
    const client = new pg.default.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`update accounts set plan = 'gold'`);
    await client.end();
    const gone = await doctor(url);
    assert.match(gone.stdout, /✗ accounts +the plan "gold" is in use/);
    for (const { code } of [missing, plans, gone]) assert.equal(code, 1);
    await database.drop();
  });
});

describe('waypost migrate', () => {
  test('concurrent migrations run once, and a second run does nothing', async () => {
    const database = await createEmptyDatabase();
    const results = await Promise.all(
      Array.from({ length: 4 }, () => runWaypost(['migrate'], { DATABASE_URL: database.url })),
    );
    assert.deepEqual(
      results.map(({ code }) => code),
      [0, 0, 0, 0],
      results.map(({ stderr }) => stderr).join('\n'),
    );
    assert.equal(
      results.filter(({ stdout }) => /\[1\//.test(stdout)).length,
      1,
      'one of them showed the progress',
    );
    const again = await runWaypost(['migrate'], { DATABASE_URL: database.url });
    assert.match(again.stdout, /^The database is up to date\.$/m);
    await database.drop();
  });
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { parseDatabaseUrl } from '#platform/database-url.ts';
import { createScratchPostgres } from './support/scratch/scratch-postgres.ts';
import { type ScratchService, startScratchService } from './support/scratch/scratch-service.ts';
import { type RunningWaypost, runWaypost, startWaypost } from './support/scratch/spawn-waypost.ts';
import { createStandby, type Standby } from './support/scratch/standby.ts';
import type { TestAccount } from './support/scratch/test-api.ts';
import { scanLink } from './support/scratch/test-scan.ts';

describe('an address with several hosts', () => {
  test('is read as libpq reads it', () => {
    const parse = (url: string) => parseDatabaseUrl(url);
    assert.deepEqual(
      parse('postgres://u:p%40@one:5432,two:5433/db?target_session_attrs=read-write&sslmode=require'),
      {
        urls: [
          'postgres://u:p%40@one:5432/db?sslmode=require',
          'postgres://u:p%40@two:5433/db?sslmode=require',
        ],
        needsPrimary: true,
        options: '',
      },
    );
    assert.deepEqual(parse('postgresql://one/db'), {
      urls: ['postgresql://one/db'],
      needsPrimary: false,
      options: '',
    });
    assert.equal(parse('postgres://one/db?target_session_attrs=read-write')?.needsPrimary, true);
    for (const wrong of [
      '',
      'mysql://one/db',
      'postgres://one:x/db',
      'postgres://one/db?target_session_attrs=standby',
    ])
      assert.equal(parse(wrong), null, wrong);
  });
});

/** In order: each test continues the previous one. */
describe('a primary that is lost', () => {
  let service: ScratchService;
  let standby: Standby;
  let account: TestAccount;
  let url: string;
  let journalDir: string;
  let running: RunningWaypost;
  let code: { id: string; slug: string };
  const scanUrl = () => running.addresses['scan'] ?? '';
  const start = async () => {
    running = await startWaypost([], {
      DATABASE_URL: url,
      REDIS_KEY_PREFIX: service.api.config.redisKeyPrefix,
      JOURNAL_DIR: journalDir,
    });
  };

  before(async () => {
    service = await startScratchService(await createScratchPostgres());
    standby = await createStandby(service.postgres);
    account = await service.api.createAccount();
    const { qr_id: id } = await service.api.createQrCode(account, { scan_limit: 1_000 });
    code = { id, slug: await service.api.publishQrCode(id) };
    const [first, second] = [service.postgres, standby].map(({ server }) => new URL(server.url).host);
    // The standby first: it must be skipped.
    url = `postgres://postgres@${second},${first}/waypost?target_session_attrs=read-write`;
    journalDir = mkdtempSync('/tmp/waypost-journal-');
    await start();
  });
  after(async () => {
    running.child.kill('SIGKILL');
    standby.remove();
    await service.close();
    rmSync(journalDir, { recursive: true, force: true });
  });

  async function until(status: number, question: () => Promise<number>): Promise<void> {
    let answer = 0;
    for (let attempt = 0; attempt < 150; attempt++) {
      answer = await question();
      if (answer === status) return;
      await sleep(100);
    }
    assert.equal(answer, status);
  }
  /** What the process reports about one of its parts. */
  async function checkOf(part: string): Promise<string> {
    const response = await fetch(`${running.addresses['internal']}/readyz`);
    const { checks } = (await response.json()) as { checks: Record<string, string> };
    return checks[part] ?? '';
  }
  const scan = async () => (await scanLink(scanUrl(), code.slug)).status;
  const create = async () => {
    const response = await fetch(`${running.addresses['api']}/v1/qr-codes`, {
      method: 'POST',
      headers: { 'x-api-key': account.key, 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_url: 'https://example.com/' }),
    });
    return response.status;
  };
  const countOn = async (server: string): Promise<number> => {
    const client = new pg.Client({ connectionString: `${server}/waypost` });
    await client.connect();
    const { rows } = await client.query('select sum(scan_count)::int as total from scan_counts');
    await client.end();
    return rows[0].total;
  };

  /** The newest event of the log. */
  const newestEvent = async (server: string): Promise<string> => {
    const client = new pg.Client({ connectionString: `${server}/waypost` });
    await client.connect();
    await client.query('select order_events(1000)');
    const { rows } = await client.query('select max(event_id::text) as newest from events');
    await client.end();
    return rows[0].newest;
  };
  let lostEvent = '';

  test('the host that accepts writes is used, in any order', async () => {
    await until(302, scan);
    await until(201, create);
    assert.equal(await countOn(service.postgres.server.url), 1);
  });

  test('scan, api, worker and command line continue with the promoted standby', async () => {
    await sleep(500);
    service.postgres.server.stop('immediate');
    standby.promote();
    await until(302, scan);
    await until(201, create);
    // The process is ready as soon as links are served; its worker follows.
    await until(200, async () => ((await checkOf('worker')) === 'ok' ? 200 : 503));
    const shown = await runWaypost(['lineage', 'show'], { DATABASE_URL: url });
    assert.match(shown.stdout, /timeline  2/);
  });

  test('the returning old primary is refused by all, with a log line, and counts nothing', async () => {
    const counted = await countOn(standby.server.url);
    service.postgres.server.start();
    standby.server.stop('immediate');
    // A code with a limit needs PostgreSQL, so it would be counted there.
    for (let attempt = 0; attempt < 30; attempt++) {
      assert.equal(await scan(), 503);
      assert.equal(await create(), 503);
      await sleep(50);
    }
    assert.match(running.logged(), /old primary.*waypost lineage accept.*a PostgreSQL server is refused/);
    assert.equal(await countOn(service.postgres.server.url), 1);
    standby.server.start();
    await until(302, scan);
    assert.equal(await countOn(standby.server.url), counted + 1);
  });

  test('a process that restarts remembers, and uses the server once an operator has accepted it', async () => {
    lostEvent = await newestEvent(standby.server.url);
    standby.server.stop('immediate');
    running.child.kill('SIGKILL');
    await start();
    for (let attempt = 0; attempt < 10; attempt++) assert.equal(await scan(), 503);
    assert.equal(await countOn(service.postgres.server.url), 1);
    assert.ok((await newestEvent(service.postgres.server.url)) < lostEvent);
    const accepted = await runWaypost(['lineage', 'accept'], { DATABASE_URL: url });
    assert.equal(accepted.code, 0, accepted.stderr);
    await until(302, scan);
    assert.equal(await countOn(service.postgres.server.url), 2);
  });

  test('events on it come after those of the server that was given up, so readers miss none', async () => {
    await until(201, create);
    assert.ok((await newestEvent(service.postgres.server.url)) > lostEvent);
  });

  test('the server that was given up is refused from then on', async () => {
    const counted = await countOn(service.postgres.server.url);
    standby.server.start();
    const abandoned = await countOn(standby.server.url);
    service.postgres.server.stop('immediate');
    for (let attempt = 0; attempt < 20; attempt++) {
      assert.equal(await scan(), 503);
      await sleep(50);
    }
    assert.equal(await countOn(standby.server.url), abandoned);
    service.postgres.server.start();
    await until(302, scan);
    assert.equal(await countOn(service.postgres.server.url), counted + 1);
  });
});

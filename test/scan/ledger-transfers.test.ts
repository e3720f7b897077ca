import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { parseIdentifier } from '#core/identifier.ts';
import { ledgerShard } from '#core/ledger-shard.ts';
import { eraseAccounts } from '#features/account-data/erase-accounts.ts';
import { exportAccount } from '#features/account-data/export-account.ts';
import { readAnalytics } from '#features/analytics/read-analytics.ts';
import { rollUpServer } from '#features/analytics/roll-up-scans.ts';
import { acceptNumbers } from '#features/ledger-servers/accept-numbers.ts';
import { LedgerDatabases, type LedgerServer } from '#features/ledger-servers/ledger-databases.ts';
import { moveShards } from '#features/ledger-servers/move-shards.ts';
import { lockShards } from '#features/ledger-servers/shard-queries.ts';
import { findProblem } from '#features/recovery/find-problem.ts';
import { foldServer } from '#features/scan-upkeep/fold-server.ts';
import { systemClock } from '#platform/clock.ts';
import { FolderFileStore } from '#platform/folder-file-store.ts';
import { LedgerPools } from '#platform/ledger-pools.ts';
import { createPostgresPool } from '#platform/postgres.ts';
import { frameRecord } from '#scan/journal-file.ts';
import { LedgerServers as ScanLedgerServers } from '#scan/ledger-servers.ts';
import { listOpenElsewhere } from '#scan/open-elsewhere.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/scratch/test-database.ts';
import { addLedgerServers } from '../support/scratch/test-ledger.ts';
import { scanLink, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

let databases: TestDatabase[];
let api: TestApi;
let account: TestAccount;
let ledgers: LedgerDatabases;
let servers: LedgerServer[];
let scan: TestScan;

before(async () => {
  databases = await Promise.all([createEmptyDatabase(), createEmptyDatabase()]);
  const urls = databases.map(({ url }) => url);
  api = await startTestApi({ environment: { LEDGER_DATABASE_URLS: urls.join(' ') } });
  ledgers = await addLedgerServers(api.db, urls);
  servers = await ledgers.list();
  account = await api.createAccount();
  scan = await startTestScan(api);
});
after(async () => {
  scan.stop();
  await ledgers.end();
  await api.close();
  for (const database of databases) await database.drop();
});

interface Code {
  id: string;
  uuid: string;
  slug: string;
}

async function makeCode(owner = account): Promise<Code> {
  const { qr_id: id } = await api.createQrCode(owner, {});
  return { id, uuid: parseIdentifier('qrc', id) ?? '', slug: await api.publishQrCode(id) };
}

async function scanTimes({ slug }: Code, times: number): Promise<void> {
  for (let nth = 0; nth < times; nth++) {
    const { status } = await scanLink(scan.url, slug);
    assert.equal(status, 302, scan.process.logged().slice(-2_000));
  }
}

async function countOf({ id }: Code, owner = account): Promise<number> {
  const { body } = await api.request('GET', `/v1/qr-codes/${id}`, { key: owner.key });
  return Number(body.scan_count);
}

async function analyticsOf({ uuid }: Code): Promise<number> {
  const { scans, isCurrent } = await readAnalytics(api.db, ledgers, {
    subjectId: uuid,
    fromMs: Date.now() - 86_400_000,
    untilMs: Date.now() + 900_000,
    timeZone: 'UTC',
    unit: 'hour',
  });
  assert.equal(isCurrent, true);
  return scans;
}

const foldEach = async () => {
  for (const server of servers) while ((await foldServer(api.db, server)).codes > 0);
};
const rollUpEach = async () => {
  for (const server of servers) while ((await rollUpServer(api.db, server)) > 0);
};

describe('a count', () => {
  test('is exact after every scan, while ledger servers transfer their scans', async () => {
    const codes = await Promise.all(Array.from({ length: 6 }, () => makeCode()));
    const ending = new AbortController();
    const folding = (async () => {
      while (!ending.signal.aborted) await foldEach();
    })();
    for (let nth = 1; nth <= 30; nth++)
      for (const code of codes) {
        await scanTimes(code, 1);
        assert.equal(await countOf(code), nth);
      }
    ending.abort();
    await folding;
  });

  test('is exact between two steps of a fold, and a worker that dies there loses and doubles nothing', async () => {
    const codes = await Promise.all(Array.from({ length: 8 }, () => makeCode()));
    for (const code of codes) await scanTimes(code, 3);
    const begin = new pg.Client({ connectionString: databases[0]?.url });
    await begin.connect();
    // Only marked as in transfer.
    await begin.query(`update ledger_transfers set number = number + 1, transfer_id = gen_random_uuid(),
      open_ids = array(select open_id from scan_open order by open_id limit 2) where kind = 'fold'`);
    await begin.end();
    for (const code of codes) assert.equal(await countOf(code), 3);
    for (const server of servers) {
      // Added but not ended: the row of its transfer is locked from its start.
      await foldServer(api.db, {
        ...server,
        db: failingTransactions(server),
      }).catch((error: unknown) => assert.match(String(error), /killed/));
    }
    for (const code of codes) assert.equal(await countOf(code), 3);
    await foldEach();
    for (const code of codes) assert.equal(await countOf(code), 3);
    for (const code of codes) {
      const { rows } = await sql<{ scan_count: number }>`
        select scan_count from scan_state where qr_id = ${code.uuid}`.execute(api.db);
      assert.equal(rows[0]?.scan_count, 3);
    }
    assert.equal(await findProblem(api.db, 'scans are numbered without gaps'), null);
  });

  test('keeps scans that could not be added because their code was locked', async () => {
    const [held, free] = [await makeCode(), await makeCode()];
    await scanTimes(held, 2);
    await scanTimes(free, 2);
    const holder = new pg.Client({ connectionString: api.config.databaseDirectUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from scan_state where qr_id = $1 for update', [held.uuid]);
    for (const server of servers) await foldServer(api.db, server);
    assert.deepEqual([await countOf(held), await countOf(free)], [2, 2]);
    await holder.end();
    await foldEach();
    assert.deepEqual([await countOf(held), await countOf(free)], [2, 2]);
    const { rows } = await sql<{ open: number }>`select count(*)::int as open from ledger_servers
      where fold_left::text <> '[]'`.execute(api.db);
    assert.equal(rows[0]?.open, 0);
  });
});

/** A server on which nothing can be committed any more, as for a worker that was killed. */
function failingTransactions({ db }: LedgerServer): LedgerServer['db'] {
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') throw new Error('killed');
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describe('analytics', () => {
  test('include every scan at once, before, between and after the steps of a roll-up', async () => {
    const codes = await Promise.all(Array.from({ length: 6 }, () => makeCode()));
    for (const code of codes) {
      await scanTimes(code, 2);
      assert.equal(await analyticsOf(code), 2);
    }
    for (const server of servers)
      await rollUpServer(api.db, { ...server, db: failingTransactions(server) }).catch((error: unknown) =>
        assert.match(String(error), /killed/),
      );
    for (const code of codes) assert.equal(await analyticsOf(code), 2);
    await rollUpEach();
    for (const code of codes) {
      assert.equal(await analyticsOf(code), 2);
      const { rows } = await sql<{ scans: number }>`select sum(scans)::int as scans from scan_days
        where subject_id = ${code.uuid} and dimension = 'total'`.execute(api.db);
      assert.equal(rows[0]?.scans, 2);
    }
  });

  test('are not called current while a server was away since the start of the process', async () => {
    const code = await makeCode();
    const away = new LedgerDatabases(['postgres://postgres@127.0.0.1:1/away'], {
      poolMax: 1,
      applicationName: 'test',
      log: pino({ level: 'silent' }),
    });
    const { isCurrent } = await readAnalytics(api.db, away, {
      subjectId: code.uuid,
      fromMs: Date.now() - 86_400_000,
      untilMs: Date.now() + 1_000,
      timeZone: 'UTC',
      unit: 'hour',
    });
    await away.end();
    assert.equal(isCurrent, false);
  });
});

describe('two workers', () => {
  test('that roll up the same batches add them once', async () => {
    const code = await makeCode();
    await scanTimes(code, 2);
    // As a worker leaves it that read which batches are open before another one had ended them.
    for (const { db } of servers) {
      const { rows } = await sql<{ days: string[]; batch_ids: string[] }>`
        select array_agg(recorded_on::text) as days, array_agg(batch_id) as batch_ids from scan_batches where not is_rolled_up`.execute(
        db,
      );
      const [open] = rows;
      await rollUpEach();
      await sql`update ledger_transfers set number = number + 1, transfer_id = gen_random_uuid(),
        days = ${open?.days ?? []}::date[], batch_ids = ${open?.batch_ids ?? []}::uuid[] where kind = 'roll_up'`.execute(
        db,
      );
    }
    await rollUpEach();
    assert.equal(await analyticsOf(code), 2);
  });
});

describe('a limit', () => {
  test('that waits at two versions of its code knows each open scan once', async () => {
    const code = await makeCode();
    await scanTimes(code, 3);
    await sql`update scan_state set scan_limit = 9 where qr_id = ${code.uuid}`.execute(api.db);
    const log = pino({ level: 'silent' });
    const pool = createPostgresPool({
      url: api.config.databaseDirectUrl,
      poolMax: 2,
      applicationName: 'test',
      log,
    });
    const options = { poolMax: 2, applicationName: 'test', log };
    const pools = new LedgerPools(api.config.ledgerDatabaseUrls, options);
    const others = new ScanLedgerServers({ first: pool, pools, clock: systemClock, log });
    await others.start();
    const listed = await listOpenElsewhere(pool, others, [code.uuid, code.uuid]);
    assert.deepEqual(
      listed?.map(({ open }) => open),
      [3],
    );
    // What was handed over since then is not known twice.
    const { rows: state } = await sql<{ version: number }>`
      select version from scan_state where qr_id = ${code.uuid}`.execute(api.db);
    const other = await makeCode();
    await foldEach();
    await scanTimes(other, 1);
    await foldEach();
    const values = [[code.uuid], [state[0]?.version], JSON.stringify(listed)];
    const { rows: settled } = await pool.query('select settle_scan_limits($1, $2, $3) as is_settled', values);
    assert.equal(settled[0].is_settled, false);
    others.stop();
    await pools.end();
    await pool.end();
  });
});

describe('an account', () => {
  test('is exported with its scans on every server, and erased there', async () => {
    const owner = await api.createAccount();
    const codes = await Promise.all(Array.from({ length: 8 }, () => makeCode(owner)));
    for (const code of codes) await scanTimes(code, 1);
    const store = new FolderFileStore('/tmp/waypost-no-files');
    const lines: string[] = [];
    for await (const { name, content } of exportAccount(api.db, ledgers, store, owner.uuid))
      if (name.startsWith('scans/')) lines.push(...String(content).trim().split('\n'));
    const exported = lines.map((line) => String(JSON.parse(line).qr_id));
    assert.deepEqual(new Set(exported), new Set(codes.map(({ uuid }) => uuid)));
    assert.equal(exported.length, codes.length);
    await sql`update accounts set erase_at = now() where account_id = ${owner.uuid}`.execute(api.db);
    await eraseAccounts(api.db, ledgers, store, new AbortController().signal);
    for (const { db } of servers) {
      const { rows } =
        await sql`select from scan_batches where qr_ids && ${codes.map(({ uuid }) => uuid)}::uuid[]
        union all select from scan_open where qr_ids && ${codes.map(({ uuid }) => uuid)}::uuid[]`.execute(db);
      assert.equal(rows.length, 0);
    }
    await foldEach();
  });
});

describe('shards', () => {
  test('move while their codes are scanned, and every scan is counted once', async () => {
    const codes = await Promise.all(Array.from({ length: 10 }, () => makeCode()));
    const ending = new AbortController();
    const done = new Map<string, number>();
    const failures: unknown[] = [];
    const scanning = codes.map(async (code) => {
      while (!ending.signal.aborted) {
        await scanTimes(code, 1);
        done.set(code.id, (done.get(code.id) ?? 0) + 1);
      }
    });
    // As a worker does: all servers in parallel, because a busy one always has more to fold.
    const folding = servers.map(async (server) => {
      while (!ending.signal.aborted) {
        await foldServer(api.db, server).catch((error: unknown) => failures.push(error));
        await sleep(20);
      }
    });
    for (const targets of [servers.slice(0, 1), servers, servers.slice(1), [], servers])
      assert.ok((await moveShards(api.db, { targets, servers }, () => {})) > 0, String(failures.at(-1)));
    ending.abort();
    await Promise.all([...scanning, ...folding]);
    for (const code of codes) assert.equal(await countOf(code), done.get(code.id));
    const { rows } = await sql`select from ledger_shards where previous_id is not null`.execute(api.db);
    assert.equal(rows.length, 0);
    // Processes read the map every two seconds while nothing else tells them that it has changed.
    await sleep(2_500);
  });
});

describe('a server that was restored', () => {
  test('transfers nothing until an operator accepts it', async () => {
    const [server] = servers;
    assert.ok(server !== undefined);
    const codes = await Promise.all(Array.from({ length: 8 }, () => makeCode()));
    await foldEach();
    await sql`update ledger_transfers set number = number - 1 where kind = 'fold'`.execute(server.db);
    for (const code of codes) await scanTimes(code, 1);
    await assert.rejects(foldServer(api.db, server), /was restored/);
    await acceptNumbers(api.db, server);
    await foldEach();
    for (const code of codes) assert.equal(await countOf(code), 1);
  });
});

describe('a journal', () => {
  test('that names a ledger server is counted there, once, also if the server had counted the batch', async () => {
    const [counted, lost] = [await makeCode(), await makeCode()];
    await scanTimes(counted, 1);
    const shards = await api.db.transaction().execute(lockShards);
    const server = servers.find(({ id }) => id === shards[ledgerShard(counted.uuid)]);
    assert.ok(server !== undefined);
    const { rows } = await sql<{ batch_id: string; recorded_on: string }>`
      select batch_id, to_char(recorded_on, 'YYYY-MM-DD') as recorded_on from scan_batches
      where qr_ids @> array[${counted.uuid}]::uuid[]`.execute(server.db);
    const [batch] = rows;
    assert.ok(batch !== undefined);
    const record = { ...batch, scans: [1], versions: [1], events: [], server_id: server.id };
    const journalDir = mkdtempSync('/tmp/waypost-journal-');
    const records = [
      { ...record, qr_ids: [counted.uuid] },
      { ...record, batch_id: randomUUID(), qr_ids: [lost.uuid] },
    ];
    writeFileSync(
      join(journalDir, 'scan-000000000001.journal'),
      Buffer.concat([...records, ...records].map(frameRecord)),
    );
    const other = await startTestScan(api, { JOURNAL_DIR: journalDir });
    for (let tries = 0; tries < 200 && (await countOf(lost)) === 0; tries++) await sleep(50);
    other.stop();
    assert.deepEqual([await countOf(counted), await countOf(lost)], [1, 1]);
    await foldEach();
    assert.deepEqual([await countOf(counted), await countOf(lost)], [1, 1]);
    rmSync(journalDir, { recursive: true, force: true });
  });
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { type Dimension, dimensions } from '#core/analytics/dimension.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { type Analytics, readAnalytics } from '#features/analytics/read-analytics.ts';
import { rollUpBatches } from '#features/analytics/roll-up-scans.ts';
import { eventColumns } from '../support/data/event-columns.ts';
import { batchValues, ledgerBatches, writeBatch } from '../support/data/ledger-writer.ts';
import { seededRandom } from '../support/data/seeded-random.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { runWaypost } from '../support/scratch/spawn-waypost.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { noLedgers } from '../support/scratch/test-ledger.ts';
import { scanLink, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

const batchCount = scaled(5_000, 400);
const questions = scaled(400, 60);
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
];
let api: TestApi;
let account: TestAccount;
let scan: TestScan;

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
  scan = await startTestScan(api, { TRUSTED_PROXIES: '127.0.0.1/32', COUNTRY_HEADER: 'x-country' });
});
after(async () => {
  scan.stop();
  await api.close();
});

interface EventRow {
  ms: number;
  visitor: string;
  values: Record<Dimension, string>;
}

/** Every scan, one by one, from the ledger itself. */
async function eventsOf(qrIds: string[]): Promise<EventRow[]> {
  const { rows } = await sql<Record<string, string | null> & { ms: number }>`
    select *, (extract(epoch from scanned_at) * 1000)::float8 as ms from scan_events where qr_id = any(${qrIds}::uuid[])`.execute(
    api.db,
  );
  return rows.map((row) => ({
    ms: Math.round(row.ms),
    visitor: row['visitor'] ?? '',
    values: Object.fromEntries(dimensions.map((name) => [name, row[eventColumns[name]] ?? ''])) as Record<
      Dimension,
      string
    >,
  }));
}

/** The same result, computed by hand: every scan converted to the owner's time zone with the machine's own calendar. */
function countByHand(events: EventRow[], from: number, until: number, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  const within = events.filter(({ ms }) => ms >= from && ms < until);
  const points = new Map<string, number>();
  const heat = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
  const breakdowns = Object.fromEntries(
    dimensions.map((name) => [name, new Map<string, number>()]),
  ) as Record<Dimension, Map<string, number>>;
  for (const { ms, values } of within) {
    const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    const day = `${part['year']}-${part['month']}-${part['day']}`;
    points.set(day, (points.get(day) ?? 0) + 1);
    const row = heat[['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part['weekday'] ?? '')];
    if (row) row[Number(part['hour'])] = (row[Number(part['hour'])] ?? 0) + 1;
    for (const name of dimensions)
      breakdowns[name].set(values[name], (breakdowns[name].get(values[name]) ?? 0) + 1);
  }
  return { scans: within.length, points, heat, breakdowns };
}

function assertSame(answer: Analytics, expected: ReturnType<typeof countByHand>, what: string): void {
  assert.equal(answer.scans, expected.scans, what);
  assert.deepEqual(
    Object.fromEntries(
      answer.points.filter(({ scans }) => scans > 0).map(({ at, scans }) => [at.slice(0, 10), scans]),
    ),
    Object.fromEntries(expected.points),
    what,
  );
  assert.deepEqual(answer.heat, expected.heat, what);
  for (const name of dimensions)
    assert.deepEqual(
      Object.fromEntries(answer.breakdowns[name].map(({ value, scans }) => [value, scans])),
      Object.fromEntries(expected.breakdowns[name]),
      `${what} ${name}`,
    );
}

async function rollUpAll(): Promise<void> {
  while ((await rollUpBatches(api.db)) > 0);
}

describe('analytics', () => {
  test('a scan appears at once, before and after the roll-up, with its details and its rule', async () => {
    const code = await api.createQrCode(account, {
      redirect_rules: [
        { condition: 'country', value: 'JP', url: 'https://example.com/jp' },
        { condition: 'device', value: 'ios', url: 'https://example.com/ios' },
      ],
    });
    const slug = await api.publishQrCode(code.qr_id);
    const iphone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
    const visit = (country: string, agent: string, address: string, referer = '') =>
      scanLink(scan.url, slug, {
        headers: {
          'x-country': country,
          'user-agent': agent,
          'x-forwarded-for': address,
          ...(referer !== '' && { referer }),
        },
      });
    await visit('DE', iphone, '198.51.100.1', 'https://news.example.org/a');
    await visit('DE', iphone, '198.51.100.1');
    await visit('JP', iphone, '198.51.100.2');
    await visit(
      'FR',
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      '198.51.100.3',
    );
    const ask = (id: string) =>
      readAnalytics(api.db, noLedgers, {
        subjectId: id,
        fromMs: Date.now() - 86_400_000,
        untilMs: Date.now() + 60_000,
        timeZone: 'Asia/Kathmandu',
        unit: 'day',
      });
    const qrId = parseIdentifier('qrc', code.qr_id) ?? '';
    const projectId = parseIdentifier('prj', account.defaultProjectId) ?? '';
    const check = (answer: Analytics) => {
      assert.equal(answer.scans, 4);
      assert.deepEqual(answer.breakdowns.country, [
        { value: 'DE', scans: 2 },
        { value: 'FR', scans: 1 },
        { value: 'JP', scans: 1 },
      ]);
      assert.deepEqual(answer.breakdowns.device, [
        { value: 'ios', scans: 3 },
        { value: 'desktop', scans: 1 },
      ]);
      assert.deepEqual(answer.breakdowns.rule, [
        { value: '2', scans: 2 },
        { value: '', scans: 1 },
        { value: '1', scans: 1 },
      ]);
      assert.deepEqual(answer.breakdowns.referrer, [
        { value: '', scans: 3 },
        { value: 'news.example.org', scans: 1 },
      ]);
    };
    check(await ask(qrId));
    check(await ask(projectId));
    await rollUpAll();
    check(await ask(qrId));
    check(await ask(projectId));
    const { visitors } = await ask(qrId);
    assert.equal(
      visitors.reduce((sum, { visitors: count }) => sum + count, 0),
      3,
    );
  });

  test('waypost analytics uses the owner’s time zone; an unknown ID has exit code 3', async () => {
    const environment = { DATABASE_URL: api.config.databaseUrl };
    const { code, stdout } = await runWaypost(['analytics', account.defaultProjectId, '--json'], environment);
    assert.equal(code, 0);
    assert.equal(JSON.parse(stdout).scans, 4);
    const table = await runWaypost(['analytics', account.defaultProjectId, '--days', '7'], environment);
    assert.match(table.stdout, /COUNTRY +SCANS\nDE +2/);
    assert.equal((await runWaypost(['analytics', 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D'], environment)).code, 3);
  });

  test('a code without analytics is counted, and nothing else is stored (D58)', async () => {
    const code = await api.createQrCode(account);
    const slug = await api.publishQrCode(code.qr_id);
    const qrId = parseIdentifier('qrc', code.qr_id) ?? '';
    await api.db
      .updateTable('qr_codes')
      .set({ analytics_enabled: false })
      .where('qr_id', '=', qrId)
      .execute();
    await scanLink(scan.url, slug);
    await rollUpAll();
    const answer = await readAnalytics(api.db, noLedgers, {
      subjectId: qrId,
      fromMs: 0,
      untilMs: Date.now() + 60_000,
      timeZone: 'UTC',
      unit: 'month',
    });
    assert.equal(answer.scans, 0);
    assert.equal(
      (await api.request('GET', `/v1/qr-codes/${code.qr_id}`, { key: account.key })).body.scan_count,
      1,
    );
  });

  test(`${questions} queries over ${batchCount} batches of five months, in all kinds of time zones: as if every scan was counted by hand`, async () => {
    const codes: string[] = [];
    for (let index = 0; index < 6; index++)
      codes.push(parseIdentifier('qrc', (await api.createQrCode(account)).qr_id) ?? '');
    const span = { fromMs: Date.parse('2026-02-20T00:00:00Z'), untilMs: Date.parse('2026-07-20T00:00:00Z') };
    for (let ms = span.fromMs; ms <= span.untilMs; ms += 86_400_000)
      await sql`select make_scan_partition(${new Date(ms).toISOString().slice(0, 10)}::date)`.execute(api.db);
    let written = 0;
    for (const batch of ledgerBatches(7, codes, span)) {
      await sql
        .raw(writeBatch.replace(/\$(\d)/g, (_, n) => quote(batchValues(batch)[Number(n) - 1])))
        .execute(api.db);
      // Some stay open: a result combines roll-ups and open batches.
      if (++written === batchCount * 0.9) await rollUpAll();
      if (written >= batchCount) break;
    }
    const { rows } = await sql<{
      open: number;
    }>`select count(*)::int as open from scan_batches where not is_rolled_up`.execute(api.db);
    assert.ok((rows[0]?.open ?? 0) > 0);
    const events = new Map<string, EventRow[]>();
    for (const code of codes) events.set(code, await eventsOf([code]));
    const random = seededRandom(99);
    for (let question = 0; question < questions; question++) {
      const code = codes[question % codes.length] ?? '';
      const timeZone = zones[question % zones.length] ?? 'UTC';
      const quarter = (ms: number) => Math.floor(ms / 900_000) * 900_000;
      const from = quarter(span.fromMs + random() * (span.untilMs - span.fromMs));
      const until = quarter(from + random() * (span.untilMs - from)) + 900_000;
      const answer = await readAnalytics(api.db, noLedgers, {
        subjectId: code,
        fromMs: from,
        untilMs: until,
        timeZone,
        unit: 'day',
      });
      const what = `${new Date(from).toISOString()} to ${new Date(until).toISOString()} in ${timeZone}`;
      assertSame(answer, countByHand(events.get(code) ?? [], from, until, timeZone), what);
    }
  });

  test('roll-ups and open batches together equal the counted scans, for every code', async () => {
    const check = async () => {
      const { rows } = await sql<{ wrong: number }>`
        with known as (
          select subject_id as qr_id, sum(scans)::bigint as scans from scan_months where dimension = 'total' group by 1
          union all select qr_id, count(*) from scan_events join scan_batches using (recorded_on, batch_id) where not is_rolled_up group by 1),
        sums as (select qr_id, sum(scans)::bigint as scans from known group by 1)
        select count(*)::int as wrong from scan_counts join qr_codes using (qr_id) left join sums using (qr_id)
        where analytics_enabled and scan_count <> coalesce(scans, 0)`.execute(api.db);
      assert.equal(rows[0]?.wrong, 0);
    };
    await check();
    await rollUpAll();
    await check();
  });

  test('the widest batches are rolled up, and a page of a code doesn’t depend on the open scans of others', async () => {
    const others = Array.from({ length: 70 }, () => Array.from({ length: 1_000 }, () => randomUUID()));
    const day = new Date().toISOString().slice(0, 10);
    for (const qrIds of others) {
      const events = qrIds.map((_, index) => [
        index + 1,
        1,
        Date.now(),
        'DE',
        'ios',
        null,
        null,
        null,
        'v',
        null,
      ]);
      await sql`insert into scan_batches (recorded_on, batch_id, qr_ids, grants, events)
        values (${day}, gen_random_uuid(), ${qrIds}::uuid[], ${qrIds.map(() => 2)}::int[], ${JSON.stringify(events)})`.execute(
        api.db,
      );
    }
    const qrId = parseIdentifier('qrc', (await api.createQrCode(account)).qr_id) ?? '';
    const ask = () =>
      readAnalytics(api.db, noLedgers, {
        subjectId: qrId,
        fromMs: Date.now() - 86_400_000,
        untilMs: Date.now() + 900_000,
        timeZone: 'UTC',
        unit: 'hour',
      });
    const beganMs = performance.now();
    const before = await ask();
    assert.equal(before.isCurrent, true);
    assert.equal(before.scans, 0);
    assert.ok(performance.now() - beganMs < 2_000, `${performance.now() - beganMs} ms`);
    const wide = others[0] ?? [];
    const claimed = await rollUpBatches(api.db);
    assert.ok(claimed > 0 && claimed < 70, 'bounded by scans, not by batches');
    await rollUpAll();
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from scan_days where dimension = 'total' and subject_id = any(${wide}::uuid[])`.execute(
      api.db,
    );
    assert.equal(rows[0]?.count, wide.length);
  });

  test('values that visitors choose can’t fill the tables: after 200 referrers per day the rest is one', async () => {
    const qrId = parseIdentifier('qrc', (await api.createQrCode(account)).qr_id) ?? '';
    const day = new Date().toISOString().slice(0, 10);
    for (let batch = 0; batch < 3; batch++) {
      const events = Array.from({ length: 150 }, (_, index) => [
        1,
        index + 1,
        Date.now(),
        'DE',
        'ios',
        null,
        null,
        `r${batch}-${index}.example`,
        'v',
        null,
      ]);
      await sql`insert into scan_batches (recorded_on, batch_id, qr_ids, grants, events)
        values (${day}, gen_random_uuid(), ${[qrId]}::uuid[], ${[300]}::int[], ${JSON.stringify(events)})`.execute(
        api.db,
      );
      await rollUpAll();
    }
    const { rows } = await sql<{
      values: number;
      scans: number;
    }>`select count(*)::int as values, sum(scans)::int as scans from scan_days
      where subject_id = ${qrId} and dimension = 'referrer'`.execute(api.db);
    assert.deepEqual(rows[0], { values: 201, scans: 450 });
  });

  test('scans of a batch that are counted after its roll-up are added once', async () => {
    const qrId = parseIdentifier('qrc', (await api.createQrCode(account)).qr_id) ?? '';
    const day = new Date().toISOString().slice(0, 10);
    const id = '00000000-0000-4000-8000-000000000001';
    const events = [
      [1, 1, Date.now(), 'DE', 'ios', null, null, null, 'v', null],
      [1, 2, Date.now(), 'FR', 'ios', null, null, null, 'w', null],
    ];
    await sql`insert into scan_batches (recorded_on, batch_id, qr_ids, grants, events)
      values (${day}, ${id}, ${[qrId]}::uuid[], ${[-1]}::int[], ${JSON.stringify(events)})`.execute(api.db);
    await rollUpAll();
    for (let time = 0; time < 2; time++)
      await sql`select repair_scan_batch(${id}, ${day}, ${[qrId]}::uuid[], ${[2]}::int[])`.execute(api.db);
    await rollUpAll();
    const answer = await readAnalytics(api.db, noLedgers, {
      subjectId: qrId,
      fromMs: Date.now() - 86_400_000,
      untilMs: Date.now() + 900_000,
      timeZone: 'UTC',
      unit: 'hour',
    });
    assert.equal(answer.scans, 2);
    const { rows } = await sql<{
      count: number;
    }>`select scan_count as count from scan_counts where qr_id = ${qrId}`.execute(api.db);
    assert.equal(rows[0]?.count, 2);
  });
});

function quote(value: unknown): string {
  const text = Array.isArray(value) ? `{${value.join(',')}}` : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}

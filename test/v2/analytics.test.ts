import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import { rollUpBatches } from '#features/analytics/roll-up-scans.ts';
import { eventColumns } from '../support/data/event-columns.ts';
import { batchValues, ledgerBatches, writeBatch } from '../support/data/ledger-writer.ts';
import { seededRandom } from '../support/data/seeded-random.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

const batchCount = scaled(4_000, 400);
const questions = scaled(1_000, 40);
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
];
const units = ['hour', 'day', 'week', 'month'] as const;
const breakdowns = {
  countries: 'country',
  devices: 'device',
  referrers: 'referrer',
  browsers: 'browser',
  systems: 'system',
} as const;
const quarterMs = 900_000;
const span = { fromMs: Date.parse('2026-02-20T00:00:00Z'), untilMs: Date.parse('2026-07-20T00:00:00Z') };

let api: TestApi;
let account: TestAccount;
const codes: string[] = [];
let projectId: string;
let events: EventRow[];

interface EventRow {
  qrId: string;
  ms: number;
  visitor: string;
  values: Record<string, string | null>;
}

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
  projectId = account.defaultProjectId;
  for (let index = 0; index < 5; index++) codes.push((await api.createQrCode(account)).qr_id);
  for (let ms = span.fromMs; ms <= span.untilMs; ms += 86_400_000)
    await sql`select make_scan_partition(${new Date(ms).toISOString().slice(0, 10)}::date)`.execute(api.db);
  const uuids = codes.map((id) => parseIdentifier('qrc', id) ?? '');
  let written = 0;
  for (const batch of ledgerBatches(11, uuids, span)) {
    await sql
      .raw(writeBatch.replace(/\$(\d)/g, (_, n) => quote(batchValues(batch)[Number(n) - 1])))
      .execute(api.db);
    // Some stay open: a response combines roll-ups and open batches.
    if (++written === batchCount * 0.9) while ((await rollUpBatches(api.db)) > 0);
    if (written >= batchCount) break;
  }
  const { rows } = await sql<Record<string, string | null> & { ms: number; qr_id: string }>`
    select *, (extract(epoch from scanned_at) * 1000)::float8 as ms from scan_events`.execute(api.db);
  events = rows.map((row) => ({
    qrId: formatIdentifier('qrc', row.qr_id),
    ms: Math.round(row.ms),
    visitor: row['visitor'] ?? '',
    values: Object.fromEntries(
      Object.entries(eventColumns).map(([name, column]) => [
        name,
        row[column.replace(/::text$/, '')]?.toString() ?? null,
      ]),
    ),
  }));
});
after(() => api.close());

function quote(value: unknown): string {
  const text = Array.isArray(value) ? `{${value.join(',')}}` : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}

const get = (path: string, query = '', key = account.key) =>
  api.request('GET', `/v2/analytics/${path}${query}`, { key });
const ofCode = (view: string, query: string) => get(`qr-codes/${codes[0]}/${view}`, query);

function within(id: string, fromMs: number, untilMs: number): EventRow[] {
  return events.filter(
    ({ qrId, ms }) => (id.startsWith('prj') || qrId === id) && ms >= fromMs && ms < untilMs,
  );
}

/** Local wall time by the machine's own calendar, not by our code. */
function wallTime(ms: number, timeZone: string): Record<string, string> {
  // All zones change at whole quarters of an hour.
  const quarter = Math.floor(ms / quarterMs);
  const key = `${timeZone} ${quarter}`;
  const known = wallTimes.get(key) ?? readWallTime(quarter * quarterMs, timeZone);
  wallTimes.set(key, known);
  return known;
}

const wallTimes = new Map<string, Record<string, string>>();
const formats = new Map<string, Intl.DateTimeFormat>();

function readWallTime(ms: number, timeZone: string): Record<string, string> {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      timeZoneName: 'longOffset',
    });
  formats.set(timeZone, format);
  return Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
}

function periodOf(ms: number, timeZone: string, unit: (typeof units)[number]): string {
  const { year, month, day, hour, timeZoneName } = wallTime(ms, timeZone);
  if (unit === 'hour') return `${year}-${month}-${day} ${hour} ${timeZoneName}`;
  if (unit === 'day') return `${year}-${month}-${day}`;
  if (unit === 'month') return `${year}-${month}`;
  const noon = new Date(`${year}-${month}-${day}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() - ((noon.getUTCDay() + 6) % 7));
  return noon.toISOString().slice(0, 10);
}

describe('every view', () => {
  test(`${questions} random ranges, zones and units: each number is that of the raw ledger`, async () => {
    const random = seededRandom(5);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    for (let question = 0; question < questions; question++) {
      const id = random() < 0.3 ? projectId : pick(codes);
      const subject = `${id.startsWith('prj') ? 'projects' : 'qr-codes'}/${id}`;
      const timeZone = pick(zones);
      const unit = pick(units);
      const lengthMax = unit === 'hour' ? 40 * 86_400_000 : span.untilMs - span.fromMs;
      const from = Math.floor((span.fromMs + random() * 140 * 86_400_000) / quarterMs) * quarterMs;
      const until = from + (1 + Math.floor((random() * lengthMax) / quarterMs)) * quarterMs;
      const iso = (ms: number) => new Date(ms).toISOString();
      const query = `?start=${iso(from)}&end=${iso(until)}&timezone=${timeZone}`;
      const what = `${subject}${query} ${unit}`;
      const expected = within(id, from, until);

      const { body: summary } = await get(`${subject}/summary`, query);
      assert.equal(summary.scans, expected.length, what);
      assert.equal(summary.previous_scans, within(id, from - (until - from), from).length, what);
      assert.deepEqual([summary.start, summary.end, summary.timezone], [iso(from), iso(until), timeZone]);

      const { body: trend } = await get(`${subject}/trend`, `${query}&unit=${unit}`);
      const points = new Map<string, number>();
      for (const { ms } of expected) {
        const period = periodOf(ms, timeZone, unit);
        points.set(period, (points.get(period) ?? 0) + 1);
      }
      let end = from;
      for (const point of trend.points) {
        assert.equal(Date.parse(point.start), end, `${what}: no gap before ${point.start}`);
        end = Date.parse(point.end);
        assert.equal(point.scans, points.get(periodOf(Date.parse(point.start), timeZone, unit)) ?? 0, what);
      }
      assert.equal(end, until, what);

      for (const [view, name] of Object.entries(breakdowns)) {
        const limit = 1 + Math.floor(random() * 8);
        const { body } = await get(`${subject}/${view}`, `${query}&limit=${limit}`);
        const counts = new Map<string | null, number>();
        for (const { values } of expected)
          counts.set(values[name] ?? null, (counts.get(values[name] ?? null) ?? 0) + 1);
        for (const { value, scans } of body.items) assert.equal(scans, counts.get(value), `${what} ${value}`);
        assert.equal(body.items.length, Math.min(limit, counts.size), what);
        const shown = body.items.map(({ scans }: { scans: number }) => scans);
        assert.deepEqual(
          shown,
          [...counts.values()].sort((a, b) => b - a).slice(0, limit),
          `${what}: most scans first`,
        );
        const sum = shown.reduce((total: number, scans: number) => total + scans, body.other_scans);
        assert.equal(sum, expected.length, what);
      }

      const { body: hours } = await get(`${subject}/hours`, query);
      assert.equal(hours.items.length, 168);
      const cells = new Map<string, number>();
      for (const { ms } of expected) {
        const { weekday, hour } = wallTime(ms, timeZone);
        const cell = `${weekday?.toLowerCase()} ${Number(hour)}`;
        cells.set(cell, (cells.get(cell) ?? 0) + 1);
      }
      for (const { weekday, hour, scans } of hours.items)
        assert.equal(scans, cells.get(`${weekday} ${hour}`) ?? 0, what);

      if (id.startsWith('prj')) continue;
      const { body: rules } = await get(`${subject}/rules`, query);
      const byRule = new Map<string, number>();
      for (const { values } of expected)
        byRule.set(String(values['rule'] ?? null), (byRule.get(String(values['rule'] ?? null)) ?? 0) + 1);
      assert.deepEqual(
        Object.fromEntries(rules.items.map(({ rule, scans }: any) => [String(rule), scans])),
        Object.fromEntries(byRule),
        what,
      );
    }
  });

  test('visitor days are the unique visitors of every UTC day that the range touches', async () => {
    while ((await rollUpBatches(api.db)) > 0);
    const query = '?start=2026-03-01T10:00:00Z&end=2026-03-03T02:00:00Z';
    const { body } = await get(`qr-codes/${codes[0]}/summary`, query);
    const { rows } = await sql<{ visitors: number }>`
      select coalesce(sum(visitors), 0)::int as visitors from scan_days
      where subject_id = ${parseIdentifier('qrc', codes[0] ?? '')} and dimension = 'total'
        and day between '2026-03-01' and '2026-03-03'`.execute(api.db);
    assert.equal(body.visitor_days, rows[0]?.visitors);
    const whole = await get(
      `qr-codes/${codes[0]}/summary`,
      '?start=2026-03-01T00:00:00Z&end=2026-03-04T00:00:00Z',
    );
    assert.equal(whole.body.visitor_days, body.visitor_days);
  });

  test('first and last scan are those of all time, to the quarter hour', async () => {
    const own = events
      .filter(({ qrId }) => qrId === codes[1])
      .map(({ ms }) => Math.floor(ms / quarterMs) * quarterMs);
    const { body } = await get(`qr-codes/${codes[1]}/summary`, '?interval=24h');
    assert.equal(body.first_scan_at, new Date(Math.min(...own)).toISOString());
    assert.equal(body.last_scan_at, new Date(Math.max(...own)).toISOString());
    const fresh = await api.createQrCode(account);
    const never = await get(`qr-codes/${fresh.qr_id}/summary`);
    assert.deepEqual([never.body.scans, never.body.first_scan_at, never.body.last_scan_at], [0, null, null]);
  });
});

describe('the range', () => {
  test('is the last 30 days by default, and an interval ends now and starts at a quarter hour', async () => {
    for (const [interval, days] of [
      ['', 30],
      ['?interval=24h', 1],
      ['?interval=7d', 7],
      ['?interval=90d', 90],
    ] as const) {
      const { body } = await ofCode('summary', interval);
      assert.equal(Date.parse(body.start) % quarterMs, 0);
      assert.ok(Math.abs(Date.parse(body.end) - Date.now()) < 5_000);
      const length = Date.parse(body.end) - Date.parse(body.start) - days * 86_400_000;
      assert.ok(length >= 0 && length < quarterMs, `${interval}: ${length}`);
      assert.ok(Math.abs(Date.parse(body.data_through) - Date.now()) < 5_000);
    }
    const { body } = await ofCode('trend', '?interval=12m&timezone=UTC');
    assert.equal(body.unit, 'month');
    assert.ok(body.points.length === 13 || body.points.length === 12);
  });

  test('can lie before everything', async () => {
    const { status, body } = await ofCode('summary', '?start=0001-01-01T00:00:00Z&end=0001-02-01T00:00:00Z');
    assert.deepEqual([status, body.scans, body.previous_scans], [200, 0, 0]);
  });

  test('the default time zone is that of the account', async () => {
    const owner = await api.createAccount({ timeZone: 'Asia/Tokyo' });
    const code = await api.createQrCode(owner);
    const { body } = await get(`qr-codes/${code.qr_id}/trend`, '?interval=7d', owner.key);
    assert.equal(body.timezone, 'Asia/Tokyo');
    assert.match(body.points[1].start, /T00:00:00\.000\+09:00$/);
  });

  const refused: [query: string, param: string][] = [
    ['?end=2026-03-01T00:00:00Z', 'end'],
    ['?start=2026-03-01T00:01:00Z', 'start'],
    ['?start=2026-03-01', 'start'],
    ['?start=2026-03-01T00:00:00Z&end=2026-03-01T00:00:00Z', 'start'],
    ['?start=2026-03-01T00:00:00Z&interval=7d', 'interval'],
    ['?start=2022-01-01T00:00:00Z&end=2026-01-01T00:00:00Z', 'start'],
    ['?start=2999-01-01T00:00:00Z', 'start'],
    ['?interval=8d', 'interval'],
    ['?timezone=Mars', 'timezone'],
    ['?timezone=%2B02:00', 'timezone'],
    ['?country=DE', 'country'],
    ['?interval=7d&interval=30d', 'interval'],
    ['?unit=day', 'unit'],
    ['?limit=5', 'limit'],
  ];
  for (const [query, param] of refused)
    test(`summary${query} is refused because of ${param}`, async () => {
      const { status, body } = await ofCode('summary', query);
      assert.deepEqual([status, body.code, body.param], [400, 'invalid_request', param]);
    });

  test('more than 1,000 points, unknown units and limits beyond 250 are refused', async () => {
    const year = 'start=2025-01-01T00:00:00Z&end=2026-01-01T00:00:00Z';
    for (const [view, query, param] of [
      ['trend', `?${year}&unit=hour`, 'unit'],
      ['trend', '?unit=year', 'unit'],
      ['countries', '?limit=0', 'limit'],
      ['countries', '?limit=251', 'limit'],
      ['countries', '?limit=ten', 'limit'],
    ] as const) {
      const { status, body } = await ofCode(view, query);
      assert.deepEqual([status, body.param], [400, param], view + query);
    }
    const { body } = await ofCode('trend', `?start=2026-01-01T00:00:00Z&end=2026-02-11T16:00:00Z&unit=hour`);
    assert.equal(body.points.length, 1_000);
  });
});

describe('what has analytics', () => {
  test('an archived code has analytics; unknown and foreign codes and projects don’t, and projects have no rules', async () => {
    const code = await api.createQrCode(account);
    await api.request('PATCH', `/v1/qr-codes/${code.qr_id}`, {
      key: account.key,
      body: { status: 'archived' },
    });
    assert.equal((await get(`qr-codes/${code.qr_id}/summary`)).status, 200);
    const other = await api.createAccount();
    for (const [path, code404] of [
      [`qr-codes/${codes[0]}/summary`, 'qr_not_found'],
      ['qr-codes/nonsense/trend', 'qr_not_found'],
      [`projects/${projectId}/hours`, 'project_not_found'],
      [`projects/${codes[0]}/hours`, 'project_not_found'],
    ] as const) {
      const { status, body } = await get(path, '', other.key);
      assert.deepEqual([status, body.code], [404, code404], path);
    }
    const swapped = (id: string) => (id.startsWith('prj') ? 'qrc' : 'prj') + id.slice(3);
    assert.equal((await get(`projects/${swapped(codes[0] ?? '')}/summary`)).status, 404);
    assert.equal((await get(`qr-codes/${swapped(projectId)}/summary`)).status, 404);
    assert.equal((await get(`projects/${projectId}/rules`)).status, 404);
    assert.equal((await get(`qr-codes/${codes[0]}/clicks`)).body.code, 'not_found');
  });

  test('a project has the scans of a code from while it was in it, also if they are rolled up after a move', async () => {
    const project = async (name: string) =>
      (await api.request('POST', '/v1/projects', { key: account.key, body: { name } })).body.project_id;
    const [first, second] = [await project('First'), await project('Second')];
    const code = await api.createQrCode(account, { project_id: first });
    const uuid = parseIdentifier('qrc', code.qr_id) ?? '';
    const scan = async () => {
      const event = [1, 1, Date.now(), 'DE', 'ios', null, null, null, 'v', null];
      await sql`insert into scan_batches (recorded_on, batch_id, qr_ids, grants, events)
        values (${new Date().toISOString().slice(0, 10)}, gen_random_uuid(), ${[uuid]}::uuid[], ${[2]}::int[], ${JSON.stringify([event])})`.execute(
        api.db,
      );
    };
    const scansOf = async (id: string) => {
      const { body } = await get(`projects/${id}/countries`, '?interval=24h');
      return body.items[0]?.scans ?? 0;
    };
    await scan();
    await scan();
    await sql`update qr_codes set project_id = ${parseIdentifier('prj', second)} where qr_id = ${uuid}`.execute(
      api.db,
    );
    await scan();
    assert.deepEqual([await scansOf(first), await scansOf(second)], [2, 1]);
    while ((await rollUpBatches(api.db)) > 0);
    assert.deepEqual([await scansOf(first), await scansOf(second)], [2, 1]);
  });
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { proofScale, scaled } from '../test/support/measure/proof-scale.ts';
import { createLoadClient, inParallel } from '../test/support/measure/scan-load.ts';
import { makeTally, noteAnswer, type Tally } from '../test/support/measure/scan-tally.ts';
import { settleJournals } from '../test/support/measure/settle-journals.ts';
import { until } from '../test/support/measure/until.ts';
import { type ScratchService, startScratchService } from '../test/support/scratch/scratch-service.ts';
import { type RunningWaypost, startWaypost } from '../test/support/scratch/spawn-waypost.ts';
import type { TestAccount } from '../test/support/scratch/test-api.ts';
import { startTestScan, type TestScan } from '../test/support/scratch/test-scan.ts';
import { type Misbehaviour, misbehaviours, startBadReceiver } from '../test/webhooks/bad-receiver.ts';
import { type Received, Receiver } from '../test/webhooks/receiver.ts';

const changes = proofScale >= 1 ? 200_000 : 1_500;
const scanCount = proofScale >= 1 ? 2_000_000 : 12_000;
const kills = scaled(100, 4);
const stops = scaled(5, 1);
const codeCount = 40;
const itemsPerBulk = 40;
const scanConnections = 16;
const settleMs = proofScale >= 1 ? 3_600_000 : 240_000;

let service: ScratchService;
let account: TestAccount;
let scan: TestScan;
let apiProcess: RunningWaypost;
let workers: RunningWaypost[];
let tallies: Tally[];
const opened: { close(): Promise<void> }[] = [];

const startWorkerProcess = () => startWaypost(['--only', 'worker'], { DATABASE_URL: service.databaseUrl });

before(async () => {
  service = await startScratchService();
  account = await service.api.createAccount();
  scan = await startTestScan(service.api);
  apiProcess = await startWaypost(['--only', 'api'], {
    DATABASE_URL: service.databaseUrl,
    REDIS_KEY_PREFIX: service.api.config.redisKeyPrefix,
  });
  workers = await Promise.all([startWorkerProcess(), startWorkerProcess()]);
  tallies = await Promise.all(Array.from({ length: codeCount }, () => makeTally(service.api, account, null)));
});
after(async () => {
  for (const { child } of [...workers, apiProcess]) child.kill('SIGKILL');
  scan.stop();
  for (const one of opened) await one.close();
  await service.close();
});

/** What a receiver got. Bodies are kept as hashes: there are many. */
class Inbox {
  readonly receiver: Receiver;
  readonly hashes = new Map<string, string>();
  readonly numbers = new Map<string, Set<number>>();
  deliveries = 0;
  #changed: string[] = [];

  private constructor(receiver: Receiver) {
    this.receiver = receiver;
  }

  static async open(): Promise<Inbox> {
    const receiver = await Receiver.start();
    opened.push(receiver);
    const inbox = new Inbox(receiver);
    receiver.behaviour = (received) => {
      inbox.#note(received);
      return { status: 200 };
    };
    return inbox;
  }

  /** Some messages fail at first. */
  failSome(share: number): void {
    const failed = new Set<string>();
    const { behaviour } = this.receiver;
    this.receiver.behaviour = (received) => {
      if (failed.has(received.id) || Math.random() >= share) return behaviour(received);
      failed.add(received.id);
      this.receiver.received.length = 0;
      return { status: 503 };
    };
  }

  #note({ id, raw, body }: Received): void {
    this.receiver.received.length = 0;
    this.deliveries += 1;
    const hash = createHash('sha256').update(raw).digest('base64url');
    const before = this.hashes.get(id);
    if (before !== undefined && before !== hash) this.#changed.push(id);
    this.hashes.set(id, hash);
    for (const { scan_number: number } of body.data['scans'] ?? []) {
      const { qr_id: qrId } = body.data['qr_code'];
      const numbers = this.numbers.get(qrId) ?? new Set<number>();
      this.numbers.set(qrId, numbers.add(number));
    }
  }

  /** A message has one ID and one content, however often it comes. */
  assertSame(): void {
    assert.deepEqual(this.#changed, []);
  }
}

async function createEndpoint(url: string, body: Record<string, unknown> = {}): Promise<string> {
  const made = await service.api.request('POST', '/v2/webhook-endpoints', {
    key: account.key,
    body: { url, ...body },
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return parseIdentifier('whe', made.body.endpoint_id) ?? '';
}

/** One way to change codes. Returns how many were changed; 0 if the service is away. */
async function changeSome(turn: number): Promise<number> {
  const label = `Name ${turn} ${Math.random()}`;
  const ids = tallies.map(({ id }) => id);
  if (turn % 20 === 0) {
    // As an operator could, by hand.
    const uuid = parseIdentifier('qrc', ids[turn % ids.length] ?? '');
    const { numAffectedRows } = await sql`update qr_codes set label = ${label} where qr_id = ${uuid}`.execute(
      service.api.db,
    );
    return Number(numAffectedRows ?? 0);
  }
  const isBulk = turn % 20 < 15;
  const url = `${apiProcess.addresses['api']}${isBulk ? '/v2/qr-codes/bulk' : `/v1/qr-codes/${ids[turn % ids.length]}`}`;
  const response = await fetch(url, {
    method: 'PATCH',
    headers: { 'x-api-key': account.key, 'content-type': 'application/json' },
    body: JSON.stringify(isBulk ? { qr_ids: ids.slice(0, itemsPerBulk), change: { label } } : { label }),
    signal: AbortSignal.timeout(30_000),
  });
  const answer = (await response.json()) as { succeeded?: number };
  return isBulk ? (answer.succeeded ?? 0) : Number(response.status === 200);
}

async function makeChanges(): Promise<number> {
  let made = 0;
  let turns = 0;
  await inParallel(4, async () => {
    while (made < changes) {
      const count = await changeSome(turns++).catch(() => 0);
      made += count;
      if (count === 0) await sleep(100);
    }
  });
  return made;
}

async function makeScans(): Promise<void> {
  const client = createLoadClient(scanConnections);
  let acknowledged = 0;
  await inParallel(scanConnections, async (worker) => {
    for (let turn = worker; acknowledged < scanCount; turn++) {
      const tally = tallies[turn % tallies.length];
      if (tally === undefined) continue;
      const answer = await client.scan(scan.url, tally.slug);
      noteAnswer(tally, answer?.status);
      if (answer?.status === 302) acknowledged += 1;
      else await sleep(20);
    }
  });
  client.close();
}

async function killWorkers(isOver: () => boolean): Promise<number> {
  let killed = 0;
  for (; killed < kills || !isOver(); killed++) {
    await sleep(2_000 + Math.random() * 3_000);
    if (killed >= kills) break;
    const at = killed % workers.length;
    workers[at]?.child.kill('SIGKILL');
    // While PostgreSQL is away, a worker starts and waits.
    workers[at] = await startWorkerProcess();
  }
  return killed;
}

async function stopPostgres(): Promise<void> {
  for (let stop = 0; stop < stops; stop++) {
    await sleep(proofScale >= 1 ? 60_000 : 4_000);
    service.postgres.server.stop('immediate');
    await sleep(1_500);
    service.postgres.server.start();
  }
}

/** Reads the log as programs do, while it grows. */
async function followLog(isOver: () => boolean): Promise<string[]> {
  const seen: string[] = [];
  for (let after: string | null = null; ; ) {
    const ended = isOver();
    const page: LogPage | null = await readPage(after).catch(() => null);
    if (page === null) {
      await sleep(100);
      continue;
    }
    seen.push(...page.ids);
    if (page.next === after || !page.hasMore) {
      if (ended && !page.hasMore) return seen;
      await sleep(200);
    }
    after = page.next;
  }
}

interface LogPage {
  ids: string[];
  next: string | null;
  hasMore: boolean;
}

async function readPage(after: string | null): Promise<LogPage> {
  const query = new URLSearchParams({ page_size: '100', ...(after !== null && { after }) });
  const response = await fetch(`${apiProcess.addresses['api']}/v2/events?${query}`, {
    headers: { 'x-api-key': account.key },
    signal: AbortSignal.timeout(30_000),
  });
  assert.equal(response.status, 200);
  const body = (await response.json()) as {
    items: { event_id: string }[];
    next_after: string | null;
    has_more: boolean;
  };
  return { ids: body.items.map(({ event_id: id }) => id), next: body.next_after, hasMore: body.has_more };
}

test(`${changes} changes and ${scanCount} scans, ${kills} worker kills, ${stops} stops of PostgreSQL: every event and every scan reaches every healthy endpoint`, async (t) => {
  const everything = await Inbox.open();
  const flaky = await Inbox.open();
  flaky.failSome(0.02);
  const healthy = [
    await createEndpoint(everything.receiver.url),
    await createEndpoint(flaky.receiver.url, { types: ['qr.updated', 'qr.scan'] }),
  ];
  const bad = new Map<string, Misbehaviour>();
  for (const kind of misbehaviours) {
    const receiver = await startBadReceiver(kind);
    opened.push(receiver);
    bad.set(await createEndpoint(receiver.url), kind);
  }

  // From before the endpoints, so not for them.
  const old = new Set(await followLog(() => true));
  const beganMs = performance.now();
  const seconds = () => Math.round((performance.now() - beganMs) / 1_000);
  let isOver = false;
  const readers = [followLog(() => isOver), followLog(() => isOver)];
  let isLoaded = false;
  const trouble = Promise.all([killWorkers(() => isLoaded), stopPostgres()]);
  const [made] = await Promise.all([makeChanges(), makeScans()]);
  isLoaded = true;
  t.diagnostic(`${made} changes were confirmed, and all scans, after ${seconds()} s`);
  await trouble;
  await settleJournals([scan.journalDir], 1);
  t.diagnostic(`trouble was over after ${seconds()} s`);

  const { db } = service.api;
  const countLeft = async () => {
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from new_events) + (select count(*) from scan_numbers) + (select count(*) from open_counts where scans > 0)
        + (select count(*) from scan_group_heads where announced_through < placed_through)
        + (select count(*) from webhook_deliveries where status = 'pending' and endpoint_id = any(${healthy}::uuid[]))
        + (select count(*) from events where event_id > (select delivered_through from event_cursor)) as left`.execute(
      db,
    );
    return Number(rows[0]?.left ?? -1);
  };
  await until('all is delivered', async () => (await countLeft().catch(() => -1)) === 0, settleMs);
  t.diagnostic(`all was delivered after ${seconds()} s`);
  isOver = true;
  const [first = [], second = []] = await Promise.all(readers);
  const last = await followLog(() => true);
  assert.deepEqual(first, last, 'a reader saw another order');
  assert.deepEqual(second, last, 'a reader saw another order');

  // Each event of the log.
  const { rows: kept } = await sql<{ type: string }>`select type from events order by event_id`.execute(db);
  assert.equal(kept.length, last.length);
  for (const [at, id] of last.entries()) {
    if (old.has(id)) continue;
    assert.ok(everything.hashes.has(id), `${id} (${kept[at]?.type}) was not delivered`);
    if (kept[at]?.type === 'qr.updated') assert.ok(flaky.hashes.has(id), `${id} was not delivered`);
  }
  everything.assertSame();
  flaky.assertSame();

  // Each scan of each code.
  const { rows: counts } = await sql<{ qr_id: string; scans: number }>`
    select qr_id, scan_count::int as scans from scan_state`.execute(db);
  const countOf = new Map(counts.map(({ qr_id: qrId, scans }) => [qrId, scans]));
  let scans = 0;
  for (const { id, acknowledged } of tallies) {
    const counted = countOf.get(parseIdentifier('qrc', id) ?? '') ?? 0;
    assert.ok(counted >= acknowledged);
    scans += counted;
    for (const inbox of [everything, flaky]) {
      const numbers = inbox.numbers.get(id) ?? new Set();
      assert.equal(numbers.size, counted, `scans of ${id}`);
      for (let number = 1; number <= counted; number++)
        assert.ok(numbers.has(number), `${id}: scan ${number}`);
    }
  }

  await compareWithHistory();
  const { rows: endpoints } = await sql<{ endpoint_id: string; is_enabled: boolean; failures: number }>`
    select endpoint_id, is_enabled, failures from webhook_endpoints`.execute(db);
  for (const { endpoint_id: id, is_enabled: isEnabled, failures } of endpoints) {
    const kind = bad.get(id);
    if (kind !== undefined)
      t.diagnostic(`${kind}: ${isEnabled ? `${failures} failures in a row` : 'disabled'}`);
    if (kind === 'gone') assert.equal(isEnabled, false);
    if (kind === undefined) assert.equal(isEnabled, true);
  }
  t.diagnostic(
    `${last.length} events and ${scans} scans; deliveries: ${everything.deliveries} and ${flaky.deliveries}`,
  );
});

/** No event without its change, and no change without its event, in the same order. */
async function compareWithHistory(): Promise<void> {
  const { rows } = await sql<{ qr_id: string; changes: string[] | null; events: string[] | null }>`
    select qr_id,
      (select array_agg(after->>'label' order by change_id) from code_history history
        where history.qr_id = code.qr_id and operation = 'changed' and after ? 'label') as changes,
      (select array_agg(subject->>'label' order by event_id) from events
        where events.qr_id = code.qr_id and type = 'qr.updated') as events
    from qr_codes code`.execute(service.api.db);
  for (const { qr_id: qrId, changes: made, events } of rows) {
    assert.ok(made !== null && made.length > 0, qrId);
    assert.deepEqual(events, made, qrId);
  }
}

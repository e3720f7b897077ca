import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import type { Database } from '#features/database.ts';
import { announceExpired } from '#features/events/event-queries.ts';
import { keepEventPartitions } from '#features/events/keep-event-partitions.ts';
import { foldOpenRows } from '#features/scan-upkeep/fold-scans.ts';
import { startWorker } from '#main/worker.ts';
import { silentLog } from '#platform/log.ts';
import { createDatabase, createPostgresPool } from '#platform/postgres.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { scanLink, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

let api: TestApi;
let scan: TestScan;
let account: TestAccount;
before(async () => {
  api = await startTestApi();
  scan = await startTestScan(api);
});
after(async () => {
  scan.stop();
  await api.close();
});
beforeEach(async () => {
  account = await api.createAccount({ plan: 'enterprise' });
  await takeEvents();
});

interface EventRow {
  type: string;
  qr_id: string | null;
  subject: Record<string, unknown>;
  previous: Record<string, unknown> | null;
  actor_kind: string;
  change_id: string | null;
}

/** New events, in the order of the log. */
async function takeEvents(): Promise<EventRow[]> {
  await sql`select order_events(1000)`.execute(api.db);
  const { rows } = await sql<EventRow>`
    with taken as (delete from events where account_id = ${account.uuid} returning *)
    select * from taken order by event_id`.execute(api.db);
  return rows;
}

const types = (events: EventRow[]) => events.map(({ type }) => type);

const patch = (id: string, body: Record<string, unknown>) =>
  api.request('PATCH', `/v1/qr-codes/${id}`, { key: account.key, body });

async function createCode(
  body: Record<string, unknown> = {},
): Promise<{ id: string; uuid: string; slug: string }> {
  const { qr_id: id } = await api.createQrCode(account, body);
  return { id, uuid: parseIdentifier('qrc', id) ?? '', slug: await api.publishQrCode(id) };
}

describe('a change writes its events in its transaction', () => {
  test('creating, rendering, changing', async () => {
    const code = await createCode({ label: 'first' });
    const [created, rendered, ...others] = await takeEvents();
    assert.equal(created?.type, 'qr.created');
    assert.equal(created?.subject['label'], 'first');
    assert.equal(created?.previous, null);
    assert.equal(created?.actor_kind, 'api_key');
    assert.equal(rendered?.type, 'qr.rendered');
    assert.equal(rendered?.actor_kind, 'system');
    assert.deepEqual(others, []);
    assert.equal((await patch(code.id, { label: 'second', scan_limit: 7 })).status, 200);
    const [changed, ...more] = await takeEvents();
    assert.equal(changed?.type, 'qr.updated');
    assert.deepEqual(changed?.previous, { label: 'first', scan_limit: null });
    assert.equal(changed?.subject['scan_limit'], 7);
    assert.deepEqual(more, []);
  });

  test('nothing, if nothing changed', async () => {
    const code = await createCode({ label: 'same' });
    await takeEvents();
    assert.equal((await patch(code.id, { label: 'same' })).status, 200);
    assert.deepEqual(await takeEvents(), []);
  });

  test('a change of the status has its own type, and others follow only for other fields', async () => {
    const code = await createCode({ label: 'first' });
    await takeEvents();
    await patch(code.id, { status: 'archived', label: 'second' });
    const both = await takeEvents();
    assert.deepEqual(types(both), ['qr.archived', 'qr.updated']);
    assert.deepEqual(both[0]?.previous, { status: 'active' });
    assert.deepEqual(both[1]?.previous, { label: 'first' });
    assert.equal(both[0]?.change_id, both[1]?.change_id);
    await patch(code.id, { status: 'active' });
    assert.deepEqual(types(await takeEvents()), ['qr.reactivated']);
    const setStatus = (status: string, by: string | null) =>
      sql`update qr_codes set status = ${status}, blocked_by = ${by} where qr_id = ${code.uuid}`.execute(
        api.db,
      );
    await setStatus('blocked', 'operator');
    assert.deepEqual(types(await takeEvents()), ['qr.blocked']);
    await setStatus('active', null);
    assert.deepEqual(types(await takeEvents()), ['qr.unblocked']);
  });

  test('several statements of a transaction are one event', async () => {
    const code = await createCode();
    await takeEvents();
    await api.db.transaction().execute(async (tx) => {
      await sql`update qr_codes set label = 'a' where qr_id = ${code.uuid}`.execute(tx);
      await sql`update qr_codes set label = 'b' where qr_id = ${code.uuid}`.execute(tx);
      await sql`update scan_state set scan_limit = 9 where qr_id = ${code.uuid}`.execute(tx);
    });
    const [changed, ...more] = await takeEvents();
    assert.equal(changed?.subject['label'], 'b');
    assert.equal(changed?.subject['scan_limit'], 9);
    assert.deepEqual(more, []);
  });

  test('nothing of a transaction that is rolled back', async () => {
    const code = await createCode();
    await takeEvents();
    const failing = api.db.transaction().execute(async (tx) => {
      await sql`update qr_codes set label = 'a' where qr_id = ${code.uuid}`.execute(tx);
      throw new Error('no');
    });
    await assert.rejects(failing, /no/);
    assert.deepEqual(await takeEvents(), []);
  });

  test('the content of a code is never in its events', async () => {
    const { qr_id: id } = await api.createQrCode(account, {
      type: 'text',
      redirect_url: undefined,
      qr_data: { text: 'correct horse' },
    });
    const uuid = parseIdentifier('qrc', id) ?? '';
    await sql`update qr_codes set qr_data = '{"text": "battery staple"}' where qr_id = ${uuid}`.execute(
      api.db,
    );
    const events = await takeEvents();
    assert.deepEqual(types(events), ['qr.created', 'qr.updated']);
    assert.deepEqual(events[1]?.previous, {});
    assert.doesNotMatch(JSON.stringify(events), /horse|staple/);
  });

  test('projects', async () => {
    const created = await api.request('POST', '/v1/projects', {
      key: account.key,
      body: { name: 'Posters' },
    });
    const uuid = parseIdentifier('prj', created.body['project_id']) ?? '';
    await sql`update projects set name = 'Flyers' where project_id = ${uuid}`.execute(api.db);
    await sql`update projects set is_archived = true where project_id = ${uuid}`.execute(api.db);
    await sql`update projects set is_archived = false where project_id = ${uuid}`.execute(api.db);
    const events = await takeEvents();
    assert.deepEqual(types(events), [
      'project.created',
      'project.updated',
      'project.archived',
      'project.unarchived',
    ]);
    assert.deepEqual(events[1]?.previous, { name: 'Posters' });
    assert.deepEqual(events[2]?.previous, null);
  });

  test('a project that is changed twice in one transaction has one event, or none', async () => {
    const { body: project } = await api.request('POST', '/v1/projects', {
      key: account.key,
      body: { name: 'A' },
    });
    const uuid = parseIdentifier('prj', project.project_id) ?? '';
    await takeEvents();
    const rename = (names: string[]) =>
      api.db.transaction().execute(async (tx) => {
        for (const name of names)
          await sql`update projects set name = ${name} where project_id = ${uuid}`.execute(tx);
      });
    await rename(['B', 'A']);
    assert.deepEqual(await takeEvents(), []);
    await rename(['B', 'C']);
    const [changed, ...others] = await takeEvents();
    assert.deepEqual([changed?.previous, changed?.subject['name'], others], [{ name: 'A' }, 'C', []]);
  });

  test('many codes in one statement have an event each', async () => {
    const items = Array.from({ length: 40 }, (_, nth) => ({
      type: 'url',
      label: `code ${nth}`,
      redirect_url: 'https://example.com/',
    }));
    const answer = await api.request('POST', '/v2/qr-codes/bulk', {
      key: account.key,
      body: { items, atomic: true },
    });
    assert.equal(answer.body['succeeded'], 40, JSON.stringify(answer.body));
    const events = await takeEvents();
    assert.deepEqual(
      events.map(({ type, subject }) => [type, subject['label']]),
      items.map(({ label }) => ['qr.created', label]),
    );
  });

  test('every row of the history has its event, and no event has no row', async () => {
    const code = await createCode();
    await patch(code.id, { label: 'x', redirect_url: 'https://example.org/' });
    await patch(code.id, { status: 'archived' });
    const events = await takeEvents();
    const { rows } = await sql<{ change_id: string }>`
      select change_id from code_history where qr_id = ${code.uuid} order by change_id`.execute(api.db);
    assert.deepEqual(
      events.filter(({ change_id }) => change_id !== null).map(({ change_id }) => change_id),
      rows.map(({ change_id }) => change_id),
    );
  });
});

describe('the limit', () => {
  test('is announced by the scan that reaches it, and once', async () => {
    const code = await createCode({ scan_limit: 2 });
    await takeEvents();
    assert.equal((await scanLink(scan.url, code.slug)).status, 302);
    assert.deepEqual(await takeEvents(), []);
    assert.equal((await scanLink(scan.url, code.slug)).status, 302);
    const [reached, ...more] = await takeEvents();
    assert.equal(reached?.type, 'qr.limit_reached');
    assert.equal(reached?.subject['scan_count'], 2);
    assert.deepEqual(more, []);
    assert.equal((await scanLink(scan.url, code.slug)).status, 410);
    assert.deepEqual(await takeEvents(), []);
  });

  test('is announced when a change makes it reached, also by scans that are not folded yet', async () => {
    const code = await createCode();
    for (let nth = 0; nth < 3; nth++) assert.equal((await scanLink(scan.url, code.slug)).status, 302);
    await takeEvents();
    await patch(code.id, { scan_limit: 3 });
    await scanLink(scan.url, code.slug);
    await foldOpenRows(api.db);
    assert.deepEqual(types(await takeEvents()), ['qr.updated', 'qr.limit_reached']);
    await patch(code.id, { scan_limit: 10 });
    assert.deepEqual(types(await takeEvents()), ['qr.updated']);
    await patch(code.id, { scan_limit: 2 });
    assert.deepEqual(types(await takeEvents()), ['qr.updated', 'qr.limit_reached']);
    // It stays reached.
    await patch(code.id, { scan_limit: 1 });
    assert.deepEqual(types(await takeEvents()), ['qr.updated']);
  });
});

describe('the expiry', () => {
  const announce = () => sql`select announce_expired(1000)`.execute(api.db);

  test('is announced once, when it has come', async () => {
    const code = await createCode({ expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    await announce();
    assert.deepEqual(types(await takeEvents()), ['qr.created', 'qr.rendered']);
    await sql`update scan_state set expires_at = now() + interval '200 milliseconds' where qr_id = ${code.uuid}`.execute(
      api.db,
    );
    await announce();
    assert.deepEqual(types(await takeEvents()), ['qr.updated']);
    await sql`select pg_sleep(.25)`.execute(api.db);
    await announce();
    await announce();
    assert.deepEqual(types(await takeEvents()), ['qr.expired']);
  });

  test('of many codes is announced in one go, and returns how many', async () => {
    await Promise.all(
      Array.from({ length: 6 }, () =>
        createCode({ expires_at: new Date(Date.now() + 3_600_000).toISOString() }),
      ),
    );
    await takeEvents();
    await sql`update scan_state set expires_at = now() where expires_at is not null
      and qr_id in (select qr_id from qr_codes where account_id = ${account.uuid})`.execute(api.db);
    assert.equal(await announceExpired(api.db, 4), 4);
    assert.equal(await announceExpired(api.db, 4), 2);
    assert.equal(types(await takeEvents()).filter((type) => type === 'qr.expired').length, 6);
  });

  test('that is removed in time is not announced', async () => {
    const code = await createCode({ expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    await patch(code.id, { expires_at: null });
    const { rows } = await sql`select from waiting_expiries where qr_id = ${code.uuid}`.execute(api.db);
    assert.equal(rows.length, 0);
  });

  test('from before this was noted is found', async () => {
    const code = await createCode({ expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    await sql`delete from waiting_expiries`.execute(api.db);
    for (let rounds = 0; rounds < 100; rounds++) {
      const { rows } = await sql<{ has_more: boolean }>`select note_old_expiries(10) as has_more`.execute(
        api.db,
      );
      if (!rows[0]?.has_more) break;
    }
    const { rows } = await sql`select from waiting_expiries where qr_id = ${code.uuid}`.execute(api.db);
    assert.equal(rows.length, 1);
  });
});

test('a reader never sees an event appear before one that it has read, and each code’s events are in order', async () => {
  const codes = await Promise.all(Array.from({ length: 6 }, () => createCode()));
  await takeEvents();
  const pool = createPostgresPool({
    url: api.config.databaseDirectUrl,
    poolMax: 9,
    applicationName: 'test',
    log: silentLog,
  });
  const db = createDatabase<Database>(pool);
  let isOver = false;
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (let round = 0; round < 12; round++)
      await db.transaction().execute(async (tx) => {
        // It holds its first code while it waits for another one.
        const two = [writer, writer + 1 + (round % 4)]
          .map((place) => place % codes.length)
          .toSorted((a, b) => a - b);
        for (const { uuid } of two.flatMap((place) => codes[place] ?? [])) {
          await sql`update qr_codes set label = label || '.' where qr_id = ${uuid}`.execute(tx);
          await sql`select pg_sleep(random() * .01)`.execute(tx);
        }
        // Its events are written, but not committed.
        await sql`set constraints all immediate`.execute(tx);
        await sql`select pg_sleep(random() * .03)`.execute(tx);
      });
  });
  const read = async () => {
    const seen: string[] = [];
    for (let isLast = false; !isLast; ) {
      const wasOver = isOver;
      const ordered = await db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ moved: number | null }>`select order_events(5) as moved`.execute(tx);
        await sql`select pg_sleep(random() * .02)`.execute(tx);
        return rows[0]?.moved;
      });
      const { rows } = await sql<{ event_id: string }>`
        select event_id from events where account_id = ${account.uuid} and event_id > ${seen.at(-1) ?? '00000000-0000-0000-0000-000000000000'}
        order by event_id limit 7`.execute(db);
      seen.push(...rows.map(({ event_id }) => event_id));
      isLast = wasOver && ordered === 0 && rows.length === 0;
    }
    return seen;
  };
  const reading = Promise.all([read(), read(), read()]);
  await Promise.all(writers);
  isOver = true;
  const seen = await reading;
  await db.destroy();
  const { rows } = await sql<{ event_id: string; qr_id: string; subject: { label: string } }>`
    select event_id, qr_id, subject from events where account_id = ${account.uuid} order by event_id`.execute(
    api.db,
  );
  const all = rows.map(({ event_id }) => event_id);
  assert.deepEqual(seen, [all, all, all]);
  assert.ok(rows.length > 50, `${rows.length} events`);
  for (const { uuid } of codes) {
    const lengths = rows.filter(({ qr_id }) => qr_id === uuid).map(({ subject }) => subject.label.length);
    assert.deepEqual(
      lengths,
      lengths.map((_, nth) => (lengths[0] ?? 0) + nth),
    );
  }
});

test('a limit reached by a scan never shows an older code than the event before', async () => {
  const code = await createCode({ scan_limit: 1, label: 'old' });
  await takeEvents();
  await api.db.transaction().execute(async (tx) => {
    await sql`update qr_codes set label = 'new' where qr_id = ${code.uuid}`.execute(tx);
    await sql`set constraints all immediate`.execute(tx);
    // In another transaction, which commits first.
    await sql`update scan_state set scan_count = 1 where qr_id = ${code.uuid}`.execute(api.db);
  });
  const events = await takeEvents();
  assert.deepEqual(
    events.map(({ type, subject }) => [type, subject['label']]),
    [
      ['qr.updated', 'new'],
      ['qr.limit_reached', 'new'],
    ],
  );
});

test('waiting events are found although a long transaction keeps deleted ones', async () => {
  const code = await createCode();
  await takeEvents();
  await sql`update event_switch set event_floor = 0, next_floor = null, next_floor_xmax = null`.execute(
    api.db,
  );
  await sql`select setval('new_events_event_number_seq', nextval('new_events_event_number_seq') + 20000)`.execute(
    api.db,
  );
  const rename = async (label: string) => {
    await sql`update qr_codes set label = ${label} where qr_id = ${code.uuid}`.execute(api.db);
    return types(await takeEvents());
  };
  const floor = async () => {
    const { rows } = await sql<{ event_floor: number }>`select event_floor::int from event_switch`.execute(
      api.db,
    );
    return rows[0]?.event_floor ?? 0;
  };
  await api.db.transaction().execute(async (open) => {
    // It has drawn a number, and could still commit it.
    await sql`update qr_codes set label = 'open' where qr_id = ${(await createCode()).uuid}`.execute(open);
    await sql`set constraints all immediate`.execute(open);
    for (const label of ['a', 'b', 'c']) assert.ok((await rename(label)).includes('qr.updated'));
    assert.equal(await floor(), 0);
  });
  assert.ok((await rename('d')).filter((type) => type === 'qr.updated').length === 2);
  await rename('e');
  assert.ok((await floor()) > 20_000);
  assert.deepEqual(await rename('f'), ['qr.updated']);
});

test('a running worker orders events and announces an expiry within a minute', async () => {
  const worker = await startWorker(quietProcess(api.config));
  try {
    const { qr_id: id } = await api.createQrCode(account, {
      expires_at: new Date(Date.now() + 2_000).toISOString(),
    });
    const listTypes = async () => {
      const { rows } = await sql<{ type: string }>`
        select type from events where qr_id = ${parseIdentifier('qrc', id)} order by event_id`.execute(
        api.db,
      );
      return rows.map(({ type }) => type);
    };
    for (const endMs = Date.now() + 60_000; Date.now() < endMs; await sleep(200))
      if ((await listTypes()).includes('qr.expired')) break;
    assert.deepEqual(await listTypes(), ['qr.created', 'qr.rendered', 'qr.expired']);
  } finally {
    await worker.drain();
    await worker.close();
  }
});

test('days are dropped after 35 days, and never before 30', async () => {
  await sql`select make_event_partitions((now() at time zone 'UTC')::date - back) from unnest(array[36, 34]) as back`.execute(
    api.db,
  );
  const countOld = async () => {
    const { rows } = await sql<{ days: number }>`
      select count(*)::int as days from pg_inherits join pg_class child on child.oid = inhrelid
      where inhparent = 'events'::regclass and right(child.relname::text, 8) < to_char(now() - interval '1 day', 'YYYYMMDD')`.execute(
      api.db,
    );
    return rows[0]?.days;
  };
  assert.equal(await countOld(), 2);
  assert.equal(await keepEventPartitions(api.db, 90), 2);
  assert.equal(await countOld(), 1);
  await assert.rejects(sql`select drop_event_partition('events', now()::date)`.execute(api.db), /30 days/);
});

test('old days are found with any plan: the names of other tables are no dates', async () => {
  await api.db.transaction().execute(async (tx) => {
    await sql`select set_config(name, 'off', true)
      from unnest(array['enable_nestloop', 'enable_indexscan', 'enable_bitmapscan', 'enable_mergejoin']) name`.execute(
      tx,
    );
    await sql`select drop_event_partition('events', now()::date - 35)`.execute(tx);
  });
});

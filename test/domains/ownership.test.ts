import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { checkDomains } from '#features/domains/check-domains.ts';
import { settleDomain } from '#features/domains/settle-domain.ts';
import { startWorker } from '#main/worker.ts';
import { systemClock } from '#platform/clock.ts';
import { DnsLookUp } from '#platform/dns-look-up.ts';
import { signedIn } from '../support/data/signed-in.ts';
import { domainTarget, ourAddress, Zone } from '../support/doubles/zone.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import type { BrowserSession } from '../support/scratch/browser-session.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';

interface Owner {
  session: BrowserSession;
  projectId: string;
}

const races = scaled(200, 20);
let zone: Zone;
let api: TestApi;
let people = 0;
let names = 0;

before(async () => {
  zone = await Zone.start();
  api = await startTestApi({ environment: { ...zone.environment, TRUSTED_PROXIES: '127.0.0.1/32' } });
});
after(async () => {
  await api.close();
  zone.close();
});

async function newOwner(): Promise<Owner> {
  const session = await signedIn(api, `198.51.${100 + Math.floor(people / 200)}.${1 + (people++ % 200)}`);
  const { body } = await session.get('/dashboard/api/projects');
  return { session, projectId: body.items[0].project_id };
}

const path = ({ projectId }: Owner) => `/dashboard/api/projects/${projectId}/domain`;
const add = (owner: Owner, host: string) => owner.session.post(path(owner), { host });
const check = (owner: Owner) => owner.session.post(`${path(owner)}/check`);
/** Checks like the worker, when it is due. */
async function look(
  owner: Owner,
): Promise<{ state: string; problem: string | null; checked_at: string; next_check_at: string }> {
  await letPass(owner, 0);
  const dns = new DnsLookUp([zone.dns.address]);
  await checkDomains(api.db, { dns, target: domainTarget, clock: systemClock }, new AbortController().signal);
  return (await owner.session.get(path(owner))).body.domain;
}

const newName = () => `go${++names}.shop.example`;

async function hasCustomDomain({ session, projectId }: Owner): Promise<boolean> {
  const { body } = await session.get('/dashboard/api/projects');
  return body.items.find((project: { project_id: string }) => project.project_id === projectId)
    .has_custom_domain;
}

/** As if this many days had passed. */
async function letPass({ projectId }: Owner, days: number): Promise<void> {
  await sql`update domains set failing_since = failing_since - make_interval(days => ${days}),
    lapsed_at = lapsed_at - make_interval(days => ${days}), next_check_at = now() - interval '1 second'
    where project_id = ${parseIdentifier('prj', projectId)}`.execute(api.db);
}

async function verified(owner: Owner, host = newName()): Promise<string> {
  const { body } = await add(owner, host);
  zone.prove(body.domain.records);
  assert.equal((await check(owner)).body.domain.state, 'verified');
  return host;
}

describe('what can be a domain', () => {
  let owner: Owner;
  before(async () => {
    owner = await newOwner();
  });
  const names: [given: string, kept: string | null][] = [
    ['go.example.com', 'go.example.com'],
    ['GO.Example.COM.', 'go.example.com'],
    [' go.example.com ', 'go.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['example.com', 'example.com'],
    ['shop.example.co.uk', 'shop.example.co.uk'],
    ['co.uk', null],
    ['com', null],
    ['github.io', null],
    ['localhost', null],
    ['127.0.0.1', null],
    ['0x7f.1', null],
    ['[::1]', null],
    ['example.com:8443', null],
    ['https://example.com', null],
    ['example.com/path', null],
    ['user@example.com', null],
    ['exa mple.com', null],
    ['-a.example.com', null],
    ['a_b.example.com', null],
    [`${'a'.repeat(64)}.example.com`, null],
    [`${'a.'.repeat(150)}example.com`, null],
    ['printer.local', null],
    ['a.b', null],
    ['1.168.192.in-addr.arpa', null],
    [`${'a'.repeat(60)}.`.repeat(4) + 'example.com', null],
    [domainTarget, null],
    ['', null],
  ];
  for (const [given, kept] of names)
    test(`${JSON.stringify(given.slice(0, 40))} is ${kept ?? 'refused'}`, async () => {
      const { status, body } = await add(owner, given);
      if (kept === null)
        return assert.deepEqual([status, body.code], [400, 'invalid_request'], JSON.stringify(body));
      assert.equal(status, 201, JSON.stringify(body));
      assert.equal(body.domain.host, kept);
      await owner.session.send('DELETE', path(owner));
    });

  test('our own names are not', async () => {
    const own = await startTestApi({
      environment: {
        PUBLIC_BASE_URL: 'https://go.waypost.dev',
        API_BASE_URL: 'https://app.waypost.dev',
        TRUSTED_PROXIES: '127.0.0.1/32',
      },
    });
    const session = await signedIn(own, '198.51.99.1');
    const { body } = await session.get('/dashboard/api/projects');
    for (const host of ['go.waypost.dev', 'a.go.waypost.dev', 'app.waypost.dev']) {
      const answer = await session.post(`/dashboard/api/projects/${body.items[0].project_id}/domain`, {
        host,
      });
      assert.equal(answer.status, 400, host);
      assert.match(answer.body.message, /belongs to this service/);
    }
    await own.close();
  });
});

describe('a domain', () => {
  let owner: Owner;
  let host: string;
  beforeEach(async () => {
    owner = await newOwner();
    host = newName();
  });

  test('waits for token and alias, and says what is missing', async () => {
    const { body } = await add(owner, host);
    assert.equal(body.domain.state, 'pending');
    const [token, alias] = body.domain.records;
    const step = async (state: string, problem: RegExp | null) => {
      const { domain } = (await check(owner)).body;
      assert.equal(domain.state, state);
      if (problem === null) assert.equal(domain.problem, null);
      else assert.match(domain.problem, problem);
    };
    await step('pending', /no TXT record at _waypost\./);
    zone.set(token.name, 'TXT', ['v=spf1 -all']);
    await step('pending', /must be waypost-domain=/);
    zone.set(token.name, 'TXT', 'servfail');
    await step('pending', /did not respond/);
    zone.set(token.name, 'TXT', ['v=spf1 -all', token.value]);
    await step('pending', /has no address yet/);
    zone.set(host, 'A', ['203.0.113.9']);
    await step('pending', /points to 203\.0\.113\.9, which is not this service/);
    zone.set(host, 'A', [ourAddress, '203.0.113.9']);
    await step('pending', /points to 203\.0\.113\.9/);
    zone.set(host, 'A', 'silence');
    await step('pending', /did not respond/);
    assert.equal(await hasCustomDomain(owner), false);
    zone.remove(host, 'A');
    zone.set(host, 'CNAME', ['elsewhere.example']);
    await step('pending', /has no address/);
    zone.set(host, 'CNAME', [alias.value]);
    await step('verified', null);
    assert.equal(alias.value, domainTarget);
    assert.equal(await hasCustomDomain(owner), true);
  });

  test('may point to us by addresses, if all of them are ours', async () => {
    const { body } = await add(owner, host);
    zone.set(body.domain.records[0].name, 'TXT', [body.domain.records[0].value]);
    zone.set(host, 'A', [ourAddress]);
    assert.equal((await check(owner)).body.domain.state, 'verified');
    zone.set(host, 'AAAA', ['2001:db8::1']);
    assert.equal((await check(owner)).body.domain.state, 'failing');
  });

  test('fails without its records, keeps serving for 14 days, lapses, and comes back with its records', async () => {
    await verified(owner, host);
    zone.remove(host, 'CNAME');
    assert.equal((await check(owner)).body.domain.state, 'failing');
    assert.equal(await hasCustomDomain(owner), true);
    await letPass(owner, 13);
    assert.equal((await check(owner)).body.domain.state, 'failing');
    await letPass(owner, 2);
    const { domain } = (await check(owner)).body;
    assert.equal(domain.state, 'lapsed');
    assert.equal(await hasCustomDomain(owner), false);
    zone.set(host, 'CNAME', [domainTarget]);
    assert.equal((await check(owner)).body.domain.state, 'verified');
    assert.equal(await hasCustomDomain(owner), true);
  });

  test('is not given up because DNS servers are silent for a while', async () => {
    await verified(owner, host);
    zone.set(`_waypost.${host}`, 'TXT', 'servfail');
    for (let click = 0; click < 20; click++) assert.equal((await check(owner)).body.domain.state, 'verified');
    for (let nth = 0; nth < 11; nth++) assert.equal((await look(owner)).state, 'verified');
    assert.equal((await look(owner)).state, 'failing');
    await letPass(owner, 20);
    assert.equal((await look(owner)).state, 'failing', 'silence is no word of the owner’s');
  });

  test('that changes during a check keeps the last result', async () => {
    const { body } = await add(owner, host);
    zone.prove(body.domain.records);
    for (let round = 0; round < 5; round++) {
      zone.set(host, 'CNAME', [domainTarget]);
      assert.equal((await check(owner)).body.domain.state, 'verified');
      zone.remove(host, 'CNAME');
      assert.equal((await check(owner)).body.domain.state, 'failing');
    }
  });

  test('is checked again by the worker, sooner while it is wrong', async () => {
    await add(owner, host);
    const pauses: number[] = [];
    for (let nth = 0; nth < 4; nth++) {
      const seen = await look(owner);
      pauses.push(Date.parse(seen.next_check_at) - Date.parse(seen.checked_at));
      for (let click = 0; click < 3; click++)
        assert.equal(
          (await check(owner)).body.domain.next_check_at,
          seen.next_check_at,
          'looking often changes nothing',
        );
    }
    assert.deepEqual(pauses, [60_000, 120_000, 240_000, 480_000]);
    const { domain } = (await owner.session.get(path(owner))).body;
    zone.prove(domain.records);
    await letPass(owner, 0);
    const worker = await startWorker(quietProcess(api.config));
    await sql`select graphile_worker.add_job('check-domains')`.execute(api.db);
    for (let wait = 0; wait < 100; wait++) {
      if ((await owner.session.get(path(owner))).body.domain.state === 'verified') break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await worker.drain();
    await worker.close();
    const seen = (await owner.session.get(path(owner))).body.domain;
    assert.equal(seen.state, 'verified');
    assert.equal(Date.parse(seen.next_check_at) - Date.parse(seen.checked_at), 86_400_000);
  });

  test('keeps the newest result, however late an older one arrives', async () => {
    await verified(owner, host);
    const { rows } = await sql<{
      domain_id: string;
    }>`select domain_id from domains where host = ${host}`.execute(api.db);
    const late = {
      finding: { kind: 'wrong', problem: 'late' } as const,
      startedMs: Date.now() - 60_000,
      nowMs: Date.now(),
    };
    assert.equal((await settleDomain(api.db, rows[0]?.domain_id ?? '', late))?.state, 'verified');
  });

  test('is not blamed while our own host has no address', async () => {
    const { body } = await add(owner, host);
    zone.set(body.domain.records[0].name, 'TXT', [body.domain.records[0].value]);
    zone.set(host, 'A', [ourAddress]);
    assert.equal((await check(owner)).body.domain.state, 'verified');
    zone.set(domainTarget, 'A', 'nxdomain');
    assert.equal((await look(owner)).state, 'verified');
    zone.set(domainTarget, 'A', [ourAddress]);
  });

  test('is one per project, and can be removed and added again', async () => {
    await add(owner, host);
    assert.equal((await add(owner, newName())).status, 409);
    assert.equal((await owner.session.send('DELETE', path(owner))).body.domain, null);
    assert.equal((await owner.session.send('DELETE', path(owner))).status, 404);
    assert.equal((await add(owner, host)).status, 201);
  });

  test('of another account can be neither seen nor changed', async () => {
    const other = await newOwner();
    await verified(owner, host);
    const foreign = { session: other.session, projectId: owner.projectId };
    assert.equal((await other.session.get(path(foreign))).status, 404);
    assert.equal((await check(foreign)).status, 404);
    assert.equal((await other.session.send('DELETE', path(foreign))).status, 404);
    assert.equal(
      (await other.session.send('PATCH', path(foreign), { root_url: 'https://evil.example/' })).status,
      404,
    );
  });

  test('allows only safe destinations for its root', async () => {
    await verified(owner, host);
    const set = (rootUrl: unknown) => owner.session.send('PATCH', path(owner), { root_url: rootUrl });
    assert.equal((await set('https://example.com/home')).body.domain.root_url, 'https://example.com/home');
    assert.equal((await set('javascript:alert(1)')).status, 400);
    assert.equal((await set(api.config.publicBaseUrl)).status, 422);
    assert.equal((await set(null)).body.domain.root_url, null);
  });

  test('can’t be a destination: a link of this service would be a loop', async () => {
    await verified(owner, host);
    const account = await api.createAccount();
    const answer = await api.request('POST', '/v1/qr-codes', {
      key: account.key,
      body: { redirect_url: `https://${host}/qr-x` },
    });
    assert.deepEqual([answer.status, answer.body.code], [422, 'unsafe_url']);
  });
});

describe('one owner at a time', () => {
  test('the owner of a verified domain is not displaced by a claim, even with the records of the other', async () => {
    const [first, second] = [await newOwner(), await newOwner()];
    const host = await verified(first);
    const { body } = await add(second, host);
    zone.set(
      `_waypost.${host}`,
      'TXT',
      body.domain.records.map(({ value }: { value: string }) => value),
    );
    const { domain } = (await check(second)).body;
    assert.equal(domain.state, 'pending');
    assert.match(domain.problem, /Another account has verified/);
    assert.equal((await first.session.get(path(first))).body.domain.state, 'verified');
  });

  test('a lapsed domain is available to others only after 30 days', async () => {
    const [first, second] = [await newOwner(), await newOwner()];
    const host = await verified(first);
    zone.remove(`_waypost.${host}`, 'TXT');
    await check(first);
    await letPass(first, 15);
    assert.equal((await check(first)).body.domain.state, 'lapsed');
    const { body } = await add(second, host);
    zone.prove(body.domain.records);
    assert.match((await check(second)).body.domain.problem, /You can verify it from \d{4}-\d\d-\d\d on/);
    await letPass(first, 29);
    assert.equal((await check(second)).body.domain.state, 'pending');
    await letPass(first, 2);
    assert.equal((await check(second)).body.domain.state, 'verified');
    assert.equal((await first.session.get(path(first))).body.domain, null);
  });

  test(`two accounts that race for a domain ${races} times: exactly one has it each time`, async () => {
    const [first, second] = [await newOwner(), await newOwner()];
    const wins = [0, 0];
    for (let round = 0; round < races; round++) {
      const host = newName();
      const claims = await Promise.all([add(first, host), add(second, host)]);
      zone.prove(claims[0].body.domain.records);
      zone.set(
        `_waypost.${host}`,
        'TXT',
        claims.map(({ body }) => body.domain.records[0].value),
      );
      const looked = await Promise.all([check(first), check(second)]);
      const states = looked.map(({ body }): string => body.domain?.state ?? 'none');
      assert.deepEqual(states.toSorted(), ['pending', 'verified'], `round ${round}`);
      const winner = states.indexOf('verified');
      wins[winner] = (wins[winner] ?? 0) + 1;
      const { rows } = await sql<{
        owners: number;
      }>`select count(*)::int as owners from domains where host = ${host} and state <> 'pending'`.execute(
        api.db,
      );
      assert.equal(rows[0]?.owners, 1);
      for (const owner of [first, second]) await owner.session.send('DELETE', path(owner));
    }
    assert.equal(
      wins.reduce((sum, count) => sum + count, 0),
      races,
    );
  });
});

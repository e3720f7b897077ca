import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIdentifier } from '#core/identifier.ts';
import { decidingNumber, decodeEvent, type LedgerEvent } from '#core/ledger-record.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { assertNoticed } from '../support/measure/sabotage.ts';
import { createLoadClient, inParallel } from '../support/measure/scan-load.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { scanLink, startTestScan, type TestScan } from '../support/scratch/test-scan.ts';

const codeCount = scaled(1_000, 20);
const kills = scaled(20, 3);
const connections = 48;
const processes = 4;
let api: TestApi;
let account: TestAccount;
let scans: TestScan[];

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
  scans = await Promise.all(Array.from({ length: processes }, () => startTestScan(api)));
});
after(async () => {
  for (const scan of scans) scan.stop();
  await api.close();
});

const page = (name: string) => `https://example.com/${name}`;

/** The first scans, the next ones, and then shares of 30, 45 and 25 percent. */
function tiersAndShares(first: number, second: number) {
  return [
    { condition: 'scan_number', from: 1, until: first, url: page('first') },
    { condition: 'scan_number', from: first + 1, until: second, url: page('second') },
    { condition: 'split', percent: 30, sticky: false, url: page('a') },
    { condition: 'split', percent: 45, sticky: false, url: page('b') },
  ];
}

interface Recorded {
  number: number;
  rule: number | null;
}

/** What the ledger says about a code, by number. */
async function recordedOf(id: string): Promise<Recorded[]> {
  const { rows } = await sql<{ place: number; events: LedgerEvent[] }>`
    select array_position(qr_ids, ${parseIdentifier('qrc', id)}::uuid) as place, events from scan_batches
    where qr_ids @> array[${parseIdentifier('qrc', id)}::uuid]`.execute(api.db);
  return rows
    .flatMap(({ place, events }) => events.filter((event) => event[0] === place))
    .map((event) => ({ number: decidingNumber(event) ?? 0, rule: decodeEvent(event).rule }))
    .sort((one, other) => one.number - other.number);
}

/** Which rule a scan must have, from the promise alone; shares are compared by their sums. */
function requireExact(scansOfCode: Recorded[], first: number, second: number): void {
  assert.deepEqual(
    scansOfCode.map(({ number }) => number),
    scansOfCode.map((_, index) => index + 1),
    'every number is given once',
  );
  const sums = new Map<number | null, number>();
  for (const { number, rule } of scansOfCode) {
    if (number <= first) assert.equal(rule, 1);
    else if (number <= second) assert.equal(rule, 2);
    else sums.set(rule, (sums.get(rule) ?? 0) + 1);
  }
  const later = scansOfCode.length - second;
  for (const [rule, percent] of [
    [3, 30],
    [4, 45],
    [null, 25],
  ] as const) {
    // Shares are of all numbers, and the tiers take some: less than one too many or too few before, and less than one after.
    const off = Math.abs((sums.get(rule) ?? 0) - (later * percent) / 100);
    assert.ok(off <= 2, `rule ${rule} has ${sums.get(rule)} of ${later} scans`);
  }
}

test(`tiers and shares are exact: ${codeCount} codes, ${processes} processes of which ${kills} are killed, ten times the attempts`, async (t) => {
  const codes: {
    id: string;
    slug: string;
    first: number;
    second: number;
    /** Where visitors were sent. */
    seen: Map<string | null, number>;
  }[] = [];
  for (let index = 0; index < codeCount; index++) {
    const first = 1 + ((index * 7) % 12);
    const second = first + 1 + ((index * 5) % 17);
    const { qr_id: id } = await api.createQrCode(account, {
      redirect_url: page('rest'),
      redirect_rules: tiersAndShares(first, second),
    });
    codes.push({ id, slug: await api.publishQrCode(id), first, second, seen: new Map() });
  }
  const attempts = codes.flatMap((code) => Array.from({ length: code.second * 10 }, () => code));
  // All codes at once, so that processes meet on the same rows.
  attempts.sort((one, other) => one.slug.length - other.slug.length || Math.sin(one.second) - 0.5);
  const client = createLoadClient(connections);
  let next = 0;
  let killed = 0;
  let broken = 0;
  const answered = inParallel(connections, async () => {
    for (let at = next++; at < attempts.length; at = next++) {
      const code = attempts[at];
      if (code === undefined) return;
      // A visitor without an answer tries again, at another process.
      let isServed = false;
      for (let tries = 0; tries < processes && !isServed; tries++) {
        const answer = await client.scan(scans[(at + tries) % processes]?.url ?? '', code.slug);
        isServed = answer?.status === 302;
        if (isServed)
          code.seen.set(answer?.location ?? null, (code.seen.get(answer?.location ?? null) ?? 0) + 1);
        if (!isServed) broken += 1;
      }
      assert.ok(isServed, 'no process responds');
    }
  });
  const killing = (async () => {
    for (; killed < kills; killed++) {
      while (next < (attempts.length * (killed + 1)) / (kills + 1)) await sleep(5);
      const place = killed % processes;
      scans[place]?.stop();
      scans[place] = await startTestScan(api);
    }
  })();
  await Promise.all([answered, killing]);
  client.close();
  let counted = 0;
  for (const { id, first, second, seen } of codes) {
    const own = await recordedOf(id);
    counted += own.length;
    requireExact(own, first, second);
    // Some visitors were counted, and their process was killed before it could respond.
    for (const [place, name] of ['rest', 'first', 'second', 'a', 'b'].entries()) {
      const recorded = own.filter(({ rule }) => (rule ?? 0) === place).length;
      const answered = seen.get(page(name)) ?? 0;
      assert.ok(answered <= recorded && answered >= recorded - broken, `${name}: ${answered} of ${recorded}`);
    }
    const { rows } = await sql<{ scan_count: number }>`
      select scan_count from scan_counts where qr_id = ${parseIdentifier('qrc', id)}`.execute(api.db);
    assert.equal(rows[0]?.scan_count, own.length);
  }
  assert.equal(killed, kills);
  assert.ok(
    counted >= attempts.length - broken,
    `${counted} scans counted, ${attempts.length - broken} answered`,
  );
  t.diagnostic(
    `${attempts.length} attempts, ${counted} counted, ${broken} without a redirect, ${killed} kills`,
  );
});

describe('a rule on numbers', () => {
  const open = async (slug: string, headers: Record<string, string> = {}) =>
    scanLink(scans[0]?.url ?? '', slug, { headers });

  test('is true from the next scan on, also for a code whose scans were appended', async () => {
    const { qr_id: id } = await api.createQrCode(account, { redirect_url: page('rest') });
    const slug = await api.publishQrCode(id);
    for (let nth = 0; nth < 4; nth++) assert.equal((await open(slug)).location, page('rest'));
    await api.request('PATCH', `/v1/qr-codes/${id}`, {
      key: account.key,
      body: { redirect_rules: [{ condition: 'scan_number', from: 1, until: 6, url: page('early') }] },
    });
    const seen: (string | null)[] = [];
    for (let nth = 0; nth < 4; nth++) seen.push((await open(slug)).location);
    assert.deepEqual(seen, [page('early'), page('early'), page('rest'), page('rest')]);
  });

  test('works with a limit, and previews and HEAD requests see no destination (D77, D70)', async () => {
    const { qr_id: id } = await api.createQrCode(account, {
      redirect_url: page('rest'),
      scan_limit: 3,
      redirect_rules: [{ condition: 'scan_number', from: 2, until: null, url: page('later') }],
    });
    const slug = await api.publishQrCode(id);
    const preview = await open(slug, { 'user-agent': 'WhatsApp/2.24' });
    assert.deepEqual([preview.status, preview.location], [200, null]);
    assert.ok(!preview.body.includes('example.com'));
    const seen: (string | null | number)[] = [];
    for (let nth = 0; nth < 4; nth++) {
      const { status, location } = await open(slug);
      seen.push(status === 302 ? location : status);
    }
    assert.deepEqual(seen, [page('rest'), page('later'), page('later'), 410]);
  });

  test('of shares that stick gives a visitor the same page all day', async () => {
    const { qr_id: id } = await api.createQrCode(account, {
      redirect_url: page('rest'),
      redirect_rules: [
        { condition: 'split', percent: 50, sticky: true, url: page('a') },
        { condition: 'split', percent: 50, sticky: true, url: page('b') },
      ],
    });
    const slug = await api.publishQrCode(id);
    const seen = new Map<string, Set<string | null>>();
    for (let nth = 0; nth < 120; nth++) {
      const visitor = `Visitor ${nth % 40}`;
      const { location } = await open(slug, { 'user-agent': visitor });
      seen.set(visitor, (seen.get(visitor) ?? new Set()).add(location));
    }
    const pages = [...seen.values()].map((own) => {
      assert.equal(own.size, 1);
      return [...own][0];
    });
    const ofA = pages.filter((name) => name === page('a')).length;
    assert.ok(ofA > 8 && ofA < 32 && !pages.includes(page('rest')), `${ofA} of 40 visitors`);
  });

  test('is refused if the shares of rules in a row are more than 100 percent', async () => {
    const split = { condition: 'split', percent: 60, url: page('a') };
    const { status, body } = await api.request('POST', '/v1/qr-codes', {
      key: account.key,
      body: { redirect_url: page('rest'), redirect_rules: [split, split] },
    });
    assert.deepEqual([status, body.param], [400, 'redirect_rules[1].percent']);
  });
});

test('a build that reads numbers from before it locked the code is noticed', () => {
  assertNoticed({
    isFullSizeOnly: true,
    file: 'src/scan/number-scans.ts',
    from: '(scan_count + pending)::float8 as last_number',
    to: '(select x.scan_count + x.pending + b.scans from scan_state x where x.qr_id = b.qr_id)::float8 as last_number',
    test: 'test/scan/numbered-rules.test.ts',
    pattern: '^tiers and shares are exact',
    environment: { PROOF_SCALE: '.1' },
  });
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { isServing } from '#core/domain-state.ts';
import { countedSql, decodeGrant, encodeGrantSql, readBatch } from '#core/ledger-record.ts';
import { destinationsOf } from '#core/qr-code-input.ts';
import { needsNumbers } from '#core/rules/place-splits.ts';
import { parseRedirectRules } from '#core/rules/redirect-rule.ts';
import { ledgerBatches, type WrittenBatch } from './support/data/ledger-writer.ts';
import { startTestApi, type TestApi } from './support/scratch/test-api.ts';

// Knowledge of both TypeScript and SQL, compared with generated values.
let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.close());

const batchCount = 200;

function writeBatches(
  seed: number,
  qrIds: string[],
  span: { fromMs: number; untilMs: number },
  count: number,
): WrittenBatch[] {
  const batches = ledgerBatches(seed, qrIds, span);
  return Array.from({ length: count }, () => batches.next().value as WrittenBatch);
}

test('ledger_events finds the scans that readBatch finds, with the same facts', async () => {
  const qrIds = Array.from({ length: 12 }, () => crypto.randomUUID());
  const span = { fromMs: Date.UTC(2020, 0, 1), untilMs: Date.UTC(2030, 0, 1) };
  for (const batch of writeBatches(7, qrIds, span, batchCount)) {
    const { rows } = await sql<Record<string, unknown>>`
      select qr_id, extract(epoch from scanned_at) * 1000 as ms, country, device, browser, system, referrer_host, visitor, rule
      from ledger_events(${batch.qrIds}::uuid[], ${batch.grants}::int[], ${JSON.stringify(batch.events)}::json)`.execute(
      api.db,
    );
    const inSql = rows.map(({ ms, ...row }) => ({ ...row, ms: Number(ms) }));
    const read = [...readBatch({ qr_ids: batch.qrIds, grants: batch.grants, events: batch.events })];
    const inTypeScript = read.map(([qrId, facts]) => ({
      qr_id: qrId,
      ms: facts.scannedAtMs,
      country: facts.country,
      device: facts.device,
      browser: facts.browser,
      system: facts.system,
      referrer_host: facts.referrerHost,
      visitor: facts.visitor,
      rule: facts.rule === null ? null : String(facts.rule),
    }));
    assert.deepEqual(inSql, inTypeScript);
  }
});

test('SQL and TypeScript read each other’s grants', async () => {
  const { rows } = await sql<{ scans: number; is_full: boolean; value: number; counted: number }>`
    select scans, is_full, value, ${sql.raw(countedSql('value'))} as counted from (
      select scans, is_full, ${sql.raw(encodeGrantSql('scans', 'is_full'))} as value
      from generate_series(0, 40) scans, (values (true), (false)) as full_or_not (is_full)) written`.execute(
    api.db,
  );
  for (const { scans, is_full: isFull, value, counted } of rows) {
    assert.deepEqual(decodeGrant(value), {
      isStale: false,
      isUnsettled: false,
      counted: scans,
      isFull: isFull && value > 0,
    });
    assert.equal(counted, scans);
  }
});

test('events_of keeps the events of the requested codes unchanged', async () => {
  const qrIds = Array.from({ length: 6 }, (): string => crypto.randomUUID());
  const span = { fromMs: Date.UTC(2026, 0, 1), untilMs: Date.UTC(2026, 1, 1) };
  for (const batch of writeBatches(11, qrIds, span, 20)) {
    const wanted = qrIds.slice(0, 3);
    const { rows } = await sql<{ kept: unknown }>`
      select events_of(${wanted}::uuid[], ${batch.qrIds}::uuid[], ${JSON.stringify(batch.events)}::json) as kept`.execute(
      api.db,
    );
    const own = batch.events.filter(([place]) => wanted.includes(batch.qrIds[place - 1] ?? ''));
    assert.deepEqual(rows[0]?.kept, own);
  }
});

const url = fc.webUrl({ withQueryParameters: true, withFragments: true });
const code = fc.record({
  redirectUrl: fc.option(url),
  ruleUrls: fc.array(url, { maxLength: 5 }),
  content: fc.option(
    fc.oneof(
      fc.record({ website: fc.oneof(url, fc.constant('')) }),
      fc.record({ text: fc.string() }),
      fc.record({ website: url, name: fc.string() }),
    ),
  ),
});

test('destination_urls finds what destinationsOf finds', async () => {
  await fc.assert(
    fc.asyncProperty(code, async ({ redirectUrl, ruleUrls, content }) => {
      const rules = ruleUrls.map((target) => ({ condition: 'device', value: 'ios', url: target }) as const);
      const { rows } = await sql<{ url: string }>`
        select destination_urls(${redirectUrl ?? ''}, ${JSON.stringify(rules)}::jsonb, ${JSON.stringify(content)}::jsonb) as url`.execute(
        api.db,
      );
      const inTypeScript = destinationsOf({ redirectUrl, redirectRules: rules as never, content });
      assert.deepEqual(
        new Set(rows.map((row) => row.url)),
        new Set(inTypeScript.map((destination) => destination.url)),
      );
    }),
    { numRuns: 300 },
  );
});

test('domain_serves agrees with isServing about every state', async () => {
  for (const state of ['pending', 'verified', 'failing', 'lapsed'] as const) {
    const { rows } = await sql<{ serves: boolean }>`select domain_serves(${state}) as serves`.execute(api.db);
    assert.equal(rows[0]?.serves, isServing(state), state);
  }
});

test('needs_numbers and needsNumbers say the same of rules', async () => {
  const url = 'https://example.com/';
  const conditions = [
    { condition: 'device', value: 'ios' },
    { condition: 'scan_number', from: 1, until: null },
    { condition: 'split', percent: 50, sticky: false },
    { condition: 'split', percent: 50, sticky: true },
    { condition: 'split', percent: 50 },
  ];
  const second = (fields: object) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${name}2`, value]));
  const rules = [
    [],
    ...conditions.map((own) => [{ ...own, url }]),
    ...conditions.slice(1).map((own) => [{ condition: 'country', value: 'DE', ...second(own), url }]),
  ];
  for (const source of rules) {
    const parsed = parseRedirectRules(source);
    assert.ok(parsed.ok);
    const { rows } = await sql<{ needs: boolean }>`
      select needs_numbers(${JSON.stringify(source)}::jsonb) as needs`.execute(api.db);
    assert.equal(rows[0]?.needs, needsNumbers(parsed.value), JSON.stringify(source));
  }
});

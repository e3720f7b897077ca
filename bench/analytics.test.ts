import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { codeViews } from '#core/analytics/analytics-query.ts';
import { slotMs } from '#core/analytics/dimension.ts';
import { readAnalytics } from '#features/analytics/read-analytics.ts';
import { readView } from '#features/analytics/read-view.ts';
import { median } from '../test/support/measure/median.ts';
import { scaled } from '../test/support/measure/proof-scale.ts';
import { repeated } from '../test/support/measure/repeated.ts';
import { startTestApi, type TestApi } from '../test/support/scratch/test-api.ts';
import { noLedgers } from '../test/support/scratch/test-ledger.ts';

const ratioMax = 2;
const rounds = scaled(40, 40);
const viewRounds = scaled(40, 12);
const subjects = {
  many: { id: '00000000-0000-4000-8000-000000000001', scans: 10_000_000 },
  few: { id: '00000000-0000-4000-8000-000000000002', scans: 10_000 },
};

let api: TestApi;
before(async () => {
  api = await startTestApi();
  // A year of roll-ups for this many scans: more scans mean more values and quarter hours per day.
  for (const { id, scans } of Object.values(subjects)) {
    const aDay = scans / 365;
    for (const [dimension, kinds] of Object.entries({
      total: 1,
      country: 60,
      device: 4,
      system: 8,
      browser: 12,
      referrer: 80,
      rule: 5,
    })) {
      const values = Math.max(1, Math.min(kinds, Math.round(aDay / 2)));
      const slots = Math.max(1, Math.min(96, Math.round(aDay / values)));
      const each = Math.max(1, Math.round(aDay / values / slots));
      await sql`insert into scan_days (subject_id, dimension, day, value, scans, slots, visitors)
        select ${id}, ${dimension}, current_date - back, case when ${dimension} = 'total' then '' else 'value ' || n end,
          ${each * slots}::int, array(select unnest(array[slot, ${each}::int]) from generate_series(0, ${slots - 1}::int) slot), 1
        from generate_series(0, 400) back, generate_series(1, ${values}::int) n`.execute(api.db);
      await sql`insert into scan_months (subject_id, dimension, month, value, scans)
        select subject_id, dimension, date_trunc('month', day)::date, value, sum(scans) from scan_days
        where subject_id = ${id} and dimension = ${dimension} group by 1, 2, 3, 4`.execute(api.db);
    }
  }
  await sql`vacuum analyze scan_days`.execute(api.db);
  await sql`vacuum analyze scan_months`.execute(api.db);
});
after(() => api.close());

test(
  `analytics of a year take at most ${ratioMax} times as long for a code with 10 million scans as for one with 10 thousand`,
  repeated(async (t) => {
    const untilMs = Date.now();
    const times = { many: [] as number[], few: [] as number[] };
    for (let round = 0; round < rounds + 3; round++) {
      for (const name of ['many', 'few'] as const) {
        const beganMs = performance.now();
        const answer = await readAnalytics(api.db, noLedgers, {
          subjectId: subjects[name].id,
          fromMs: untilMs - 365 * 86_400_000,
          untilMs,
          timeZone: 'Asia/Kathmandu',
          unit: 'day',
        });
        if (round >= 3) times[name].push(performance.now() - beganMs);
        assert.ok(Math.abs(answer.scans / subjects[name].scans - 1) < 0.5, `${name}: ${answer.scans}`);
      }
    }
    const ratio = median(times.many) / median(times.few);
    t.diagnostic(
      `${median(times.many).toFixed(1)} ms and ${median(times.few).toFixed(1)} ms: ${ratio.toFixed(2)} times`,
    );
    assert.ok(ratio <= ratioMax, `${ratio} times`);
  }),
);

for (const view of codeViews)
  test(
    `the view ${view} of a year takes at most ${ratioMax} times as long with 10 million scans as with 10 thousand`,
    repeated(async (t) => {
      const untilMs = Math.floor(Date.now() / slotMs) * slotMs;
      const query = {
        fromMs: untilMs - 365 * 86_400_000,
        untilMs,
        timeZone: 'Asia/Kathmandu',
        unit: 'day',
        limit: 50,
      } as const;
      const times = { many: [] as number[], few: [] as number[] };
      for (let round = 0; round < viewRounds + 2; round++)
        for (const name of ['many', 'few'] as const) {
          const beganMs = performance.now();
          await readView(api.db, noLedgers, subjects[name].id, view, query, untilMs);
          if (round >= 2) times[name].push(performance.now() - beganMs);
        }
      const ratio = median(times.many) / median(times.few);
      t.diagnostic(
        `${median(times.many).toFixed(1)} ms and ${median(times.few).toFixed(1)} ms: ${ratio.toFixed(2)} times`,
      );
      assert.ok(ratio <= ratioMax, `${ratio} times`);
    }),
  );

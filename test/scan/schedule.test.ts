import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeAccount } from '#features/accounts/change-account.ts';
import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';
import { scanLink, startScanHere } from '../support/scratch/test-scan.ts';

let nowMs = Date.parse('2026-11-15T12:00:00Z');
let api: TestApi;
let account: TestAccount;
let scan: ProcessPart;

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
  scan = await startScanHere(api, { nowMs: () => nowMs, monotonicMs: () => nowMs });
});
after(async () => {
  await scan.close();
  await api.close();
});

const setZone = async (zone: string) =>
  changeAccount(api.db, await loadPlanCatalogue('./plans.json'), account.uuid, { timeZone: zone });

async function makeCode(days: string[], start: string, end: string): Promise<string> {
  const schedule = { condition: 'schedule', schedule_days: days, schedule_start: start, schedule_end: end };
  const code = await api.createQrCode(account, {
    redirect_rules: [{ ...schedule, url: 'https://example.com/open' }],
  });
  return api.publishQrCode(code.qr_id);
}

async function isOpen(slug: string, instant: string): Promise<boolean> {
  nowMs = Date.parse(instant);
  const { status, location } = await scanLink(scan.address ?? '', slug);
  assert.equal(status, 302);
  return location === 'https://example.com/open';
}

/** A window of local time, and instants in UTC on both sides of each of its edges. */
const table: { zone: string; day: string; start: string; end: string; at: [string, boolean][] }[] = [
  {
    zone: 'Europe/Berlin',
    day: 'thu',
    start: '09:00',
    end: '17:00',
    at: [
      ['2026-01-15T07:59:59.999Z', false],
      ['2026-01-15T08:00:00Z', true],
      ['2026-01-15T15:59:59.999Z', true],
      ['2026-01-15T16:00:00Z', false],
      // Summer time: the same hours, an hour earlier in UTC.
      ['2026-07-16T06:59:59.999Z', false],
      ['2026-07-16T07:00:00Z', true],
      ['2026-07-16T14:59:59.999Z', true],
      ['2026-07-16T15:00:00Z', false],
      ['2026-01-14T08:30:00Z', false],
      ['2026-01-16T08:30:00Z', false],
    ],
  },
  {
    // Sunday 29 March 2026: 02:00 becomes 03:00. The window 02:00–03:00 does not exist that day.
    zone: 'Europe/Berlin',
    day: 'sun',
    start: '02:00',
    end: '03:00',
    at: [
      ['2026-03-29T00:59:59Z', false],
      ['2026-03-29T01:00:00Z', false],
      ['2026-03-29T01:59:59Z', false],
      // 25 October: 02:00–03:00 happens twice.
      ['2026-10-24T23:59:59Z', false],
      ['2026-10-25T00:00:00Z', true],
      ['2026-10-25T00:59:59Z', true],
      ['2026-10-25T01:00:00Z', true],
      ['2026-10-25T01:59:59Z', true],
      ['2026-10-25T02:00:00Z', false],
    ],
  },
  {
    // 8 March 2026: 02:00 EST becomes 03:00 EDT; 1 November: 02:00 EDT becomes 01:00 EST.
    zone: 'America/New_York',
    day: 'sun',
    start: '01:30',
    end: '03:30',
    at: [
      ['2026-03-08T06:29:59Z', false],
      ['2026-03-08T06:30:00Z', true],
      ['2026-03-08T06:59:59Z', true],
      ['2026-03-08T07:00:00Z', true],
      ['2026-03-08T07:29:59Z', true],
      ['2026-03-08T07:30:00Z', false],
      ['2026-11-01T05:29:59Z', false],
      ['2026-11-01T05:30:00Z', true],
      ['2026-11-01T05:59:59Z', true],
      ['2026-11-01T06:00:00Z', false],
      ['2026-11-01T06:29:59Z', false],
      ['2026-11-01T06:30:00Z', true],
      ['2026-11-01T08:29:59Z', true],
      ['2026-11-01T08:30:00Z', false],
    ],
  },
  {
    // Half an hour of daylight saving: +10:30 and +11. It ends on 5 April 2026 and begins on 4 October.
    zone: 'Australia/Lord_Howe',
    day: 'sun',
    start: '01:30',
    end: '02:15',
    at: [
      ['2026-04-04T14:29:59Z', false],
      ['2026-04-04T14:30:00Z', true],
      ['2026-04-04T14:59:59Z', true],
      ['2026-04-04T15:00:00Z', true],
      ['2026-04-04T15:29:59Z', true],
      ['2026-04-04T15:30:00Z', true],
      ['2026-04-04T15:44:59Z', true],
      ['2026-04-04T15:45:00Z', false],
      ['2026-10-03T14:59:59Z', false],
      ['2026-10-03T15:00:00Z', true],
      ['2026-10-03T15:29:59Z', true],
      // 02:00 becomes 02:30: the window is over.
      ['2026-10-03T15:30:00Z', false],
    ],
  },
  {
    zone: 'Asia/Kathmandu',
    day: 'mon',
    start: '00:00',
    end: '00:01',
    at: [
      ['2026-06-14T18:14:59.999Z', false],
      ['2026-06-14T18:15:00Z', true],
      ['2026-06-14T18:15:59.999Z', true],
      ['2026-06-14T18:16:00Z', false],
    ],
  },
  {
    // An end of 23:59 is the end of the day (D50).
    zone: 'Asia/Kathmandu',
    day: 'mon',
    start: '22:00',
    end: '23:59',
    at: [
      ['2026-06-15T16:14:59Z', false],
      ['2026-06-15T16:15:00Z', true],
      ['2026-06-15T18:14:00Z', true],
      ['2026-06-15T18:14:59.999Z', true],
      ['2026-06-15T18:15:00Z', false],
    ],
  },
];

describe('schedules use the owner’s time zone, start inclusive, end exclusive (D50)', () => {
  for (const { zone, day, start, end, at } of table) {
    test(`${zone}, ${day} ${start}–${end}, at ${at.length} instants`, async () => {
      await setZone(zone);
      const slug = await makeCode([day], start, end);
      for (const [instant, expected] of at) assert.equal(await isOpen(slug, instant), expected, instant);
    });
  }

  test('two rules that meet at midnight leave no gap, in any minute of the two days', async () => {
    await setZone('America/New_York');
    const rule = (day: string, start: string, end: string) => ({
      condition: 'schedule',
      schedule_days: [day],
      schedule_start: start,
      schedule_end: end,
      url: 'https://example.com/open',
    });
    const code = await api.createQrCode(account, {
      redirect_rules: [rule('fri', '22:00', '23:59'), rule('sat', '00:00', '02:00')],
    });
    const slug = await api.publishQrCode(code.qr_id);
    for (let minute = 0; minute < 240; minute++) {
      const instant = new Date(Date.parse('2026-06-13T02:00:00Z') + minute * 60_000).toISOString();
      assert.equal(await isOpen(slug, instant), true, instant);
    }
    assert.equal(await isOpen(slug, '2026-06-13T06:00:00Z'), false);
  });
});

test('a code expires after its time, not at it (D18)', async () => {
  const code = await api.createQrCode(account, { expires_at: '2026-12-01T10:00:00.500Z' });
  const slug = await api.publishQrCode(code.qr_id);
  nowMs = Date.parse('2026-12-01T10:00:00.500Z');
  assert.equal((await scanLink(scan.address ?? '', slug)).status, 302);
  nowMs += 1;
  assert.equal((await scanLink(scan.address ?? '', slug)).status, 410);
});

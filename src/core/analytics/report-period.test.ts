import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Cadence, dueEnd, nextPeriodEnd, periodStart } from './report-period.ts';

const cases: [cadence: Cadence, zone: string, at: string, end: string, start: string][] = [
  ['weekly', 'UTC', '2026-11-18T20:00:00Z', '2026-11-23T00:00:00Z', '2026-11-16T00:00:00Z'],
  ['weekly', 'UTC', '2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z', '2026-11-23T00:00:00Z'],
  ['weekly', 'America/New_York', '2026-11-23T03:00:00Z', '2026-11-23T05:00:00Z', '2026-11-16T05:00:00Z'],
  // Clocks go forward within the week.
  ['weekly', 'Europe/Berlin', '2027-03-25T12:00:00Z', '2027-03-28T22:00:00Z', '2027-03-21T23:00:00Z'],
  ['monthly', 'Asia/Kathmandu', '2026-12-31T18:00:00Z', '2026-12-31T18:15:00Z', '2026-11-30T18:15:00Z'],
  ['monthly', 'UTC', '2026-12-05T00:00:00Z', '2027-01-01T00:00:00Z', '2026-12-01T00:00:00Z'],
  // Midnight of 5 September 2027 does not exist in Chile.
  ['weekly', 'America/Santiago', '2027-09-01T12:00:00Z', '2027-09-06T03:00:00Z', '2027-08-30T04:00:00Z'],
];

for (const [cadence, zone, at, end, start] of cases)
  test(`the ${cadence} report of ${zone} that is due after ${at} covers ${start} to ${end}`, () => {
    const endMs = nextPeriodEnd(cadence, zone, Date.parse(at));
    assert.equal(new Date(endMs).toISOString(), end.replace('Z', '.000Z'));
    assert.equal(new Date(periodStart(cadence, zone, endMs)).toISOString(), start.replace('Z', '.000Z'));
  });

const moves: [cadence: Cadence, zone: string, due: string, end: string][] = [
  ['monthly', 'America/Los_Angeles', '2026-12-01T00:00:00Z', '2026-12-01T08:00:00Z'],
  ['monthly', 'UTC', '2026-12-01T08:00:00Z', '2026-12-01T00:00:00Z'],
  ['weekly', 'Pacific/Kiritimati', '2026-11-23T11:00:00Z', '2026-11-22T10:00:00Z'],
  ['weekly', 'Pacific/Pago_Pago', '2026-11-22T10:00:00Z', '2026-11-23T11:00:00Z'],
  ['weekly', 'UTC', '2026-11-23T00:00:00Z', '2026-11-23T00:00:00Z'],
];

for (const [cadence, zone, due, end] of moves)
  test(`a ${cadence} report that was due at ${due} ends at ${end} after the account moved to ${zone}`, () => {
    assert.equal(new Date(dueEnd(cadence, zone, Date.parse(due))).toISOString(), end.replace('Z', '.000Z'));
  });

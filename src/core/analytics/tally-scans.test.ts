import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeEvent, type LedgerBatch, type ScanFacts } from '../ledger-record.ts';
import { tallyScans } from './tally-scans.ts';

const facts: ScanFacts = {
  scannedAtMs: Date.parse('2026-11-16T12:20:00Z'),
  country: 'DE',
  device: 'ios',
  browser: 'Safari',
  system: null,
  referrerHost: null,
  visitor: 'v1',
  rule: null,
  language: null,
};
const batchOf = (events: LedgerBatch['events'], grants = [2 * events.length]): LedgerBatch => ({
  qr_ids: ['code'],
  grants,
  events,
});
const nobody = () => undefined;

test('a scan is counted once in the total and once in every dimension, under its value or the empty one', () => {
  const { days, visitors } = tallyScans([batchOf([encodeEvent(1, 1, { ...facts, rule: 2 })])], nobody);
  assert.deepEqual(
    days.map(({ dimension, value, scans, subjectId, day }) => [dimension, value, scans, subjectId, day]),
    [
      ['total', '', 1, 'code', '2026-11-16'],
      ['country', 'DE', 1, 'code', '2026-11-16'],
      ['device', 'ios', 1, 'code', '2026-11-16'],
      ['system', '', 1, 'code', '2026-11-16'],
      ['browser', 'Safari', 1, 'code', '2026-11-16'],
      ['referrer', '', 1, 'code', '2026-11-16'],
      ['rule', '2', 1, 'code', '2026-11-16'],
    ],
  );
  assert.deepEqual(visitors, [{ subjectId: 'code', day: '2026-11-16', visitor: 'v1' }]);
});

test('scans are grouped by quarter hours in UTC', () => {
  const at = (text: string, nth: number) =>
    encodeEvent(1, nth, { ...facts, scannedAtMs: Date.parse(`2026-11-16T${text}Z`) });
  const batch = batchOf([at('00:00:00', 1), at('00:14:59.999', 2), at('00:15:00', 3), at('23:59:59', 4)]);
  const [total] = tallyScans([batch], nobody).days;
  assert.deepEqual(
    [...(total?.slots ?? [])],
    [
      [0, 2],
      [1, 1],
      [95, 1],
    ],
  );
  assert.equal(total?.scans, 4);
});

test('the same value on the same day is added up over batches, and days stay separate', () => {
  const tomorrow = { ...facts, scannedAtMs: facts.scannedAtMs + 86_400_000 };
  const batches = [
    batchOf([encodeEvent(1, 1, facts)]),
    batchOf([encodeEvent(1, 1, facts), encodeEvent(1, 2, tomorrow)]),
  ];
  const totals = tallyScans(batches, nobody).days.filter(({ dimension }) => dimension === 'total');
  assert.deepEqual(
    totals.map(({ day, scans }) => [day, scans]),
    [
      ['2026-11-16', 2],
      ['2026-11-17', 1],
    ],
  );
});

test('scans of a code also count for its project', () => {
  const batch: LedgerBatch = {
    qr_ids: ['a', 'b', 'c'],
    grants: [2, 2, 2],
    events: [encodeEvent(1, 1, facts), encodeEvent(2, 1, facts), encodeEvent(3, 1, facts)],
  };
  const { days, visitors } = tallyScans([batch], (qrId) => (qrId === 'c' ? undefined : 'project'));
  const totals = days.filter(({ dimension }) => dimension === 'total');
  assert.deepEqual(Object.fromEntries(totals.map(({ subjectId, scans }) => [subjectId, scans])), {
    a: 1,
    project: 2,
    b: 1,
    c: 1,
  });
  // One visitor of the project, with scans of two codes.
  assert.deepEqual(
    visitors.map(({ subjectId }) => subjectId),
    ['a', 'project', 'b', 'c'],
  );
});

test('scans that were not counted are missing', () => {
  const events = [encodeEvent(1, 1, facts), encodeEvent(1, 2, facts)];
  assert.equal(tallyScans([batchOf(events, [2])], nobody).days[0]?.scans, 1);
  assert.deepEqual(tallyScans([batchOf(events, [-1])], nobody), { days: [], visitors: [] });
  assert.deepEqual(tallyScans([], nobody), { days: [], visitors: [] });
});

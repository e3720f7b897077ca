import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  decodeEvent,
  decodeGrant,
  encodeEvent,
  encodeGrant,
  keepCounted,
  moveEvents,
  readBatch,
  staleGrant,
} from './ledger-record.ts';

const grant = fc.record(
  {
    isStale: fc.constant(false),
    isUnsettled: fc.constant(false),
    counted: fc.nat(1_000),
    isFull: fc.boolean(),
  },
  { noNullPrototype: true },
);
const facts = fc.record(
  {
    scannedAtMs: fc.nat(2 ** 42),
    country: fc.option(fc.constantFrom('DE', 'JP')),
    device: fc.option(fc.constantFrom('ios', 'desktop')),
    browser: fc.option(fc.string()),
    system: fc.option(fc.string()),
    referrerHost: fc.option(fc.string()),
    visitor: fc.string(),
    rule: fc.option(fc.integer({ min: 1, max: 20 })),
    language: fc.option(fc.string()),
  },
  { noNullPrototype: true },
);

test('a grant and an event come back as they were written', () => {
  fc.assert(fc.property(grant, (value) => assert.deepEqual(decodeGrant(encodeGrant(value)), value)));
  fc.assert(
    fc.property(facts, fc.nat(), fc.nat(), (value, place, nth) => {
      const event = encodeEvent(place, nth, value);
      assert.deepEqual(event.slice(0, 2), [place, nth]);
      assert.deepEqual(decodeEvent(event), value);
    }),
  );
});

test('scans with outdated knowledge are not counted', () => {
  const stale = { isStale: true, isUnsettled: false, counted: 0, isFull: false };
  assert.equal(encodeGrant({ isStale: true, isUnsettled: false, counted: 7, isFull: true }), staleGrant);
  assert.deepEqual(decodeGrant(staleGrant), stale);
});

test('an event from before rules and languages were recorded has none', () => {
  const old = [1, 1, 5, null, null, null, null, null, 'v'] as const;
  assert.partialDeepStrictEqual(decodeEvent([...old]), { rule: null, language: null });
});

const plain = {
  scannedAtMs: 5,
  country: null,
  device: null,
  browser: null,
  system: null,
  referrerHost: null,
  visitor: 'v',
  rule: null,
  language: null,
};
const events = [
  encodeEvent(1, 1, plain),
  encodeEvent(1, 2, plain),
  encodeEvent(2, 1, plain),
  encodeEvent(3, 1, plain),
];

test('per code, as many events are kept as scans were counted', () => {
  const grants = [2, staleGrant, 3].map(decodeGrant);
  assert.deepEqual(keepCounted(events, grants), [events[0], events[3]]);
  const batch = { qr_ids: ['a', 'b', 'c'], grants: [2, staleGrant, 3], events };
  assert.deepEqual(
    [...readBatch(batch)].map(([qrId]) => qrId),
    ['a', 'c'],
  );
});

test('events of some codes get the places of these codes in a smaller batch', () => {
  assert.deepEqual(moveEvents(events, [3, 1]), [
    encodeEvent(2, 1, plain),
    encodeEvent(2, 2, plain),
    encodeEvent(1, 1, plain),
  ]);
});

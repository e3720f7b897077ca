import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backOffMs } from './back-off.ts';
import { isPartialVerdict, safe, type Verdict, worstVerdict } from './verdict.ts';

const at = (ms: number) => new Date(ms);
const unsafe: Verdict = { kind: 'unsafe', provider: 'p', threat: 't', detail: 'd', validUntil: null };
const unverified: Verdict = { kind: 'unverified', provider: 'p', detail: 'd', validUntil: at(1) };

test('the worst verdict wins, whatever its order', () => {
  assert.deepEqual(worstVerdict([]), safe);
  assert.deepEqual(worstVerdict([safe, unverified]), unverified);
  assert.deepEqual(worstVerdict([unverified, safe]), unverified);
  assert.deepEqual(worstVerdict([unsafe, unverified, safe]), unsafe);
  assert.deepEqual(worstVerdict([unverified, unsafe]), unsafe);
});

test('among equals, the one that has to be asked again first', () => {
  const [early, late]: [Verdict, Verdict] = [
    { kind: 'safe', validUntil: at(5) },
    { kind: 'safe', validUntil: at(9) },
  ];
  assert.deepEqual(worstVerdict([late, early]), early);
  assert.deepEqual(worstVerdict([early, late]), early);
  assert.deepEqual(worstVerdict([{ ...unsafe, validUntil: at(3) }, unsafe]), {
    ...unsafe,
    validUntil: at(3),
  });
});

test('a partial result stays partial, unless it is worse', () => {
  const partial: Verdict = { kind: 'safe', validUntil: at(9), isPartial: true };
  assert.ok(isPartialVerdict(worstVerdict([partial, { kind: 'safe', validUntil: at(5) }])));
  assert.deepEqual(worstVerdict([partial, unsafe]), unsafe);
  assert.ok(!isPartialVerdict(unsafe));
  assert.ok(!isPartialVerdict(safe));
});

test('the wait after failures doubles, from a quarter of an hour up to a day', () => {
  const minute = 60_000;
  assert.equal(backOffMs(1, 0), 15 * minute);
  assert.equal(backOffMs(1, 0.5), 22.5 * minute);
  assert.equal(backOffMs(3, 0), 60 * minute);
  assert.equal(backOffMs(20, 0), 24 * 60 * minute);
});

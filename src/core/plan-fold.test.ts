import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type OpenRow, planFold, sumOpenScans } from './plan-fold.ts';

function open(
  openId: number,
  codes: [qrId: string, scans: number, version: number][],
  isReplayed = false,
): OpenRow {
  return {
    openId,
    recordedOn: '2027-01-31',
    batchId: `batch ${openId}`,
    qrIds: codes.map(([qrId]) => qrId),
    scans: codes.map(([, scans]) => scans),
    versions: codes.map(([, , version]) => version),
    isReplayed,
  };
}

const rows = [
  open(1, [
    ['a', 2, 1],
    ['b', 1, 7],
    ['c', 0, 1],
  ]),
  open(2, [['a', 3, 2]]),
];

describe('folding', () => {
  test('no limit waits for replayed scans', () => {
    const sums = sumOpenScans([open(1, [['a', 2, 1]]), open(2, [['a', 3, 1]], true)]);
    assert.deepEqual([...sums], [['a', { scans: 5, awaited: 2 }]]);
  });

  test('adds the scans of all rows to their code and numbers them in order', () => {
    assert.deepEqual(
      [...sumOpenScans([...rows].reverse())],
      [
        ['a', { scans: 5, awaited: 5 }],
        ['b', { scans: 1, awaited: 1 }],
      ],
    );
    const plan = planFold(
      rows,
      new Map([
        ['a', 10],
        ['b', 0],
      ]),
      () => true,
    );
    assert.deepEqual(plan.numbers, [
      {
        recordedOn: '2027-01-31',
        batchId: 'batch 1',
        qrIds: ['a', 'b'],
        firstNumbers: [11, 1],
        scans: [2, 1],
        versions: [1, 7],
      },
      {
        recordedOn: '2027-01-31',
        batchId: 'batch 2',
        qrIds: ['a'],
        firstNumbers: [13],
        scans: [3],
        versions: [2],
      },
    ]);
    assert.deepEqual([plan.doneIds, plan.left], [[1, 2], []]);
  });

  test('leaves the scans of a code that is locked by another transaction', () => {
    const plan = planFold(rows, new Map([['b', 4]]), () => true);
    assert.deepEqual(
      plan.numbers.map(({ qrIds, firstNumbers }) => [qrIds, firstNumbers]),
      [[['b'], [5]]],
    );
    assert.deepEqual(plan.left, [
      { openId: 1, scans: [2, 0, 0] },
      { openId: 2, scans: [3] },
    ]);
    assert.deepEqual(plan.doneIds, []);
  });

  test('drops the scans of a code that was erased', () => {
    const plan = planFold(rows, new Map([['a', 0]]), (qrId) => qrId !== 'b');
    assert.deepEqual([plan.doneIds, plan.left], [[1, 2], []]);
    assert.deepEqual(
      plan.numbers.map(({ qrIds }) => qrIds),
      [['a'], ['a']],
    );
  });
});

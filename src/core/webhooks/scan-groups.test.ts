import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type NumberedGroup, planGroups, scansPerGroup } from './scan-groups.ts';

const made = (eventId: string, firstNumber: number, lastNumber: number): NumberedGroup => ({
  eventId,
  firstNumber,
  lastNumber,
});

test('groups that exist are used whole, and what no group holds gets new ones', () => {
  assert.deepEqual(
    planGroups([made('a', 3, 8), made('b', 20, 30)], { after: 4, through: 200, most: 10 }).map(
      ({ eventId, firstNumber, lastNumber }) => [eventId, firstNumber, lastNumber],
    ),
    [
      ['a', 3, 8],
      [null, 9, 19],
      ['b', 20, 30],
      [null, 31, 105],
      [null, 106, 180],
      [null, 181, 200],
    ],
  );
});

test('there is nothing to send after the last number', () => {
  assert.deepEqual(planGroups([], { after: 7, through: 7, most: 10 }), []);
  assert.deepEqual(planGroups([made('a', 8, 9)], { after: 7, through: 7, most: 10 }), []);
});

test('every plan has each number once and goes on where it ended', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 100 })), {
        maxLength: 10,
      }),
      fc.nat(300),
      fc.nat(1_500),
      fc.integer({ min: 1, max: 5 }),
      (shape, after, through, most) => {
        const groups: NumberedGroup[] = [];
        for (const [gap, size] of shape) {
          const first = (groups.at(-1)?.lastNumber ?? 0) + 1 + gap;
          groups.push(made(`${first}`, first, first + size - 1));
        }
        const covered: number[] = [];
        let at = after;
        for (;;) {
          const kept = groups.filter(({ lastNumber }) => lastNumber > at).slice(0, most);
          const plan = planGroups(kept, { after: at, through, most });
          if (plan.length === 0) break;
          assert.ok(plan.length <= most);
          for (const { eventId, firstNumber, lastNumber } of plan) {
            assert.ok(eventId !== null || lastNumber - firstNumber < scansPerGroup);
            for (let number = firstNumber; number <= lastNumber; number++) covered.push(number);
          }
          at = Math.max(at, plan.at(-1)?.lastNumber ?? at);
        }
        const wanted = covered.filter((number) => number > after && number <= through);
        assert.deepEqual(
          wanted,
          Array.from({ length: Math.max(0, through - after) }, (_, nth) => after + 1 + nth),
        );
        assert.equal(new Set(covered).size, covered.length);
      },
    ),
  );
});

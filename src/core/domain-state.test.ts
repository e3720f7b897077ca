import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type DomainFinding,
  failingDays,
  heldDays,
  heldUntilMs,
  isServing,
  type KnownDomain,
  nextDomainStep,
} from './domain-state.ts';

const nowMs = Date.parse('2026-11-16T12:00:00Z');
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const right: DomainFinding = { kind: 'right' };
const wrong: DomainFinding = { kind: 'wrong', problem: 'another address' };
const unknown: DomainFinding = { kind: 'unknown', problem: 'no answer' };
const known = (state: KnownDomain['state'], changes: Partial<KnownDomain> = {}): KnownDomain => ({
  state,
  failures: 0,
  failingSinceMs: null,
  lapsedAtMs: null,
  ...changes,
});
const states = ['pending', 'verified', 'failing', 'lapsed'] as const;

test('a domain serves while it is verified or failing', () => {
  assert.deepEqual(states.filter(isServing), ['verified', 'failing']);
});

test('correct records verify every domain, and the next check is a day later', () => {
  for (const state of states)
    assert.deepEqual(
      nextDomainStep(known(state, { failures: 3, failingSinceMs: 1, lapsedAtMs: 2 }), right, nowMs),
      {
        state: 'verified',
        failures: 0,
        failingSinceMs: null,
        lapsedAtMs: null,
        problem: null,
        nextCheckMs: nowMs + dayMs,
      },
    );
});

test('a claim waits until it is verified, whatever DNS says', () => {
  for (const finding of [wrong, unknown])
    assert.deepEqual(nextDomainStep(known('pending', { failures: 40 }), finding, nowMs), {
      ...known('pending', { failures: 41 }),
      problem: finding.problem,
      nextCheckMs: nowMs + 6 * hourMs,
    });
});

test('checks start after a minute and double their interval, up to six hours', () => {
  const pauses = Array.from({ length: 11 }, (_, failures) => {
    const { nextCheckMs } = nextDomainStep(known('pending', { failures }), wrong, nowMs);
    return (nextCheckMs - nowMs) / minuteMs;
  });
  assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
});

test('a wrong response makes a verified domain fail at once, and it keeps serving', () => {
  const step = nextDomainStep(known('verified'), wrong, nowMs);
  assert.deepEqual([step.state, step.failingSinceMs, step.failures], ['failing', nowMs, 1]);
});

test('missing responses make a verified domain fail only after twelve in a row', () => {
  assert.equal(nextDomainStep(known('verified', { failures: 10 }), unknown, nowMs).state, 'verified');
  const step = nextDomainStep(known('verified', { failures: 11 }), unknown, nowMs);
  assert.deepEqual([step.state, step.failingSinceMs], ['failing', nowMs]);
});

test('a failing domain lapses after fourteen days because of a wrong response, and never because of missing ones', () => {
  const since = (ms: number) => known('failing', { failures: 5, failingSinceMs: nowMs - ms });
  const graceMs = failingDays * dayMs;
  assert.equal(failingDays, 14);
  assert.equal(nextDomainStep(since(graceMs - 1), wrong, nowMs).state, 'failing');
  assert.equal(nextDomainStep(since(10 * graceMs), unknown, nowMs).state, 'failing');
  const lapsed = nextDomainStep(since(graceMs), wrong, nowMs);
  assert.deepEqual(
    [lapsed.state, lapsed.lapsedAtMs, lapsed.nextCheckMs, lapsed.problem],
    ['lapsed', nowMs, nowMs + dayMs, wrong.problem],
  );
  // Without a start time, the failure has just begun.
  assert.equal(nextDomainStep(known('failing'), wrong, nowMs).state, 'failing');
});

test('a lapsed domain is checked every day, and keeps the time when it lapsed', () => {
  const step = nextDomainStep(known('lapsed', { failures: 2, lapsedAtMs: 7 }), unknown, nowMs);
  assert.deepEqual(
    [step.state, step.lapsedAtMs, step.failures, step.nextCheckMs],
    ['lapsed', 7, 3, nowMs + dayMs],
  );
});

test('nobody else gets a lapsed domain for thirty days', () => {
  assert.equal(heldDays, 30);
  assert.equal(heldUntilMs(nowMs), nowMs + 30 * dayMs);
});

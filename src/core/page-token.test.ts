import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openPageToken, sealPageToken } from './page-token.ts';

const authenticate = (message: Uint8Array) => [createHmac('sha256', 'key').update(message).digest()];
const scope = { accountId: 'a', endpoint: 'projects', filters: '' };
const cursor = { createdAtMs: Date.UTC(2026, 10, 15), id: randomUUID() };
const nowMs = Date.UTC(2026, 10, 16);
const token = sealPageToken(authenticate, scope, cursor, nowMs);
const dayMs = 24 * 60 * 60 * 1000;

test('a token returns its place for 24 hours', () => {
  assert.deepEqual(openPageToken(authenticate, scope, token, nowMs), cursor);
  assert.deepEqual(openPageToken(authenticate, scope, token, nowMs + dayMs), cursor);
  assert.equal(openPageToken(authenticate, scope, token, nowMs + dayMs + 1), null);
});

test('a token is worthless for another account, endpoint, filter or key', () => {
  const others = [
    { ...scope, accountId: 'b' },
    { ...scope, endpoint: 'qr-codes' },
    { ...scope, filters: 'status=active' },
    { accountId: 'a","projects', endpoint: '', filters: '' },
  ];
  for (const other of others) assert.equal(openPageToken(authenticate, other, token, nowMs), null);
  const otherKey = (message: Uint8Array) => [createHmac('sha256', 'other').update(message).digest()];
  assert.equal(openPageToken(otherKey, scope, token, nowMs), null);
  const bothKeys = (message: Uint8Array) => [...otherKey(message), ...authenticate(message)];
  assert.deepEqual(openPageToken(bothKeys, scope, token, nowMs), cursor);
});

test('a token with a changed, added or missing character is refused', () => {
  for (let index = 0; index < token.length; index++) {
    const other = token[index] === 'A' ? 'B' : 'A';
    const changed = token.slice(0, index) + other + token.slice(index + 1);
    assert.equal(openPageToken(authenticate, scope, changed, nowMs), null);
  }
  for (const other of [
    '',
    'A',
    token.slice(1),
    `${token}A`,
    `${token}=`,
    `${token}==`,
    ` ${token}`,
    token.toLowerCase(),
  ]) {
    assert.equal(openPageToken(authenticate, scope, other, nowMs), null);
  }
});

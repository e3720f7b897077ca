import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { formatIdentifier, parseIdentifier } from './identifier.ts';

test('an identifier is its prefix and 26 characters of Crockford base 32, and leads back to its UUID', () => {
  for (let round = 0; round < 500; round++) {
    const uuid = randomUUID();
    const identifier = formatIdentifier('prj', uuid);
    assert.match(identifier, /^prj_[0-9A-HJKMNP-TV-Z]{26}$/);
    assert.equal(parseIdentifier('prj', identifier), uuid);
  }
  const largest = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  assert.equal(formatIdentifier('acc', largest), 'acc_7ZZZZZZZZZZZZZZZZZZZZZZZZZ');
  assert.equal(parseIdentifier('acc', 'acc_7ZZZZZZZZZZZZZZZZZZZZZZZZZ'), largest);
});

test('identifiers sort like the UUIDs they stand for', () => {
  const uuids = Array.from({ length: 200 }, () => randomUUID()).sort();
  const identifiers = uuids.map((uuid) => formatIdentifier('key', uuid));
  assert.deepEqual(identifiers, identifiers.toSorted());
});

test('anything but an identifier of the right kind is unknown', () => {
  const good = formatIdentifier('prj', randomUUID());
  const wrong = [
    '',
    'prj_',
    good.slice(0, -1),
    `${good}0`,
    good.toLowerCase(),
    good.replace('prj_', 'acc_'),
    `prj_8${good.slice(5)}`,
    `prj_${'I'.repeat(26)}`,
    `${good}\n`,
    'prj_00000000-0000-0000-0000-000000000000',
  ];
  for (const text of wrong) assert.equal(parseIdentifier('prj', text), null, text);
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { HashList, hashRun, isSortedRun } from './hash-list.ts';

/** Few values per byte, so that entries repeat, are adjacent, and share prefixes. */
const entry = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length, max: 3 })
    .map((bytes) => Buffer.from(bytes).toString('hex'));
const entries = fc.array(fc.oneof(entry(4), entry(5), entry(8)), { maxLength: 40 });

function listOf(hex: Iterable<string>): HashList {
  const byLength = Map.groupBy(hex, (text) => text.length / 2);
  return new HashList(
    [...byLength].map(([length, texts]) => hashRun(length, Buffer.from(texts.join(''), 'hex'))),
  );
}

const hexOf = (list: HashList) => Array.from(list.entries(), (bytes) => Buffer.from(bytes).toString('hex'));
const without = (hex: string[], other: string[]) => hex.filter((text) => !other.includes(text));
const sorted = (hex: Iterable<string>) => [...new Set(hex)].sort();

describe('a list of hashes behaves like a set', () => {
  test('entries are sorted by bytes, without duplicates', () => {
    fc.assert(
      fc.property(entries, (hex) => {
        const list = listOf(hex);
        assert.deepEqual(hexOf(list), sorted(hex));
        assert.equal(list.size, new Set(hex).size);
        assert.ok(list.runs.every(isSortedRun));
      }),
    );
  });

  test('it finds the entries that are a prefix of a hash, shortest first, and nothing else', () => {
    fc.assert(
      fc.property(entries, entry(8), (hex, hash) => {
        const found = listOf(hex).find(Buffer.from(hash, 'hex'));
        const expected = sorted(hex)
          .sort((a, b) => a.length - b.length)
          .find((text) => hash.startsWith(text));
        assert.equal(found === null ? undefined : Buffer.from(found).toString('hex'), expected);
      }),
    );
  });

  test('a change removes and adds entries; an entry in both is added', () => {
    fc.assert(
      fc.property(entries, entries, entries, (old, added, removed) => {
        const list = listOf(old);
        const changed = list.change(listOf(added), listOf(removed));
        assert.deepEqual(hexOf(changed), sorted([...without(old, removed), ...added]));
        assert.deepEqual(hexOf(list), sorted(old), 'the old list is as it was');
      }),
    );
  });

  test('without() removes the entries of another list', () => {
    fc.assert(
      fc.property(entries, entries, (hex, other) => {
        assert.deepEqual(hexOf(listOf(hex).without(listOf(other))), sorted(without(hex, other)));
      }),
    );
  });

  test('an empty list has nothing', () => {
    assert.equal(HashList.empty.size, 0);
    assert.deepEqual(hexOf(HashList.empty), []);
    assert.equal(HashList.empty.find(new Uint8Array(8)), null);
  });

  test('a part of a buffer can be sorted', () => {
    const buffer = Buffer.from('ffffffff0000000200000001', 'hex');
    assert.equal(Buffer.from(hashRun(4, buffer.subarray(4)).bytes).toString('hex'), '0000000100000002');
  });

  test('an unsorted run, or one with duplicates, is not sorted', () => {
    const run = (hex: string) => ({ length: 4, bytes: Buffer.from(hex, 'hex') });
    assert.ok(isSortedRun(run('')));
    assert.ok(isSortedRun(run('00000001')));
    assert.ok(isSortedRun(run('0000000100000002')));
    assert.ok(!isSortedRun(run('0000000200000001')));
    assert.ok(!isSortedRun(run('0000000100000001')));
    assert.ok(!isSortedRun(run('000000010000000300000002')));
  });
});

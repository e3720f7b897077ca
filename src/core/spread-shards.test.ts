import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { spreadShards } from './spread-shards.ts';

const all = (server: string | null) => Array<string | null>(256).fill(server);
const moved = (before: (string | null)[], after: (string | null)[]) =>
  before.filter((server, shard) => server !== after[shard]).length;

function sizes(map: (string | null)[]): number[] {
  return [...Map.groupBy(map, (server) => server).values()].map(({ length }) => length).sort((a, b) => a - b);
}

describe('shards are spread', () => {
  test('evenly over any number of servers', () => {
    assert.deepEqual(sizes(spreadShards(all(null), ['a'])), [256]);
    assert.deepEqual(sizes(spreadShards(all(null), ['a', 'b'])), [128, 128]);
    assert.deepEqual(sizes(spreadShards(all(null), ['a', 'b', 'c'])), [85, 85, 86]);
  });

  test('and no more of them move than have to', () => {
    const two = spreadShards(all(null), ['a', 'b']);
    assert.equal(moved(two, spreadShards(two, ['b', 'a'])), 0);
    const three = spreadShards(two, ['a', 'b', 'c']);
    assert.deepEqual(sizes(three), [85, 85, 86]);
    assert.equal(moved(two, three), three.filter((server) => server === 'c').length);
    const back = spreadShards(three, ['a', 'b']);
    assert.deepEqual(sizes(back), [128, 128]);
    assert.equal(moved(three, back), three.filter((server) => server === 'c').length);
  });

  test('back to the first server when none is left', () => {
    assert.deepEqual(spreadShards(all('a'), []), all(null));
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { csvRows, damagedCsvRows } from '#platform/csv-rows.ts';

async function all<Row>(rows: AsyncGenerator<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

describe('rows of a valid file', () => {
  test('can have quotes, both line endings, and no byte order mark', async () => {
    assert.deepEqual(await all(csvRows('\ufeffa,b\r\n1,"x, ""y""\nz"\n\n3\n')), [
      ['a', 'b'],
      ['1', 'x, "y"\nz'],
      ['3'],
    ]);
  });

  test('keep every character, wherever the file is cut into pieces', async () => {
    for (let shift = 0; shift < 4; shift++) {
      const text = `${'x'.repeat(shift)}${'🍜'.repeat(40_000)}`;
      assert.deepEqual(await all(csvRows(`name\n${text}\n`)), [['name'], [text]]);
    }
  });

  test('end at the first mistake, with its line number', async () => {
    for (const text of ['a,b\n1,"x"y\n', 'a,b\n1,"never closes\n2,3\n', 'a,b\n1,2,3\n'])
      await assert.rejects(all(csvRows(text)), /line/, text);
  });
});

test('a damaged file returns its readable rows, and null for the others', async () => {
  assert.deepEqual(await all(damagedCsvRows('a,b\n1,"x"y\n3,4\n')), [
    ['a', 'b'],
    ['1', '"x"y'],
    ['3', '4'],
  ]);
  assert.deepEqual(await all(damagedCsvRows('a,b\n1,"never closes\n3,4\n')), [['a', 'b'], null]);
});

test('other work continues while a long file is read', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  await all(damagedCsvRows('"1","https://example.com/"\n'.repeat(100_000)));
  clearInterval(timer);
  assert.ok(turns > 5, `${turns} turns`);
});

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('..', import.meta.url);
const text = readFileSync(new URL('docs/conformance.md', root), 'utf8');
const rows = [...text.matchAll(/^\| ([A-Z]\S*(?: [a-z]+)?(?: [\d.]+)?) \| (.+?) \| (.+) \|$/gm)]
  .map(([, ref = '', statement = '', tests = '']) => ({ ref, statement, tests }))
  .filter(({ ref }) => ref !== 'Ref');

/** The decisions that concern existing features. Grows with every feature. */
const decisionsInScope = [...range(1, 74), ...range(78, 82)].map((number) => `D${number}`);

/** The numbered parts of the specification that concern existing features. */
const statementsInScope = [
  ...range(1, 9).map((number) => `Auth ${number}`),
  ...range(1, 5).map((number) => `Pagination ${number}`),
  ...range(1, 3).map((number) => `Versioning ${number}`),
  ...range(1, 6).map((number) => `Errors ${number}`),
  ...range(1, 5).map((number) => `QR ${number}`),
  ...range(1, 4).map((number) => `Rule ${number}`),
  ...range(1, 3).map((number) => `Status ${number}`),
  ...range(1, 3).map((number) => `Patch ${number}`),
  'Service 1',
  'Service 2',
  'Render 1',
  'Render 2',
  'Archived project 1',
  'Create 1',
  'Create 2',
  'List 1',
  'List 2',
  'Get 1',
  'Get 2',
  'Tenants 1',
  ...range(1, 6).map((number) => `Project ${number}`),
  'Endpoints 1',
  'Limits 1',
  ...range(1, 5).map((number) => `Scan ${number}`),
  ...range(1, 11).map((number) => `V2 1.${number}`),
  'V2 3.1',
  ...range(1, 7).map((number) => `V2 4.${number}`),
  ...range(1, 3).map((number) => `V2 5.${number}`),
  ...range(1, 6).map((number) => `V2 6.${number}`),
  ...range(1, 5).map((number) => `V2 7.${number}`),
  ...range(1, 6).map((number) => `V2 2.${number}`),
  'V2 8.1',
  'V2 8.2',
  'V2 8.3',
  'V2 8.4',
  'V2 8.5',
  'V2 8.6',
  'V2 8.7',
  'V2 8.8',
  'V2 8.9',
  'V2 8.10',
];

test('every statement and decision in scope has exactly one row', () => {
  const refs = rows.map(({ ref }) => ref);
  assert.deepEqual(refs.toSorted(), [...new Set(refs)].toSorted());
  for (const ref of [...decisionsInScope, ...statementsInScope])
    assert.ok(refs.includes(ref), `${ref} has no row`);
});

test('every row names at least one test, and each named test exists', () => {
  for (const { ref, tests } of rows) {
    const named = tests.split('<br>').map((entry) => /^`([^`]+)`: (.+)$/.exec(entry.trim()));
    assert.ok(named.length > 0);
    for (const match of named) {
      assert.ok(match, `${ref}: "${tests}" is not \`file\`: name`);
      const [, file = '', name = ''] = match;
      assert.ok(existsSync(new URL(file, root)), `${ref}: ${file} does not exist`);
      assert.ok(
        testNames(file).some((pattern) => pattern.test(name)),
        `${ref}: ${file} has no test "${name}"`,
      );
    }
  }
});

/** Names as in the file; a computed number may be left out or written as *. */
function testNames(file: string): RegExp[] {
  const source = readFileSync(new URL(file, root), 'utf8');
  const literals = [...source.matchAll(/\btest\(\s*(['`])((?:(?!\1).)+)\1/g)].map(([, , name = '']) => name);
  const titles = [...source.matchAll(/\[\s*'([^']+)',/g)].map(([, name = '']) => name);
  return [...literals, ...titles].map((name) => {
    const escaped = name.replaceAll(/[.*+?^()|[\]\\]/g, '\\$&').replaceAll(/\$\{[^}]+\}/g, '.*');
    return new RegExp(`^${escaped.replace(/^\.\* /, '')}$`);
  });
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

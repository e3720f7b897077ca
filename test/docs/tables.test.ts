import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { conditionKinds, conditions } from '#core/rules/conditions.ts';

test('the table of conditions in rules.md says what the registry says', () => {
  const rows = conditionKinds.map((kind) => {
    const { fields, summary, isCombinable } = conditions[kind];
    const names = Object.keys(fields).map((name) => `\`${name}\``);
    return `| \`${kind}\` | ${names.join(', ')} | ${summary}${isCombinable ? '' : ' Can’t be combined.'} |`;
  });
  compareTable('docs/rules.md', ['| Condition | Fields | Matches |', '|---|---|---|', ...rows]);
});

/** Compares the table under the first of these lines; writes it if we are asked to. */
function compareTable(file: string, expected: string[]): void {
  const path = new URL(`../../${file}`, import.meta.url);
  const lines = readFileSync(path, 'utf8').split('\n');
  const start = lines.indexOf(expected[0] ?? '');
  assert.notEqual(start, -1, `${file} has no table with the header ${expected[0]}`);
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  if (process.env['UPDATE_GENERATED'])
    writeFileSync(path, lines.toSpliced(start, length, ...expected).join('\n'));
  else
    assert.deepEqual(lines.slice(start, start + length), expected, `${file} is stale; run: npm run openapi`);
}

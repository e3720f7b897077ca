import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { conditionKinds, conditions } from '#core/rules/conditions.ts';
import { configurationPage } from '../../scripts/configuration-page.ts';
import { drawDiagrams } from '../../scripts/diagrams.ts';

test('the table of conditions in rules.md matches the registry', () => {
  const rows = conditionKinds.map((kind) => {
    const { fields, summary, isCombinable } = conditions[kind];
    const names = Object.keys(fields).map((name) => `\`${name}\``);
    return `| \`${kind}\` | ${names.join(', ')} | ${summary}${isCombinable ? '' : ' Can’t be combined.'} |`;
  });
  compareTable('docs/rules.md', ['| Condition | Fields | Matches |', '|---|---|---|', ...rows]);
});

test('configuration.md lists every setting with the default that the code has', () => {
  const path = new URL('../../docs/configuration.md', import.meta.url);
  if (process.env['UPDATE_GENERATED']) writeFileSync(path, configurationPage());
  else
    assert.equal(
      readFileSync(path, 'utf8'),
      configurationPage(),
      'docs/configuration.md is stale; run: npm run openapi',
    );
});

test('the diagrams of ARCHITECTURE.md are drawn from their sources', async () => {
  for (const [path, svg] of await drawDiagrams())
    assert.equal(readFileSync(path, 'utf8'), svg, `${path} is stale; run: npm run diagrams`);
});

/** Compares the table with these header lines; writes it on request. */
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

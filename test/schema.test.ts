import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { makeSchema, schemaFile, tablesFile } from '../scripts/make-schema.ts';

/** Later versions print some definitions in other words. */
const version = execFileSync('pg_dump', ['--version'], { encoding: 'utf8' });
const skip = !/ 15\./.test(version) && `schema.sql is in the words of PostgreSQL 15, and this is ${version}`;

test('schema.sql and the types of its tables match migrations/', { skip }, async () => {
  const { schema, tables } = await makeSchema();
  const stale = 'is stale: npm run schema';
  assert.ok(schema === readFileSync(schemaFile, 'utf8'), `schema.sql ${stale}`);
  assert.equal(
    withoutLayout(tables),
    withoutLayout(readFileSync(tablesFile, 'utf8')),
    `${tablesFile} ${stale}`,
  );
});

/** Biome lays the file out. */
function withoutLayout(source: string): string {
  return source.replaceAll(/[\s|]+/g, '');
}

test('ARCHITECTURE.md lists every trigger with its rule, and no other', () => {
  const schema = readFileSync(schemaFile, 'utf8');
  const triggers = [...schema.matchAll(/^CREATE (?:CONSTRAINT )?TRIGGER (\w+) .*EXECUTE FUNCTION (\w+)/gm)];
  const page = readFileSync(new URL('../ARCHITECTURE.md', import.meta.url), 'utf8');
  const [, part = ''] = /## Rules that the database enforces\n([\s\S]*?)(?:\n## |$)/.exec(page) ?? [];
  const rows = part.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'));
  const cell = (row: string, column: number) =>
    [...(row.split(' | ')[column] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  const told = rows.flatMap((row) => cell(row, 1).map((trigger) => [trigger, cell(row, 2)] as const));
  assert.deepEqual(new Set(told.map(([name]) => name)), new Set(triggers.map(([, name]) => name)));
  for (const [name, functions] of told) {
    const called = triggers.find(([, trigger]) => trigger === name)?.[2] ?? '';
    assert.ok(functions.includes(called), `${name} calls ${called}`);
  }
});

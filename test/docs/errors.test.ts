import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { errorStatus } from '#core/errors.ts';

const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');

test('the page about errors explains every code with its status, and no other code', () => {
  const sections = [...page.matchAll(/^### (\S+)\n(\d{3})/gm)].map(([, code, status]) => [
    code,
    Number(status),
  ]);
  assert.deepEqual(Object.fromEntries(sections), errorStatus);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseNewProject } from './project-input.ts';

test('a project has a name, and defaults for the rest', () => {
  assert.deepEqual(parseNewProject({ name: ' Spring ' }), {
    ok: true,
    value: { name: 'Spring', description: '', setAsDefault: false },
  });
  assert.deepEqual(parseNewProject({ name: 'A', description: ' B ', set_as_default: true }), {
    ok: true,
    value: { name: 'A', description: 'B', setAsDefault: true },
  });
  assert.ok(parseNewProject({ name: 'n'.repeat(120), description: 'd'.repeat(2_000) }).ok);
});

test('errors name the field', () => {
  const refused: [Record<string, unknown>, string][] = [
    [{}, 'name is required.'],
    [{ name: null }, 'name must be a string.'],
    [{ name: '  ' }, 'name must have 1 to 120 characters; it has 0.'],
    [{ name: 'n'.repeat(121) }, 'name must have 1 to 120 characters; it has 121.'],
    [{ name: 'A', description: 5 }, 'description must be a string.'],
    [
      { name: 'A', description: 'd'.repeat(2_001) },
      'description must have at most 2000 characters; it has 2001.',
    ],
    [{ name: 'A', set_as_default: 'yes' }, 'set_as_default must be a boolean.'],
  ];
  for (const [body, message] of refused)
    assert.partialDeepStrictEqual(
      parseNewProject(body),
      { ok: false, message },
      JSON.stringify(body).slice(0, 60),
    );
});

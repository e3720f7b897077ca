import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTextField } from './text-field.ts';

const bounds = { min: 1, max: 3 };

test('a text is trimmed, and its length counted in code points', () => {
  assert.deepEqual(parseTextField('name', '  ab\t', bounds), { ok: true, value: 'ab' });
  assert.deepEqual(parseTextField('name', '😀😀😀', bounds), { ok: true, value: '😀😀😀' });
  for (const raw of ['', '   ', 'abcd', '😀😀😀😀'])
    assert.equal(parseTextField('name', raw, bounds).ok, false);
});

test('a text that can’t be stored unchanged is refused with the name of its field', () => {
  for (const raw of ['a\0', '\ud800', 'a\udc00']) {
    const parsed = parseTextField('name', raw, bounds);
    assert.ok(!parsed.ok);
    assert.match(parsed.message, /^name /);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryCodes } from './country-codes.ts';

test('all 249 assigned codes of ISO 3166-1 are known, and none that is merely reserved', () => {
  assert.equal(countryCodes.size, 249);
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  for (const code of countryCodes) assert.notEqual(names.of(code), undefined, code);
  for (const code of ['XX', 'EU', 'UK', 'AC', 'XK', 'SU', 'YU', 'AN', 'ZZ', 'TP', 'CS']) {
    assert.equal(countryCodes.has(code), false, code);
  }
});

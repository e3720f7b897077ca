import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryName } from './country-name.ts';

test('a country has its name, what is none stays as it is', () => {
  assert.equal(countryName('DE'), 'Germany');
  assert.equal(countryName(''), 'Unknown');
  assert.equal(countryName('not a code'), 'not a code');
});

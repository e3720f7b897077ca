import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryName } from './country-name.ts';

test('a country code becomes the name of the country; an unknown code is unchanged', () => {
  assert.equal(countryName('DE'), 'Germany');
  assert.equal(countryName(''), 'Unknown');
  assert.equal(countryName('not a code'), 'not a code');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedEncoding } from './accepted-encoding.ts';

test('the best encoding that the client accepts is used, and none that it excludes', () => {
  const cases: [header: string | undefined, encoding: string | null][] = [
    [undefined, null],
    ['', null],
    ['identity', null],
    ['deflate', null],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['GZIP;q=0.5, br;q=0.1', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', null],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['gzip;q=x', null],
  ];
  for (const [header, encoding] of cases) assert.equal(acceptedEncoding(header), encoding, header);
});

test('only available encodings are used', () => {
  assert.equal(acceptedEncoding('br, gzip', ['gzip']), 'gzip');
  assert.equal(acceptedEncoding('br, gzip;q=0', ['gzip']), null);
  assert.equal(acceptedEncoding('br', []), null);
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setParameter } from './url-query.ts';

describe('a parameter of an address', () => {
  const cases: [string, string, string, string, string][] = [
    [
      'is added',
      'https://a.example/menu',
      'utm_source',
      'poster',
      'https://a.example/menu?utm_source=poster',
    ],
    [
      'is replaced',
      'https://a.example/?utm_source=a&x=%zz',
      'utm_source',
      'b c',
      'https://a.example/?x=%zz&utm_source=b%20c',
    ],
    ['is removed', 'https://a.example/?utm_source=a#top', 'utm_source', '', 'https://a.example/#top'],
    [
      'stands before the fragment',
      'https://a.example/#top',
      'utm_source',
      'a',
      'https://a.example/?utm_source=a#top',
    ],
  ];
  for (const [name, url, parameter, value, expected] of cases)
    test(name, () => assert.equal(setParameter(url, parameter, value), expected));
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { forwardQuery, parseForwardedParams } from './forward-query.ts';

describe('parameters that are passed on', () => {
  const utm = ['utm_*', 'table'];
  const cases: [string, string, readonly string[], string, string][] = [
    ['nothing is listed', 'https://a.example/menu', [], 'utm_source=poster', 'https://a.example/menu'],
    [
      'all of utm',
      'https://a.example/menu',
      utm,
      'utm_source=poster&x=1',
      'https://a.example/menu?utm_source=poster',
    ],
    ['a name', 'https://a.example/menu', utm, 'TABLE=1&table=7', 'https://a.example/menu?table=7'],
    [
      'the owner wins',
      'https://a.example/?table=1',
      utm,
      'table=7&utm_id=2',
      'https://a.example/?table=1&utm_id=2',
    ],
    [
      'the owner wins in any spelling',
      'https://a.example/?t%61ble=1',
      utm,
      'table=7',
      'https://a.example/?t%61ble=1',
    ],
    [
      'a fragment stays at the end',
      'https://a.example/#top?x',
      utm,
      'table=7',
      'https://a.example/?table=7#top?x',
    ],
    ['an empty query', 'https://a.example/?', utm, 'table=7', 'https://a.example/?table=7'],
    ['no path', 'https://a.example', utm, 'table=7', 'https://a.example?table=7'],
    [
      'what has a meaning in links is encoded',
      'https://a.example/',
      utm,
      'table=a%26b%23c/../d',
      'https://a.example/?table=a%26b%23c%2F..%2Fd',
    ],
    [
      'a line break stays encoded',
      'https://a.example/',
      utm,
      'table=%0d%0aset-cookie:x',
      'https://a.example/?table=%0D%0Aset-cookie%3Ax',
    ],
    [
      'what cannot be decoded is left out',
      'https://a.example/',
      utm,
      'table=%E0%A4&utm_id=1',
      'https://a.example/?utm_id=1',
    ],
    [
      'the owner wins, written as it may',
      'https://a.example/?table=50%',
      utm,
      'table=90',
      'https://a.example/?table=50%',
    ],
    [
      'a list of PHP is another spelling',
      'https://a.example/?utm_source=a',
      utm,
      'utm_source[]=b',
      'https://a.example/?utm_source=a',
    ],
    [
      'a long one leaves the others',
      'https://a.example/',
      utm,
      `utm_id=${'x'.repeat(2_100)}&table=7`,
      'https://a.example/?table=7',
    ],
  ];
  for (const [name, destination, names, query, expected] of cases)
    test(name, () => assert.equal(forwardQuery(destination, names, query), expected));

  test('are a list of names', () => {
    assert.deepEqual(parseForwardedParams('f', ['utm_*', 'ref', 'ref']), {
      ok: true,
      value: ['utm_*', 'ref'],
    });
    for (const wrong of ['utm_*', [1], ['a b'], ['*'], [''], ['url'], ['Redirect_URI'], Array(21).fill('a')])
      assert.ok(!parseForwardedParams('f', wrong).ok, JSON.stringify(wrong));
  });

  test('never change scheme, host, path, fragment or a parameter of the owner, in 100,000 combinations', () => {
    const name = fc.constantFrom('utm_source', 'utm_', 'table', 'ref', 'a', '__proto__', 'x%20y');
    const value = fc.oneof(
      fc.webQueryParameters(),
      fc.string(),
      fc.constantFrom('//evil.example', '@evil.example', '#', '?', '%2F..', '\\'),
    );
    const query = fc
      .array(fc.tuple(fc.oneof(name, fc.string()), value), { maxLength: 6 })
      .map((pairs) => pairs.map(([key, text]) => `${key}=${text}`).join('&'));
    const destination = fc
      .webUrl({ withQueryParameters: true, withFragments: true })
      .filter((url) => URL.canParse(url));
    const names = fc.array(fc.constantFrom('utm_*', 'table', 'ref', 'a'), { maxLength: 4 });
    fc.assert(
      fc.property(destination, names, query, (url, listed, asked) => {
        const [before, after] = [new URL(url), new URL(forwardQuery(url, listed, asked))];
        for (const part of ['protocol', 'username', 'password', 'host', 'pathname', 'hash'] as const)
          assert.equal(after[part], before[part]);
        const own = [...before.searchParams];
        const all = [...after.searchParams];
        assert.deepEqual(all.slice(0, own.length), own);
        for (const [added] of all.slice(own.length)) {
          assert.ok(listed.includes(added as 'a') || (listed.includes('utm_*') && added.startsWith('utm_')));
          assert.ok(!before.searchParams.has(added));
        }
      }),
      { numRuns: 100_000 },
    );
  });
});

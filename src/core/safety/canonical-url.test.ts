import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { canonicalUrl } from './canonical-url.ts';
import { urlExpressions } from './url-expressions.ts';
import vectors from './web-risk-vectors.test.json' with { type: 'json' };

const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const expressionsOf = (url: string) => {
  const canonical = canonicalUrl(url);
  assert.ok(canonical, url);
  return urlExpressions(canonical);
};

describe('URLs in the form of the threat lists', () => {
  test(`all ${vectors.canonical.length} published examples become their canonical form`, () => {
    for (const [url = '', expected] of vectors.canonical)
      assert.equal(canonicalUrl(bytesOf(url))?.text, expected, JSON.stringify(url));
  });

  test(`all ${vectors.invalid.length} published examples without a host have no canonical form`, () => {
    for (const url of vectors.invalid) assert.equal(canonicalUrl(url), null, JSON.stringify(url));
  });

  test(`all ${vectors.addresses.length} published spellings of addresses are seen as what they are`, () => {
    for (const [host, expected] of vectors.addresses) {
      const canonical = canonicalUrl(`http://${host}/`)?.host ?? '';
      if (expected === null) assert.doesNotMatch(canonical, /^\d+\.\d+\.\d+\.\d+$/, host ?? '');
      else assert.equal(canonical, expected);
    }
  });

  test(`all ${vectors.expressions.length} published examples have their expressions`, () => {
    for (const [url, expected] of vectors.expressions)
      assert.deepEqual(expressionsOf(url as string).sort(), [...(expected as string[])].sort());
    for (const [url, expected] of vectors.hosts) {
      const hosts = expressionsOf(url as string).map((expression) => expression.replace(/\/.*$/, ''));
      assert.deepEqual([...new Set(hosts)], expected);
    }
    for (const [url, expected] of vectors.paths) {
      const paths = expressionsOf(url as string).map((expression) => expression.replace(/^[^/]*/, ''));
      assert.deepEqual([...new Set(paths)].sort(), [...(expected as string[])].sort());
    }
    for (const [url, expected] of vectors.prefixes) {
      const prefixes = expressionsOf(url as string).map((expression) =>
        createHash('sha256').update(expression).digest('hex').slice(0, 8),
      );
      assert.deepEqual(prefixes.sort(), expected);
    }
  });
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { canonicalUrl } from '#core/safety/canonical-url.ts';
import { urlExpressions } from '#core/safety/url-expressions.ts';
import { generatedUrls } from '../support/data/generated-urls.ts';
import { hostileUrls } from '../support/data/hostile-urls.ts';
import { seededRandom } from '../support/data/seeded-random.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { plainExpressions } from './plain-expressions.ts';
import vectors from './web-risk-vectors.json' with { type: 'json' };

const generated = scaled(1_000_000, 20_000);
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

  test(`${generated} generated URLs: idempotent, at most 30 expressions, the same as step by step`, () => {
    const compare = (url: string) => {
      const canonical = canonicalUrl(url);
      const plain = plainExpressions(url);
      assert.equal(canonical?.text, plain?.canonical, JSON.stringify(url));
      if (canonical === null || plain === null) return;
      assert.equal(canonicalUrl(canonical.text)?.text, canonical.text, JSON.stringify(url));
      assert.match(canonical.text, /^[!-~]+$/);
      const expressions = urlExpressions(canonical);
      assert.ok(expressions.length <= 30 && new Set(expressions).size === expressions.length, canonical.text);
      assert.deepEqual(new Set(expressions), new Set(plain.expressions), JSON.stringify(url));
    };
    for (const url of hostileUrls) if (url.isWellFormed()) compare(url);
    let count = 0;
    for (const url of generatedUrls(seededRandom(20_261))) {
      compare(url);
      if (++count === generated) break;
    }
  });
});

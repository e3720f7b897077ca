import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalUrl } from '#core/safety/canonical-url.ts';
import { urlExpressions } from '#core/safety/url-expressions.ts';
import { generatedUrls } from '../support/data/generated-urls.ts';
import { hostileUrls } from '../support/data/hostile-urls.ts';
import { seededRandom } from '../support/data/seeded-random.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { plainExpressions } from './plain-expressions.ts';

const generated = scaled(1_000_000, 20_000);

test(`${generated} generated URLs: idempotent, at most 30 expressions, the same as the reference`, () => {
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

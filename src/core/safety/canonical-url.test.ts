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

  test(`all ${vectors.addresses.length} published spellings of addresses are recognized`, () => {
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

  const more: [url: string, canonical: string | null][] = [
    ['http://[FE80::1]/', 'http://[fe80::1]/'],
    ['http://..[::1]..:80/', 'http://[::1]/'],
    ['http://[::1]x/', 'http://[::1]x/'],
    ['http://x[::1]/', 'http://x[::1]/'],
    ['http://[1:2]/', 'http://[1:2]/'],
    ['http://[::ffff:1.2.3.4]/', 'http://1.2.3.4/'],
    ['http://[::ffff:1.2.3.4:5]/', 'http://[::ffff:1.2.3.4:5]/'],
    ['http://[::1.2.3.4]/', 'http://[::1.2.3.4]/'],
    ['http://...example.com/', 'http://example.com/'],
    ['http://0x7f000001/', 'http://127.0.0.1/'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
    ['http://017700000001/', 'http://127.0.0.1/'],
    ['http://4294967295/', 'http://255.255.255.255/'],
    ['http://4294967296/', 'http://4294967296/'],
    ['http://x1.2.3.4/', 'http://x1.2.3.4/'],
    ['http://1.2.3.4x/', 'http://1.2.3.4x/'],
    ['http://exämple.com/ü', 'http://xn--exmple-cua.com/%C3%BC'],
    ['http://ex%ffample.com/', 'http://ex%FFample.com/'],
    ['http://exämple.com@a.example/', 'http://a.example/'],
    ['http://a.example/b/.', 'http://a.example/b/'],
    ['http://a.example/b/c/..', 'http://a.example/b/'],
    ['http://a.example/b/..', 'http://a.example/'],
    ['http://a.example/b/.c', 'http://a.example/b/.c'],
    ['a.example/http://b.example/', 'http://a.example/http:/b.example/'],
    ['a.example/x:y', 'http://a.example/x:y'],
    ['a.example:80/x', 'http://a.example/x'],
    ['mailto:a@b.example', null],
    ['http://a.example/b\nc', 'http://a.example/bc'],
    ['   ', null],
    [`http://a.example/${'x'.repeat(8_192 - 17)}`, `http://a.example/${'x'.repeat(8_192 - 17)}`],
    [`http://a.example/${'x'.repeat(8_192 - 16)}`, null],
  ];
  for (const [url, canonical] of more)
    test(`${url.slice(0, 60)} becomes ${canonical?.slice(0, 60) ?? 'nothing'}`, () =>
      assert.equal(canonicalUrl(url)?.text ?? null, canonical));

  test('an IP address has one host expression, and an empty query adds none', () => {
    assert.deepEqual(expressionsOf('http://[::1]/a?'), ['[::1]/a', '[::1]/']);
    assert.deepEqual(expressionsOf('http://10.200.30.40/'), ['10.200.30.40/']);
    assert.deepEqual(expressionsOf('http://x.1.2.3.4/'), ['x.1.2.3.4/', '1.2.3.4/', '2.3.4/', '3.4/']);
    assert.deepEqual(expressionsOf('http://1.2.3.4.x/').length, 4);
    assert.deepEqual(expressionsOf('http://a.b.c.d.e.f.g/').length, 5);
  });
});

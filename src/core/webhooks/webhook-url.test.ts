import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWebhookUrl } from './webhook-url.ts';

const parse = (raw: unknown, allowsPrivate = false) => {
  const parsed = parseWebhookUrl(raw, allowsPrivate);
  return parsed.ok ? parsed.value : parsed.message;
};

test('public https on port 443 or above 1023 is accepted, without its fragment', () => {
  assert.equal(parse('https://example.com/hooks?a=1#part'), 'https://example.com/hooks?a=1');
  assert.equal(parse(' https://EXAMPLE.com:443 '), 'https://example.com/');
  assert.equal(parse('https://example.com:1024/'), 'https://example.com:1024/');
  assert.equal(parse('https://[2606:4700::1111]/'), 'https://[2606:4700::1111]/');
});

for (const [raw, reason] of [
  ['http://example.com/', /https/],
  ['ftp://example.com/', /https/],
  ['example.com/hooks', /absolute/],
  [17, /must be a URL/],
  [`https://example.com/${'x'.repeat(2_048)}`, /at most/],
  ['https://me:secret@example.com/', /password/],
  ['https://me@example.com/', /password/],
  ['https://example.com:22/', /port/],
  ['https://example.com:80/', /port/],
  ['https://example.com:1023/', /port/],
  ['https://localhost/', /public/],
  ['https://localhost./', /public/],
  ['https://hooks.internal/', /public/],
  ['https://127.0.0.1/', /public/],
  ['https://2130706433/', /public/],
  ['https://0x7f.1/', /public/],
  ['https://０x7f.1/', /public/],
  ['https://10.1.2.3/', /public/],
  ['https://169.254.169.254/latest/', /public/],
  ['https://[::1]/', /public/],
  ['https://[::ffff:127.0.0.1]/', /public/],
  ['https://[fe80::1]/', /public/],
  ['https://[fe80::1%25eth0]/', /absolute/],
  ['https://[64:ff9b::7f00:1]/', /public/],
  ['https://[2002:7f00:1::]/', /public/],
] as const)
  test(`${String(raw).slice(0, 60)} is refused`, () => assert.match(parse(raw), reason));

test('in development, http and private hosts are accepted', () => {
  assert.equal(parse('http://127.0.0.1:4000/hooks', true), 'http://127.0.0.1:4000/hooks');
  assert.match(parse('ftp://127.0.0.1/', true), /https/);
});

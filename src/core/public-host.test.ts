import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicHost } from './public-host.ts';

/** As a URL says it: the parser's spelling is what is judged. */
const judge = (host: string) => {
  const url = URL.parse(`http://${host}/`);
  return url === null ? null : isPublicHost(url.hostname);
};

const privateHosts = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'printer.local',
  'db.internal',
  'router.lan',
  'x.home.arpa',
  'intranet',
  'intranet.',
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '0177.0.0.1',
  '2130706433',
  '127。0。0。1',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  '[::]',
  '[::1]',
  '[::ffff:7f00:1]',
  '[::ffff:127.0.0.1]',
  '[::127.0.0.1]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[ff02::1]',
  '[64:ff9b::a00:1]',
  '[2002:7f00:1::]',
  '[2002:a00:1::1]',
  '[2001:db8::1]',
  '[2001::1]',
  '[100::1]',
  '[fec0::1]',
  '[64:ff9b:1::808:808]',
  '[2001:2::1]',
  'localhost.localdomain',
  'example.onion',
  '[::ffff:169.254.169.254]',
];
const publicHosts = [
  'example.com',
  'example.com.',
  'sub.example.co.uk',
  'xn--80ak6aa92e.com',
  'аррӏе.com',
  '8.8.8.8',
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '223.255.255.255',
  '[2606:4700::1111]',
  '[2001:4860:4860::8888]',
  '[::ffff:808:808]',
  '[64:ff9b::808:808]',
  'local.example.com',
  'internal.io',
  'mylocalhost.com',
  'lan.de',
];

test('hosts that only some can reach are not public, by any spelling', () => {
  for (const host of privateHosts) assert.equal(judge(host), false, host);
});

test('hosts that everyone can reach are public, up to the borders of the ranges', () => {
  for (const host of publicHosts) assert.equal(judge(host), true, host);
});

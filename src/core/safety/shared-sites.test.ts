import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSharedSite } from './shared-sites.ts';

test('a shared site is never listed as a whole, but a host below it can', () => {
  for (const host of ['google.com', 'www.google.com', 'maps.google.com', 'x.com', 'github.io', 'www.bit.ly'])
    assert.ok(isSharedSite(host), host);
  for (const host of [
    'bad.github.io',
    'shop.myshopify.com',
    'example.com',
    'notgoogle.com',
    'google.com.evil.example',
    'www.example.com',
  ])
    assert.ok(!isSharedSite(host), host);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodePunycode } from './punycode.ts';
import { skeleton } from './skeleton.ts';

test('labels that look alike have one skeleton', () => {
  const pairs = [
    ['paypal', 'раураl'],
    ['paypal', 'paypa1'],
    ['modern', 'rnodern'],
    ['cafe', 'café'],
    ['google', 'g00gle'],
    ['paypal', 'pay\u00adpal'],
  ];
  for (const [one = '', other = ''] of pairs) assert.equal(skeleton(one), skeleton(other), other);
  assert.notEqual(skeleton('paypal'), skeleton('payral'));
});

test('punycode is decoded, and null if it is invalid', () => {
  assert.equal(decodePunycode('xn--mnchen-3ya'), 'münchen');
  assert.equal(decodePunycode('plain'), 'plain');
  assert.equal(decodePunycode('a-xn--b'), 'a-xn--b');
  assert.equal(decodePunycode('xn--\u00fc'), null);
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { makeSlug, parseSlug } from './slug.ts';

test('a slug is qr- and 12 of 32 letters without look-alikes, each equally likely', () => {
  const seen = new Map<string, number>();
  for (let round = 0; round < 20_000; round++) {
    const slug = makeSlug(randomBytes);
    assert.match(slug, /^qr-[0-9a-hjkmnp-tv-z]{12}$/);
    assert.equal(parseSlug(slug), slug);
    for (const letter of slug.slice(3)) seen.set(letter, (seen.get(letter) ?? 0) + 1);
  }
  assert.equal(seen.size, 32);
  const counts = [...seen.values()];
  assert.ok(Math.max(...counts) / Math.min(...counts) < 1.12);
});

test('letter case doesn’t matter; an invalid slug is null', () => {
  assert.equal(parseSlug('QR-8KX2MP4TZ6WN'), 'qr-8kx2mp4tz6wn');
  for (const text of [
    '',
    'qr-',
    'qr-8kx2mp4tz6w',
    'qr-8kx2mp4tz6wnn',
    'qr-8kx2mp4tz6wi',
    'xx-8kx2mp4tz6wn',
    'qr-8kx2mp4tz6wn\n',
  ]) {
    assert.equal(parseSlug(text), null, text);
  }
});

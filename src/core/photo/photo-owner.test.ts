import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type PhotoOwner, photoOwner } from './photo-owner.ts';

const own = { qrId: 'qrc_1', hosts: ['go.example.com', 'menu.example'] };
const slug = 'qr-8kx2mp4tz6wn';

describe('the owner of a code in a photo', () => {
  const cases: [string, string, PhotoOwner, (string | null)?][] = [
    ['the printed link in upper case', `HTTPS://GO.EXAMPLE.COM/${slug.toUpperCase()}`, 'own'],
    ['the link on the domain', `https://menu.example/${slug}`, 'own'],
    ['another scheme, and a slash at its end', `http://go.example.com/${slug}/`, 'own'],
    ['the expected code', `https://menu.example/${slug}`, 'own', 'qrc_1'],
    ['a swapped code', `https://menu.example/${slug}`, 'another', 'qrc_2'],
    ['the same slug on another host', `https://evil.example/${slug}`, 'other_host'],
    ['the slug in a longer path', `https://go.example.com/login/${slug}`, 'other_host'],
    ['the link as a user name', `https://go.example.com@evil.example/${slug}`, 'other_host'],
    ['a link without a slug', 'https://free-parking.example/pay', 'foreign'],
    ['a wireless network', 'WIFI:T:WPA;S:Guests;P:secret;;', 'no_link'],
  ];
  for (const [name, text, owner, expected = null] of cases)
    test(`${name}: ${owner}`, () => assert.equal(photoOwner(text, own, expected), owner));

  test('a slug that nobody has: foreign', () =>
    assert.equal(photoOwner(`https://go.example.com/${slug}`, null, null), 'foreign'));
});

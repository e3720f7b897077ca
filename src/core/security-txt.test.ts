import assert from 'node:assert/strict';
import { test } from 'node:test';
import { securityTxt } from './security-txt.ts';

test('security.txt has a contact, and expires after 180 days', () => {
  const now = Date.parse('2027-01-01T00:00:00Z');
  assert.equal(
    securityTxt('https://go.example.com', null, now),
    'Contact: https://go.example.com/report\nExpires: 2027-06-30T00:00:00.000Z\n' +
      'Canonical: https://go.example.com/.well-known/security.txt\nPreferred-Languages: en\n',
  );
  assert.match(
    securityTxt('https://go.example.com', 'mailto:a@example.com', now),
    /^Contact: mailto:a@example\.com\n/,
  );
});

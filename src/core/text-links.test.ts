import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textParts } from './text-links.ts';

const linksIn = (text: string) =>
  textParts(text).flatMap(({ text: part, href }) => (href === null ? [] : [[part, href]]));

const cases: [text: string, links: [string, string][]][] = [
  ['Call +49 (0)30 1234567 now', [['+49 (0)30 1234567', 'tel:+49301234567']]],
  ['Tel. 030/123 45 67.', [['030/123 45 67', 'tel:0301234567']]],
  [
    'Tel. 030/123 45 67 or 555-123-4567',
    [
      ['030/123 45 67', 'tel:0301234567'],
      ['555-123-4567', 'tel:5551234567'],
    ],
  ],
  ['Write to a.b+c@example.co.uk!', [['a.b+c@example.co.uk', 'mailto:a.b+c@example.co.uk']]],
  ['2026-11-18 18:00, 11/18/2026, 1 000 000 yen, 12345678', []],
  ['05/11/2026, 01-02-2027, 05/11/2026 - 08/11/2026, 01 02 2027', []],
  ['Open 08 - 12 / 13 - 18, 09-12 / 14-18', []],
  ['https://example.com/ https://shop.example.com/0301234567 https://shop.example.com/?p=0301234567', []],
  ['user@host', []],
];

for (const [text, links] of cases)
  test(`in “${text}”, a tap finds ${links.length} links`, () => {
    assert.deepEqual(linksIn(text), links);
    assert.equal(
      textParts(text)
        .map((part) => part.text)
        .join(''),
      text,
    );
  });

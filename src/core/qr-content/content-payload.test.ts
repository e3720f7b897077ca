import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contentPayload } from './content-payload.ts';
import { printedText } from './printed-text.ts';
import { sampleText } from './sample-text.ts';

describe('content for phones', () => {
  const payloads: [
    name: string,
    type: Parameters<typeof contentPayload>[0],
    content: Record<string, string | boolean>,
    payload: string | null,
  ][] = [
    ['a text', 'text', { text: 'Hello' }, 'Hello'],
    ['a number to call', 'phone', { phone: '+49 (0)30 / 123-45.67' }, 'TEL:+49301234567'],
    ['a number at home', 'phone', { phone: '(030) 1234' }, 'TEL:0301234'],
    ['a zero in brackets that is part of the number', 'phone', { phone: '030 (0)12' }, 'TEL:030012'],
    ['a message', 'sms', { phone: '+49 30 1', message: 'Hi: there' }, 'SMSTO:+49301:Hi: there'],
    ['a message without words', 'sms', { phone: '+49 30 1' }, 'SMSTO:+49301:'],
    ['a place', 'geo', { latitude: '52.5', longitude: '-13.4' }, 'GEO:52.5,-13.4'],
    ['a mail', 'email', { to: 'a+b@example.com' }, 'mailto:a%2Bb@example.com'],
    [
      'a mail with a subject',
      'email',
      { to: 'a@example.com', subject: 'Hi & you' },
      'mailto:a@example.com?subject=Hi%20%26%20you',
    ],
    [
      'a mail with both',
      'email',
      { to: 'a@example.com', subject: 'Hi', body: 'x\ny' },
      'mailto:a@example.com?subject=Hi&body=x%0Ay',
    ],
    [
      'a network',
      'wifi',
      { ssid: 'a;b,c:d"e\\f', security: 'WPA', password: 'p;w:12345' },
      'WIFI:T:WPA;S:a\\;b\\,c\\:d\\"e\\\\f;P:p\\;w\\:12345;;',
    ],
    [
      'a hidden network',
      'wifi',
      { ssid: 'a', security: 'WEP', password: 'p', is_hidden: true },
      'WIFI:T:WEP;S:a;P:p;H:true;;',
    ],
    ['an open network', 'wifi', { ssid: 'a', security: 'none', password: 'ignored' }, 'WIFI:T:nopass;S:a;;'],
    ['a link', 'url', {}, null],
    ['stores', 'app_store', {}, null],
  ];
  for (const [name, type, content, payload] of payloads)
    test(name, () => assert.equal(contentPayload(type, content), payload));

  test('a contact card contains every field, escaped', () => {
    const content = {
      first_name: 'Ada',
      last_name: 'Lovelace; Byron',
      organization: 'Analytical, Ltd',
      title: 'a\\b',
      phone: '+44 20 1',
      work_phone: '020-2',
      email: 'ada@example.com',
      website: 'https://example.com/a,b',
      street: '1 St, James',
      postal_code: 'SW1',
      city: 'London',
      country: 'UK',
      note: 'one\r\ntwo\nthree\rfour\u0007',
    };
    assert.deepEqual(contentPayload('vcard', content)?.split('\r\n'), [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Lovelace\\; Byron;Ada;;;',
      'FN:Ada Lovelace\\; Byron',
      'ORG:Analytical\\, Ltd',
      'TITLE:a\\\\b',
      'TEL;TYPE=CELL:+44201',
      'TEL;TYPE=WORK:0202',
      'EMAIL:ada@example.com',
      'URL:https://example.com/a,b',
      'ADR;TYPE=WORK:;;1 St\\, James;London;;SW1;UK',
      'NOTE:one\\ntwo\\nthree\\nfour ',
      'END:VCARD',
      '',
    ]);
  });

  test('a contact card leaves out empty fields', () => {
    assert.deepEqual(contentPayload('vcard', { last_name: 'Lovelace' })?.split('\r\n'), [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:Lovelace;;;;',
      'FN:Lovelace',
      'END:VCARD',
      '',
    ]);
    assert.match(
      contentPayload('vcard', { last_name: 'L', city: 'Rome' }) ?? '',
      /ADR;TYPE=WORK:;;;Rome;;;\r\n/,
    );
  });

  test('an event has the ID of its code, so that calendars recognise it', () => {
    const content = {
      title: 'A, b',
      start: '2027-01-31T18:00:00+01:00',
      end: '2027-01-31T19:30:00.5Z',
      location: 'x',
      description: 'y',
    };
    assert.deepEqual(contentPayload('event', content, 'id-1')?.split('\r\n'), [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Waypost//EN',
      'BEGIN:VEVENT',
      'UID:id-1@waypost',
      'DTSTAMP:20270131T170000Z',
      'DTSTART:20270131T170000Z',
      'DTEND:20270131T193000Z',
      'SUMMARY:A\\, b',
      'LOCATION:x',
      'DESCRIPTION:y',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  test('long lines are folded at 75 octets, never within a character', () => {
    for (const note of ['x'.repeat(400), '€'.repeat(200), '🍕'.repeat(100), 'x'.repeat(70)]) {
      const card = contentPayload('vcard', { last_name: 'L', note }) ?? '';
      const lines = card.split('\r\n');
      assert.ok(
        lines.every((line) => Buffer.byteLength(line) <= 75),
        note,
      );
      assert.ok(card.replaceAll('\r\n ', '').includes(`NOTE:${note}\r\n`), note);
      const folded = lines.slice(
        lines.findIndex((line) => line.startsWith('NOTE')),
        -2,
      );
      for (const line of folded.slice(0, -1)) assert.ok(Buffer.byteLength(line) > 71, line);
    }
    assert.equal(contentPayload('vcard', { last_name: 'L', note: 'x'.repeat(70) })?.split('\r\n').length, 7);
    assert.equal(contentPayload('vcard', { last_name: 'L', note: 'x'.repeat(71) })?.split('\r\n').length, 8);
  });
});

describe('text in the image', () => {
  test('the link in upper case, or the content of a static code', () => {
    assert.equal(printedText('url', {}, 'https://go.example.com/qr-1'), 'HTTPS://GO.EXAMPLE.COM/QR-1');
    assert.equal(printedText('vcard', { last_name: 'L' }, 'https://a/b'), 'HTTPS://A/B');
    assert.equal(printedText('phone', { phone: '+49 1' }, 'https://a/b'), 'TEL:+491');
  });

  test('before a code has its slug, a text of the same length', () => {
    const link = sampleText('url', null, 'https://go.example.com');
    assert.match(link, /^HTTPS:\/\/GO\.EXAMPLE\.COM\/QR-[0-9A-Z]{12}$/);
    assert.equal(sampleText('vcard', { last_name: 'L' }, 'https://go.example.com'), link);
    assert.equal(sampleText('phone', { phone: 'x' }, 'https://go.example.com'), link);
    assert.equal(sampleText('phone', { phone: '+49 1' }, 'https://go.example.com'), 'TEL:+491');
  });
});

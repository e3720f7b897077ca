import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type ContentField,
  type ContentType,
  contentFields,
  holdsSecret,
  isContentType,
  isStaticType,
} from './content-field.ts';
import { parseContent } from './parse-content.ts';

const wifi = { ssid: 'Home', security: 'WPA', password: '12345678' };
const event = { title: 'x', start: '2027-01-31T18:00:00Z', end: '2027-01-31T19:00:00Z' };
const stores = {
  ios_url: 'https://a.example',
  android_url: 'https://b.example/',
  fallback_url: 'https://c.example/x',
};

describe('valid content is accepted, trimmed where blanks do not matter', () => {
  const taken: [type: ContentType, source: Record<string, unknown>, content: Record<string, unknown>][] = [
    ['text', { text: ' a\nb ' }, { text: 'a\nb' }],
    [
      'vcard',
      { last_name: ' L ', first_name: '', note: 'a\nb', phone: '+49 (0)30 / 1-2.3' },
      { last_name: 'L', note: 'a\nb', phone: '+49 (0)30 / 1-2.3' },
    ],
    [
      'vcard',
      { last_name: 'L', website: 'HTTPS://Example.com' },
      { last_name: 'L', website: 'https://example.com/' },
    ],
    ['wifi', wifi, wifi],
    [
      'wifi',
      { ...wifi, ssid: ' Home ', password: ' 1234567 ', is_hidden: true },
      { ssid: ' Home ', security: 'WPA', password: ' 1234567 ', is_hidden: true },
    ],
    ['wifi', { ...wifi, is_hidden: false }, wifi],
    ['wifi', { ssid: 'x', security: 'none' }, { ssid: 'x', security: 'none' }],
    [
      'wifi',
      { ssid: 'x', security: 'WEP', password: '12345' },
      { ssid: 'x', security: 'WEP', password: '12345' },
    ],
    ['wifi', { ...wifi, password: 'x'.repeat(63) }, { ...wifi, password: 'x'.repeat(63) }],
    ['wifi', { ...wifi, password: 'aB'.repeat(32) }, { ...wifi, password: 'aB'.repeat(32) }],
    ['wifi', { ...wifi, ssid: 'é'.repeat(16) }, { ...wifi, ssid: 'é'.repeat(16) }],
    ['email', { to: 'a.b@mail.example.com' }, { to: 'a.b@mail.example.com' }],
    ['geo', { latitude: '-90', longitude: '180.0' }, { latitude: '-90', longitude: '180.0' }],
    ['geo', { latitude: '90', longitude: '-180' }, { latitude: '90', longitude: '-180' }],
    ['event', event, event],
    ['app_store', stores, { ...stores, ios_url: 'https://a.example/' }],
  ];
  for (const [type, source, content] of taken)
    test(`${type} ${JSON.stringify(source).slice(0, 70)}`, () =>
      assert.deepEqual(parseContent(type, source), { ok: true, value: content }));
});

describe('invalid content is refused with the name of the field', () => {
  const timestamp = 'must be an RFC 3339 timestamp such as 2027-01-31T18:00:00Z.';
  const number = 'content.phone must be a telephone number such as +49 30 1234567.';
  const refused: [type: ContentType, source: unknown, message: string][] = [
    ['text', 'Hello', 'content must be an object.'],
    ['text', {}, 'content.text must have 1 to 4000 characters; it has 0.'],
    ['text', { text: 7 }, 'content.text must be a string.'],
    ['text', { text: 'x', colour: 'red' }, 'Type text has no field content.colour. Its fields are text.'],
    ['geo', { lat: '1' }, 'Type geo has no field content.lat. Its fields are latitude, longitude.'],
    ['vcard', { last_name: 'a\nb' }, 'content.last_name must not contain line breaks.'],
    ['vcard', { last_name: 'a\rb' }, 'content.last_name must not contain line breaks.'],
    ['wifi', { ...wifi, security: 'WPA3' }, 'content.security must be one of WPA, WEP, none.'],
    ['wifi', { ...wifi, is_hidden: 'yes' }, 'content.is_hidden must be true or false.'],
    [
      'wifi',
      { ...wifi, ssid: 'é'.repeat(17) },
      'content.ssid must have at most 32 bytes. Letters outside ASCII need more than one byte.',
    ],
    ['wifi', { ssid: 'x', security: 'WEP' }, 'content.password is required unless security is none.'],
    [
      'wifi',
      { ...wifi, password: '1234567' },
      'content.password must have 8 to 63 characters, or 64 hexadecimal digits.',
    ],
    [
      'wifi',
      { ...wifi, password: 'x'.repeat(64) },
      'content.password must have 8 to 63 characters, or 64 hexadecimal digits.',
    ],
    ...[
      'a',
      'a@b',
      'a b@example.com',
      'a@example.com?x=1',
      'a@ex ample.com',
      '@example.com',
      'a@@example.com',
    ].map((to): [ContentType, unknown, string] => ['email', { to }, 'content.to must be an email address.']),
    ...['x', '+', '1', '+49x', 'tel:1234', '+49 30 1234 ext'].map((phone): [ContentType, unknown, string] => [
      'phone',
      { phone },
      number,
    ]),
    ['geo', { latitude: '90.1', longitude: '0' }, 'content.latitude must be a number from -90 to 90.'],
    ['geo', { latitude: '-90.1', longitude: '0' }, 'content.latitude must be a number from -90 to 90.'],
    ['geo', { latitude: '1e1', longitude: '0' }, 'content.latitude must be a number from -90 to 90.'],
    ['geo', { latitude: '1', longitude: 'x1' }, 'content.longitude must be a number from -180 to 180.'],
    ['geo', { latitude: '1', longitude: '181' }, 'content.longitude must be a number from -180 to 180.'],
    ['event', { ...event, start: 'tomorrow' }, `content.start ${timestamp}`],
    ['event', { ...event, end: event.start }, 'content.end must be later than content.start.'],
  ];
  for (const [type, source, message] of refused)
    test(`${type} ${JSON.stringify(source).slice(0, 70)}`, () =>
      assert.partialDeepStrictEqual(parseContent(type, source), { ok: false, message }));

  test('an invalid destination', () => {
    const parsed = parseContent('app_store', { ...stores, ios_url: 'javascript:1' });
    assert.ok(!parsed.ok && parsed.message.startsWith('content.ios_url '), JSON.stringify(parsed));
  });

  test('every field has a maximum length', () => {
    const complete: Partial<Record<ContentType, object>> = {
      vcard: { last_name: 'L' },
      wifi,
      email: { to: 'a@example.com' },
      sms: { phone: '+49 30' },
      geo: { latitude: '1' },
      event,
      app_store: stores,
    };
    for (const [type, fields] of Object.entries(contentFields) as [ContentType, readonly ContentField[]][])
      for (const { name, max, kind } of fields) {
        if (kind === 'switch') continue;
        const parsed = parseContent(type, { ...complete[type], [name]: 'x'.repeat(max + 1) });
        assert.ok(!parsed.ok && parsed.message.startsWith(`content.${name} must have`), `${type}.${name}`);
      }
  });
});

test('static types have their content in the image; of these only Wi-Fi is secret', () => {
  const types = Object.keys(contentFields);
  assert.deepEqual(types.filter(isStaticType), ['wifi', 'email', 'sms', 'phone', 'geo']);
  assert.deepEqual(types.filter(holdsSecret), ['wifi']);
  assert.ok(isContentType('vcard') && !isContentType('url') && !isContentType('toString'));
});

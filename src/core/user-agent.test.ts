import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { browserFamily, deviceClass, isLinkPreview, systemFamily } from './user-agent.ts';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const pixel =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36';

describe('the class of a device', () => {
  test('from the user agent', () => {
    for (const agent of [iphone, iphone.replaceAll('iPhone', 'iPad'), 'iPod touch'])
      assert.equal(deviceClass(agent, ''), 'ios', agent);
    assert.equal(deviceClass(pixel, ''), 'android');
    for (const agent of [mac, windows, '', 'curl/8']) assert.equal(deviceClass(agent, ''), 'desktop', agent);
  });

  test('the platform hint has priority over the user agent', () => {
    assert.equal(deviceClass(windows, '"Android"'), 'android');
    assert.equal(deviceClass(windows, '"iOS"'), 'ios');
    assert.equal(deviceClass(iphone, '"Windows"'), 'desktop');
    assert.equal(deviceClass(pixel, 'Android'), 'desktop');
  });
});

test('families of browsers and systems, the most specific one first', () => {
  const known: [agent: string, browser: string | null, system: string | null][] = [
    [iphone, 'Safari', 'iOS'],
    [pixel, 'Chrome', 'Android'],
    [mac, 'Safari', 'macOS'],
    [windows, 'Chrome', 'Windows'],
    [`${windows} Edg/131.0`, 'Edge', 'Windows'],
    [`${pixel} EdgA/131.0`, 'Edge', 'Android'],
    [`${windows} OPR/115.0`, 'Opera', 'Windows'],
    [`${pixel} SamsungBrowser/27.0`, 'Samsung Internet', 'Android'],
    [`${iphone} [FBAN/FBIOS;FBAV/490]`, 'Facebook', 'iOS'],
    [`${iphone} Instagram 300.0`, 'Facebook', 'iOS'],
    [`${pixel} MicroMessenger/8.0`, 'WeChat', 'Android'],
    [`${windows} YaBrowser/24.0`, 'Yandex', 'Windows'],
    [`${pixel} UCBrowser/13.0`, 'UC Browser', 'Android'],
    [`${pixel} DuckDuckGo/5`, 'DuckDuckGo', 'Android'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox', 'Linux'],
    [iphone.replace('Version/18.0', 'FxiOS/133.0'), 'Firefox', 'iOS'],
    [iphone.replace('Version/18.0', 'CriOS/131.0'), 'Chrome', 'iOS'],
    ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/131.0 Safari/537.36', 'Chrome', 'ChromeOS'],
    ['curl/8.11', null, null],
  ];
  for (const [agent, browser, system] of known)
    assert.deepEqual([browserFamily(agent), systemFamily(agent)], [browser, system], agent);
});

test('link previews are recognized in any letter case; crawlers and people are not', () => {
  for (const agent of [
    'facebookexternalhit/1.1',
    'Twitterbot/1.0',
    'Slackbot-LinkExpanding 1.0',
    'WhatsApp/2.23',
    'TelegramBot (like TwitterBot)',
    'Mozilla/5.0 (compatible; discordbot/2.0)',
    'LINKEDINBOT/1.0',
  ])
    assert.ok(isLinkPreview(agent), agent);
  for (const agent of [iphone, 'Googlebot/2.1', 'curl/8.11', '', 'Slackbot 1.0'])
    assert.ok(!isLinkPreview(agent), agent);
});

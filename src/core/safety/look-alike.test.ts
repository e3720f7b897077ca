import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lookAlike } from './look-alike.ts';
import { skeleton } from './skeleton.ts';
import { wellKnownNames } from './well-known-names.ts';

const hostOf = (name: string) => {
  const host = URL.parse(`https://${name}/`)?.hostname;
  assert.ok(host !== undefined, `${name} is no host`);
  return host;
};

const imitations: [host: string, name: string][] = [
  ['ɡoogle.com', 'google'],
  ['ɢoogle.com', 'google'],
  ['göögle.com', 'google'],
  ['gооgle.com', 'google'],
  ['go\u0c02gle.com', 'google'],
  ['go\u0c4d\u200cogle.com', 'google'],
  ['googleꓸcom.example', 'google'],
  ['paypaḷ.com', 'paypal'],
  ['раypal.com', 'paypal'],
  ['раураl.com', 'paypal'],
  ['ƥaypal.com', 'paypal'],
  ['login-раypal.example.com', 'paypal'],
  ['аррӏе.com', 'apple'],
  ['αpple.com', 'apple'],
  ['lӏnkedin.com', 'linkedin'],
  ['facebοοk.com', 'facebook'],
  ['ınstagram.com', 'instagram'],
  ['ămazon.com', 'amazon'],
  ['ärnazon.com', 'amazon'],
  ['mісr0soft.com', 'microsoft'],
  ['\u13b7icrosoft.com', 'microsoft'],
  ['gꓟail.com', 'gmail'],
  ['тiктoк.com', 'tiktok'],
  ['ébay.com', 'ebay'],
  ['ѵіѕа.com', 'visa'],
  ['ԁһӏ.com', 'dhl'],
  ['pаypаl。com', 'paypal'],
];
const others = `
  münchen.de köln.de españa.es bücher.de пример.рф 例え.jp été.fr ørsted.com łódź.pl
  über-uns.de metà.it telefónica.es какао.рф googleは.jp 日本・google.jp münchen-paypal.de
  google.com micr0soft.com arnazon.com paypa1.com xn--.com
`.match(/\S+/g);

describe('look-alikes', () => {
  for (const [host, name] of imitations)
    test(`${host} looks like ${name}`, () => assert.equal(lookAlike(hostOf(host)), name));
  for (const host of others ?? [])
    test(`${host} looks like no other`, () =>
      assert.equal(lookAlike(URL.parse(`https://${host}/`)?.hostname ?? host), null));

  test('IDNA already maps wide letters, so they are the name itself', () => {
    assert.equal(hostOf('ｇoogle.com'), 'google.com');
    assert.equal(hostOf('𝐠oogle.com'), 'google.com');
  });

  test('each name has a skeleton of its own, which is its own skeleton', () => {
    const skeletons = new Set(Array.from(wellKnownNames, skeleton));
    assert.equal(skeletons.size, wellKnownNames.size);
    for (const text of skeletons) assert.equal(skeleton(text), text);
  });
});

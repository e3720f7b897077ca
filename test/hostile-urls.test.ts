import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { parseDestination } from '#core/destination.ts';
import { OwnRules } from '#features/url-safety/check/own-rules.ts';
import { makeSubject } from '#features/url-safety/check/subject.ts';
import { hostileUrls } from './support/data/hostile-urls.ts';
import { scaled } from './support/measure/proof-scale.ts';
import { startTestApi, type TestAccount, type TestApi } from './support/scratch/test-api.ts';

const generated = scaled(200_000, 10_000);
const publicBaseUrl = 'https://go.example.com';
const rules = new OwnRules({ publicBaseUrl, ownHosts: [], allowPrivateDestinations: false });

/** Checked by the text alone, not by the parser that accepted it. */
function assertHarmless(accepted: string, source: string): void {
  const [, authority = '', rest = ''] = /^https?:\/\/([^/?#\\]*)(.*)$/s.exec(accepted) ?? [];
  assert.notEqual(authority, '', `${JSON.stringify(source)} was stored as ${accepted}`);
  assert.ok(!authority.includes('@'), `${JSON.stringify(source)} keeps credentials in ${accepted}`);
  assert.match(authority, /^[!-~]+$/, accepted);
  assert.ok(!authority.includes('%'), accepted);
  assert.match(rest, /^[!-~]*$/, accepted);
  const host = authority.replace(/:\d*$/, '').replace(/\.+$/, '').toLowerCase();
  assert.notEqual(host, 'go.example.com', `${JSON.stringify(source)} leads back to us`);
}

async function accept(source: unknown): Promise<string | null> {
  const parsed = parseDestination('redirect_url', source);
  if (!parsed.ok) return null;
  return rules.judge(makeSubject(parsed.value.url)).kind === 'safe' ? parsed.value.url : null;
}

describe('hostile URLs', () => {
  let api: TestApi;
  let account: TestAccount;

  before(async () => {
    api = await startTestApi({
      environment: { PUBLIC_BASE_URL: publicBaseUrl, ALLOW_PRIVATE_DESTINATIONS: 'off' },
    });
    account = await api.createAccount();
  });
  after(() => api.close());

  test(`a corpus of ${hostileUrls.length}: 400, 422, or stored as a harmless http(s) URL, as a target and in a rule`, async (t) => {
    assert.ok(hostileUrls.length >= 500);
    const counts = new Map<number, number>();
    for (const source of hostileUrls) {
      const body = source.isWellFormed() ? { redirect_url: source } : {};
      const rule = { condition: 'device', value: 'ios', url: source };
      for (const sent of [body, { redirect_url: 'https://example.org/', redirect_rules: [rule] }]) {
        const answer = await api.request('POST', '/v1/qr-codes', { key: account.key, body: sent });
        counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
        assert.ok([201, 400, 422].includes(answer.status), JSON.stringify(source));
        if (answer.status === 201) assertHarmless(answer.body.redirect_url, source);
      }
    }
    t.diagnostic([...counts].map(([status, count]) => `${status} × ${count}`).join(', '));
    const stored = await api.db.selectFrom('qr_codes').select(['redirect_url', 'redirect_rules']).execute();
    for (const { redirect_url: url, redirect_rules: rules } of stored) {
      for (const target of [url, ...(rules as { url: string }[]).map((rule) => rule.url)])
        assertHarmless(target, target);
    }
  });

  test('a host that is not public is 422 unsafe_url in production, in a rule too', async () => {
    for (const host of [
      '127.0.0.1',
      '0x7f.1',
      '127。0。0。1',
      '[::ffff:7f00:1]',
      'localhost',
      '169.254.169.254',
      '10.1.2.3',
      'db.internal',
      'intranet',
    ]) {
      const direct = await api.request('POST', '/v1/qr-codes', {
        key: account.key,
        body: { redirect_url: `http://${host}/` },
      });
      assert.equal(direct.status, 422, host);
      assert.equal(direct.body.code, 'unsafe_url');
      const rule = { condition: 'country', value: 'DE', url: `http://${host}/` };
      const ruled = await api.request('POST', '/v1/qr-codes', {
        key: account.key,
        body: { redirect_url: 'https://example.org/', redirect_rules: [rule] },
      });
      assert.equal(ruled.status, 422, host);
      assert.match(ruled.body.message, /^redirect_rules\[0\]\.url /);
    }
  });

  test('outside production such hosts are allowed', async () => {
    const development = await startTestApi();
    const owner = await development.createAccount();
    const { status } = await development.request('POST', '/v1/qr-codes', {
      key: owner.key,
      body: { redirect_url: 'http://127.0.0.1:8080/' },
    });
    await development.close();
    assert.equal(status, 201);
  });
});

test(`${generated} generated URLs: nothing accepted that is not http(s), has credentials or is our own link`, async (t) => {
  const piece = fc.oneof(
    fc.constantFrom(...hostileUrls),
    fc.constantFrom(
      'https://',
      'http://',
      'https:',
      '@',
      ':',
      '\\',
      '/',
      '//',
      '%',
      '%2e',
      '.',
      '。',
      '\t',
      '\n',
      '\0',
      '#',
      '?',
      '[',
      ']',
      '::1',
      'go.example.com',
      'GO',
      'example',
      'xn--',
      'javascript:',
      ':443',
      'user',
      '\u00ad',
      '\u200d',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.webUrl(),
  );
  const source = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''));
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(source, async (text) => {
      const url = await accept(text);
      if (url === null) return;
      accepted += 1;
      assertHarmless(url, text);
      assert.equal(await accept(url), url, 'what is stored would be accepted again, unchanged');
    }),
    { numRuns: generated },
  );
  t.diagnostic(`${accepted} of ${generated} accepted`);
  assert.ok(accepted > generated / 100);
});

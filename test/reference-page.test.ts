import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApi, type TestApi } from './support/scratch/test-api.ts';

let api: TestApi;

before(async () => {
  api = await startTestApi();
});
after(() => api.close());

test('the reference page contacts no other server, and runs only its own script', async () => {
  const page = await fetch(`${api.url}/docs/`);
  assert.equal(page.status, 200);
  const html = await page.text();
  const outside = [...html.matchAll(/(?:src|href)="([^"]+)"/g)]
    .map(([, url]) => url)
    .filter((url) => /^(https?:)?\/\//.test(url ?? ''));
  assert.deepEqual(outside, []);
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'self' 'sha256-[^']+'(;| 'sha256)/);
  assert.doesNotMatch(policy, /https?:|script-src[^;]*'unsafe/);
});

test('its script is served by us, and /docs redirects to it', async () => {
  const html = await (await fetch(`${api.url}/docs`)).text();
  const script = /<script[^>]+src="([^"]+)"/.exec(html)?.[1];
  assert.ok(script);
  const response = await fetch(new URL(script, `${api.url}/docs/`));
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /javascript/);
});

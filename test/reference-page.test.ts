import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { startTestApi, type TestApi } from './support/scratch/test-api.ts';

let api: TestApi;

before(async () => {
  api = await startTestApi();
});
after(() => api.close());

test('the reference page contacts no other server, runs only its own script, and links to the guide', async () => {
  const page = await fetch(`${api.url}/docs`);
  assert.equal(page.status, 200);
  const html = await page.text();
  const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
  assert.deepEqual(
    links.filter((url) => !url.startsWith('/')),
    [],
  );
  assert.ok(links.includes('/docs/guide'));
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'self';/);
  assert.doesNotMatch(policy, /https?:|script-src[^;]*'unsafe/);
});

test('its script is small when compressed, and cached for a year', async () => {
  const html = await (await fetch(`${api.url}/docs/`)).text();
  const script = /<script src="([^"]+)"/.exec(html)?.[1];
  assert.ok(script);
  const sizes: Record<string, number> = {};
  for (const encoding of ['br', 'gzip']) {
    const answer = await get(script, encoding);
    assert.equal(answer.headers['content-encoding'], encoding);
    assert.match(String(answer.headers['content-type']), /javascript/);
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
    sizes[encoding] = answer.bytes;
  }
  assert.ok((sizes['br'] ?? Infinity) < 1_000_000, JSON.stringify(sizes));
  assert.ok((sizes['gzip'] ?? Infinity) < 1_400_000, JSON.stringify(sizes));
});

test('the guide, its search and the scripts of the dashboard are sent compressed', async () => {
  const page = await (await fetch(`${api.url}/dashboard/`)).text();
  const script = /src="(\/dashboard\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  assert.ok(script);
  for (const path of ['/docs/guide', '/docs/guide/search.json', '/dashboard/', script])
    for (const encoding of ['br', 'gzip'])
      assert.equal((await get(path, encoding)).headers['content-encoding'], encoding, `${path} ${encoding}`);
});

/** Without `fetch`, which decompresses by itself. */
function get(path: string, encoding: string) {
  return new Promise<{ headers: Record<string, unknown>; bytes: number }>((resolve, reject) => {
    request(api.url + path, { headers: { 'accept-encoding': encoding } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve({ headers: response.headers, bytes }));
    })
      .on('error', reject)
      .end();
  });
}

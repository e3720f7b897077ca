import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { guidePages } from '../../scripts/guide-pages.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

const root = new URL('../..', import.meta.url).pathname;
const names = [...guidePages.keys()];
const markdown = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  'sdk/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('dist'))
    .map((name) => `docs/${name}`),
];

describe('the guide', () => {
  let api: TestApi;
  let account: TestAccount;
  before(async () => {
    api = await startTestApi();
    account = await api.createAccount();
  });
  after(() => api.close());

  const get = (path: string) => fetch(`${api.url}${path}`, { headers: { 'accept-encoding': 'identity' } });

  test('has every page as HTML under a policy without inline scripts, and as Markdown', async () => {
    for (const name of names) {
      const page = await get(`/docs/guide/${name}`);
      assert.equal(page.status, 200, name);
      assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self';/);
      const html = await page.text();
      assert.match(html, /<title>.+ · Waypost<\/title>/);
      assert.doesNotMatch(html, /<script>|style="|undefined/, name);
      const text = await get(`/docs/guide/${name}.md`);
      assert.equal(text.headers.get('content-type'), 'text/markdown; charset=utf-8');
      const markdown = await text.text();
      assert.equal(
        withoutLinks(markdown),
        withoutLinks(readFileSync(join(root, guidePages.get(name) ?? ''), 'utf8')),
        `${name} is stale: npm run build`,
      );
      for (const [, href = ''] of markdown.matchAll(/\]\((\/docs\/guide\/[^)#]+)/g))
        assert.equal((await get(href)).status, 200, `${name}.md: ${href}`);
    }
    assert.equal((await get('/docs/guide')).status, 200);
    assert.equal((await get('/docs/guide/no-such-page')).status, 404);
    assert.equal((await get('/docs/guide/../../package.json')).status, 404);
  });

  test('has every page of docs/ in its contents', () => {
    const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
    for (const page of pages.filter((name) => name !== 'conformance.md'))
      assert.ok(names.includes(page.replace('.md', '')), `${page} is in no section of contents.json`);
  });

  test('has no broken links: pages, sections, pictures', async () => {
    const checked = new Map<string, Set<string>>();
    const idsOf = async (path: string) => {
      const known = checked.get(path);
      if (known !== undefined) return known;
      const answer = await get(path);
      assert.equal(answer.status, 200, path);
      const ids = new Set([...(await answer.text()).matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));
      checked.set(path, ids);
      return ids;
    };
    for (const name of names) {
      const html = await (await get(`/docs/guide/${name}`)).text();
      for (const [, href = ''] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
        if (/^(https?|mailto):/.test(href)) continue;
        const [path = '', fragment] = href.split('#');
        const ids = await idsOf(path === '' ? `/docs/guide/${name}` : path);
        assert.ok(fragment === undefined || ids.has(fragment), `${name}: ${href}`);
      }
    }
  });

  test('has a video of each journey, under 1 MB, that browsers can read in parts', async () => {
    const shown = new Set<string>();
    for (const name of names) {
      const html = await (await get(`/docs/guide/${name}`)).text();
      for (const [, poster = '', href = ''] of html.matchAll(
        /<video [^>]*poster="([^"]+)"[^>]*><source src="([^"]+)"/g,
      )) {
        assert.equal((await get(poster)).headers.get('content-type'), 'image/png', poster);
        const whole = await get(href);
        const bytes = Buffer.from(await whole.arrayBuffer());
        assert.equal(whole.headers.get('content-type'), 'video/mp4', href);
        assert.ok(bytes.length < 1_000_000, `${href}: ${bytes.length} bytes`);
        assert.equal(bytes.subarray(4, 8).toString(), 'ftyp', href);
        const range = { range: 'bytes=4-7', 'accept-encoding': 'identity' };
        const part = await fetch(`${api.url}${href}`, { headers: range });
        assert.equal(part.status, 206);
        assert.equal(part.headers.get('content-range'), `bytes 4-7/${bytes.length}`);
        assert.equal(await part.text(), 'ftyp');
        shown.add(href.split('/').at(-1) ?? '');
      }
    }
    const recorded = readdirSync(join(root, 'docs/screencasts')).filter((name) => name.endsWith('.mp4'));
    assert.deepEqual([...shown].sort(), recorded.sort());
    assert.ok(recorded.length >= 5);
  });

  test('is listed in llms.txt, with links that work', async () => {
    const text = await (await get('/llms.txt')).text();
    const links = [...text.matchAll(/\]\((\/[^)]+)\)/g)].map(([, href = '']) => href);
    assert.equal(links.filter((href) => href.endsWith('.md')).length, names.length);
    for (const href of links) assert.equal((await get(href)).status, 200, href);
  });

  test('the API accepts every recipe of the rules', async () => {
    const text = readFileSync(join(root, 'docs/rules.md'), 'utf8');
    const recipes = [...text.matchAll(/^```json rules\n([\s\S]*?)^```/gm)].map(([, json = '']) =>
      JSON.parse(json),
    );
    assert.ok(recipes.length >= 5);
    for (const recipe of recipes) {
      const made = await api.createQrCode(account, { redirect_rules: recipe });
      const { body } = await api.request('GET', `/v1/qr-codes/${made.qr_id}`, { key: account.key });
      assert.equal(body.redirect_rules.length, recipe.length);
    }
  });
});

test('links between the documents lead to existing files and headings', () => {
  for (const file of markdown) {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
    for (const [, href = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?|mailto):/.test(href)) {
        assert.ok(URL.canParse(href), `${file}: ${href}`);
        continue;
      }
      const [path = '', fragment] = href.split('#');
      const target = path === '' ? file : relative(root, join(root, dirname(file), path));
      assert.ok(existsSync(join(root, target)), `${file}: ${href}`);
      if (fragment !== undefined) assert.ok(headingsOf(target).has(fragment), `${file}: ${href}`);
    }
  }
});

/** The Markdown on the site has links that work from its address. */
function withoutLinks(markdown: string): string {
  return markdown.replaceAll(/\]\([^)\s]+\)/g, ']()');
}

function headingsOf(file: string): Set<string> {
  const lines = readFileSync(join(root, file), 'utf8').matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...lines].map(([, text = '']) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(/\s/g, '-'),
    ),
  );
}

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { dashboardPages, openPage, pictures, publicPages, wordsOf } from '../support/data/dashboard-pages.ts';
import { axeViolations, sidewaysPixels } from '../support/measure/axe-violations.ts';
import { proofScale } from '../support/measure/proof-scale.ts';
import { BrowserService } from '../support/scratch/browser-service.ts';

const images = new URL('../../docs/images/', import.meta.url);
const password = 'correct horse battery';
let service: BrowserService;
let full: Page;
let empty: Page;
let nobody: Page;

before(async () => {
  service = await BrowserService.start();
  full = await service.signedInPage('full@example.com');
  const made = await service.command(
    'demo',
    '--email',
    'empty@example.com',
    '--password',
    password,
    '--empty',
  );
  assert.equal(made.code, 0, made.stderr);
  empty = await service.signIn('empty@example.com', password);
  nobody = await service.newPage();
});
after(async () => {
  await service.close();
});

const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

interface Picture {
  words: string[];
  sha256: string;
}

/** Tab reaches every control. */
async function assertKeyboard(page: Page, name: string): Promise<void> {
  const usable = (await page.evaluate(`(() => {
    const isSeen = (element) => element.checkVisibility({ checkVisibilityCSS: true }) && !element.closest('[inert], [aria-hidden=true]');
    const groups = new Set();
    const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter((element) =>
      isSeen(element) && !element.disabled && element.tabIndex >= 0);
    // One radio button of a group is a tab stop; the arrows do the rest.
    const stops = all.filter((element) => element.type !== 'radio' || (!groups.has(element.name) && groups.add(element.name)));
    stops.forEach((element, index) => (element.dataset.stop = index));
    document.body.focus();
    return stops.length;
  })()`)) as number;
  const visited = new Set<string>();
  await page.evaluate('document.activeElement?.blur?.()');
  for (let press = 0; press < usable * 3 + 40 && visited.size < usable; press++) {
    await page.keyboard.press('Tab');
    const stop = (await page.evaluate(`(() => {
      const element = document.activeElement;
      const named = element?.type === 'radio' ? [...document.getElementsByName(element.name)].find((other) => other.dataset.stop) : element;
      return named?.dataset.stop ?? null;
    })()`)) as string | null;
    if (stop !== null) visited.add(stop);
  }
  assert.equal(visited.size, usable, name);
}

test('the pictures in the documents show the current pages', async () => {
  const taken = JSON.parse(readFileSync(new URL('pictures.json', images), 'utf8')) as Record<string, Picture>;
  assert.deepEqual(Object.keys(taken).sort(), [...pictures].sort());
  for (const [picture, { words, sha256 }] of Object.entries(taken)) {
    const [name = '', size = '', theme = ''] = picture.split(' ');
    const file = readFileSync(new URL(`${name}-${size}-${theme}.png`, images));
    assert.equal(
      createHash('sha256').update(file).digest('hex'),
      sha256,
      `${picture}: not the picture that was taken`,
    );
    const wanted = dashboardPages.find((page) => page.name === name);
    assert.ok(wanted);
    await full.setViewportSize(size === 'phone' ? sizes.phone : { width: 1440, height: 900 });
    await openPage(full, wanted);
    assert.deepEqual(
      await wordsOf(full),
      words,
      `${picture} is old: node scripts/make-screenshots.ts --docs`,
    );
  }
});

describe('every page', () => {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const theme of ['light', 'dark'] as const) {
      // Each size and each theme once; all four with `npm run proof`.
      if (proofScale < 1 && (size === 'desktop') !== (theme === 'light')) continue;
      const isTried = size === 'desktop' && theme === 'light';
      // On a phone and in the dark, every second page; all of them with `npm run proof`.
      const isShown = (place: number) => proofScale >= 1 || isTried || place % 2 === 1;
      test(`passes axe${isTried ? ', and Tab reaches every control' : ''}: ${size}, ${theme}`, async () => {
        const ofEmpty = dashboardPages.filter(({ isForEmpty }) => isForEmpty);
        for (const [page, pages] of [
          [full, dashboardPages],
          [empty, ofEmpty],
          [nobody, publicPages],
        ] as const) {
          await page.setViewportSize(viewport);
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
          for (const wanted of pages.filter((_, place) => isShown(place))) {
            await openPage(page, wanted);
            const name = `${wanted.name}${page === empty ? ', empty' : ''}`;
            assert.deepEqual(await axeViolations(page), [], name);
            assert.equal(await sidewaysPixels(page), 0, `${name} scrolls sideways on ${size}`);
            if (isTried && page === full) await assertKeyboard(page, name);
          }
        }
      });
    }
  }

  test('passes axe in dialogs, menus and the palette too', async () => {
    const page = full;
    await page.setViewportSize(sizes.desktop);
    const open: [string, () => Promise<void>][] = [
      ['/codes', () => page.keyboard.press('Control+k')],
      ['/projects', () => page.getByRole('button', { name: 'New project' }).click()],
      [
        '/projects',
        () =>
          page
            .getByRole('button', { name: /^Actions for/ })
            .first()
            .click(),
      ],
      ['/settings/keys', () => page.getByRole('button', { name: 'New key' }).click()],
      [
        '/settings/keys',
        () =>
          page
            .getByRole('button', { name: /^Revoke/ })
            .first()
            .click(),
      ],
      ['/settings/security', () => page.getByRole('button', { name: 'Turn on' }).click()],
      ['/', () => page.getByRole('button', { name: 'Custom' }).click()],
    ];
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      for (const [path, act] of open) {
        await page.goto(`/dashboard${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForTimeout(200);
        await act();
        await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor();
        assert.deepEqual(await axeViolations(page), [], `${path}, ${theme}`);
      }
    }
  });

  test('the command palette opens by keyboard, finds a code and opens it', async () => {
    const page = full;
    await page.goto('/dashboard/');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Search pages/ }).fill('loyalty');
    await page.getByRole('option', { name: /Loyalty app/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /Loyalty app/ }).waitFor();
  });

  test('logs nothing to the console', () => {
    assert.deepEqual(service.problems, []);
  });
});

describe('stored content', () => {
  const payloads = [
    '<script>globalThis.pwned=1</script>',
    '"><img src=x onerror=globalThis.pwned=1>',
    "'><svg/onload=globalThis.pwned=1>",
    'javascript:globalThis.pwned=1//',
    '</title><script>globalThis.pwned=1</script>',
    '{{constructor.constructor("globalThis.pwned=1")()}}',
    '<iframe srcdoc="<script>parent.pwned=1</script>">',
    '\u2028<a href="javascript:globalThis.pwned=1" autofocus onfocus=globalThis.pwned=1>x</a>',
    '<style>@import"data:,*{background:url(//evil.example)}"</style>',
    '${globalThis.pwned=1}',
  ];

  test('never runs: in names, captions, texts, contents and projects, on every page that shows them', async () => {
    const page = full;
    const outside: string[] = [];
    page.on('request', (request) => {
      if (!/^(http:\/\/localhost:|data:|blob:)/.test(request.url())) outside.push(request.url());
    });
    page.on('dialog', (dialog) => {
      outside.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    const post = (path: string, body: unknown) =>
      page.evaluate(
        async ([to, json]) => {
          const headers = { 'content-type': 'application/json' };
          const response = await fetch(`/dashboard/api${to}`, {
            method: 'POST',
            headers,
            body: json as string,
          });
          return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
        },
        [path, JSON.stringify(body)],
      ) as Promise<Record<string, unknown>>;
    const codes: string[] = [];
    for (const payload of payloads) {
      const project = (await post('/projects', { name: payload, description: payload })) as {
        project?: { project_id: string };
      };
      const made = await post('/qr-codes', {
        type: 'text',
        label: payload,
        content: { text: payload },
        project_id: project.project?.project_id,
      });
      assert.equal(made['status'], 201, JSON.stringify(made));
      codes.push(String(made['qr_id']));
      await post('/qr-codes', {
        type: 'vcard',
        label: payload,
        content: { last_name: payload, note: payload },
      });
      await post('/designs/templates', {
        name: payload.slice(0, 80),
        design: { border_style: 'caption', caption: payload.slice(0, 40) },
      });
    }
    const addresses = [
      '/',
      '/codes',
      '/projects',
      '/templates',
      '/settings/keys',
      ...codes.flatMap((id) => [
        `/codes/${id}`,
        `/codes/${id}/design`,
        `/codes/${id}/rules`,
        `/codes/${id}/settings`,
      ]),
    ];
    for (const address of addresses) {
      await page.goto(`/dashboard${address}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForTimeout(250);
      assert.equal(await page.evaluate('globalThis.pwned'), undefined, address);
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Search pages/ }).fill('pwned');
    await page.getByRole('option').first().waitFor();
    assert.equal(await page.evaluate('globalThis.pwned'), undefined);
    const links: string[] = [];
    for (const id of codes) {
      const { qr_code: code } = (await page.evaluate(
        async (qrId) => (await fetch(`/dashboard/api/qr-codes/${qrId}`)).json(),
        id,
      )) as { qr_code: { short_link: string; file_url_svg: string } };
      links.push(code.short_link, code.file_url_svg);
    }
    for (const link of links) {
      await page.goto(link);
      assert.equal(await page.evaluate('globalThis.pwned'), undefined, link);
    }
    assert.deepEqual(outside, []);
  });
});

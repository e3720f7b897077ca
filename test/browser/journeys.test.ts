import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { devices, type Page } from 'playwright-core';
import { proofScale } from '../support/measure/proof-scale.ts';
import { isRecording, Screencast, screencastFolder } from '../support/measure/screencast.ts';
import { Walk } from '../support/measure/walk.ts';
import { BrowserService } from '../support/scratch/browser-service.ts';

const password = 'correct horse battery';
const tableCodes = proofScale >= 1 ? 400 : 40;
const clients = proofScale >= 1 ? 30 : 3;
const codesPerClient = 4;

const stepsFile = join(screencastFolder, 'steps.json');
/** The steps in each recording. */
const shown = JSON.parse(readFileSync(stepsFile, 'utf8')) as Record<string, string[]>;
const recorded = new Map<string, string[]>();

let service: BrowserService;

before(async () => {
  service = await BrowserService.start();
});
after(async () => {
  await service.close();
  if (isRecording)
    writeFileSync(stepsFile, `${JSON.stringify({ ...shown, ...Object.fromEntries(recorded) }, null, 2)}\n`);
});

/** An account without codes, signed in on the page of its codes. */
async function emptyAccount(email: string, options = {}): Promise<Page> {
  const made = await service.command('demo', '--email', email, '--password', password, '--empty');
  assert.equal(made.code, 0, made.stderr);
  return service.signIn(email, password, options);
}

/** A walk on a page. Its recording is in the guide under this name. */
async function walkOn(page: Page): Promise<Walk> {
  const walk = new Walk(page);
  if (isRecording) walk.screencast = await Screencast.start(page);
  return walk;
}

/** Few clicks, and the same steps as in the recording. */
async function assertShort(t: TestContext, walk: Walk, clicksMax: number, name: string): Promise<void> {
  t.diagnostic(String(walk));
  assert.ok(walk.clicks <= clicksMax, `${walk.clicks} clicks, at most ${clicksMax}`);
  const steps = walk.steps.map((step) => step.replaceAll(/ at [A-Z].*$/g, ''));
  if (walk.screencast !== null) {
    await walk.screencast.save(name);
    recorded.set(name, steps);
  } else if (proofScale < 1)
    assert.deepEqual(steps, shown[name], 'the recording is outdated: npm run screencasts');
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const dialog = (page: Page) => page.getByRole('dialog');

/** What people come for, in clicks and seconds. A change that makes one of them longer is seen here. */
describe('from wish to result', () => {
  test('a new owner gets their first printable code in at most 13 clicks', async (t) => {
    const page = await service.newPage();
    const walk = await walkOn(page);
    await walk.open('/dashboard/');
    await walk.click(page.getByRole('link', { name: 'Create an account' }));
    await walk.type(page.getByLabel('Your name'), 'Ada');
    await walk.type(page.getByLabel('Email'), 'first@example.com');
    await walk.click(button(page, 'Continue'));
    await walk.see(page.getByRole('heading', { name: 'Check your email' }));
    await walk.open(await service.linkFor('first@example.com'));
    await walk.type(page.getByLabel('Password'), password);
    await walk.click(button(page, 'Save'));
    await walk.click(page.getByRole('link', { name: 'Create a QR code' }));
    await walk.type(page.getByLabel('Destination'), 'example.com/menu');
    await walk.click(button(page, 'Create code'));
    await walk.see(page.getByRole('heading', { name: 'Your code is ready' }));
    await walk.click(button(page, 'Download').first());
    assert.match(await walk.download(page.getByRole('menuitem', { name: 'Download SVG' })), /\.svg$/);
    await assertShort(t, walk, 13, 'first-code');
  });

  test('a restaurant gets three menus in its own style, as one ZIP, in at most 20 clicks', async (t) => {
    const page = await emptyAccount('restaurant@example.com');
    const walk = await walkOn(page);
    for (const name of ['Lunch', 'Dinner', 'Drinks']) {
      await walk.click(page.getByRole('link', { name: 'Templates', exact: true }));
      await walk.click(page.getByRole('link', { name: /^Use/ }).first());
      await walk.type(page.getByLabel('Destination'), `example.com/${name}`);
      await walk.type(page.getByLabel('Name', { exact: true }), name);
      await walk.click(button(page, 'Create code'));
      await walk.see(page.getByRole('heading', { name: 'Your code is ready' }));
    }
    await walk.click(page.getByRole('link', { name: 'QR codes' }).first());
    await walk.see(page.getByRole('listitem').filter({ hasText: 'Lunch' }));
    await walk.click(page.getByLabel('Choose all shown'));
    await walk.click(button(page, 'ZIP'));
    assert.equal(await walk.download(dialog(page).getByRole('button', { name: 'Download' })), 'qr-codes.zip');
    await assertShort(t, walk, 20, 'three-menus');
  });

  test(`${tableCodes} codes from a CSV file take at most 9 clicks, images included`, async (t) => {
    const page = await emptyAccount('table@example.com');
    const lines = Array.from(
      { length: tableCodes },
      (_, index) => `Room ${index + 1};example.com/rooms/${index + 1};Hotel`,
    );
    const walk = await walkOn(page);
    await walk.click(page.getByRole('link', { name: 'QR codes' }).first());
    await walk.click(page.getByRole('link', { name: 'From a table' }));
    await walk.pickFile(
      page.locator('input[type=file]'),
      'rooms.csv',
      ['Name;Destination;Tags', ...lines].join('\n'),
    );
    await walk.click(button(page, `Create ${tableCodes} codes`));
    await walk.see(page.getByRole('heading', { name: `${tableCodes} codes created` }), 600_000);
    await walk.click(button(page, /images/i).first());
    assert.match(await walk.download(dialog(page).getByRole('button', { name: 'Download' })), /\.zip$/);
    await assertShort(t, walk, 9, 'codes-from-a-table');
  });

  test(`an agency moves the codes of ${clients} clients into projects with at most 8 clicks per client`, async (t) => {
    const page = await emptyAccount('agency@example.com');
    await page.evaluate(
      async ({ clients: all, each }) => {
        const me = await (await fetch('/dashboard/api/me')).json();
        for (let client = 1; client <= all; client++)
          for (let nth = 1; nth <= each; nth++)
            await fetch('/dashboard/api/qr-codes', {
              method: 'POST',
              headers: { 'content-type': 'application/json', 'x-waypost-account': me.account.account_id },
              body: JSON.stringify({
                type: 'url',
                label: `Client ${String(client).padStart(2, '0')} flyer ${nth}`,
                redirect_url: `https://example.com/${client}/${nth}`,
              }),
            });
      },
      { clients, each: codesPerClient },
    );
    const walk = await walkOn(page);
    await walk.click(page.getByRole('link', { name: 'QR codes' }).first());
    for (let client = 1; client <= clients; client++) {
      const name = `Client ${String(client).padStart(2, '0')}`;
      await walk.type(page.getByLabel('Search codes'), name);
      await walk.see(page.getByRole('listitem').filter({ hasText: `${name} flyer 1` }));
      await walk.see(page.getByText(`${codesPerClient} codes`, { exact: true }));
      await walk.click(page.getByLabel('Choose all shown'));
      await walk.click(button(page, 'Move'));
      await walk.choose(dialog(page).getByLabel('Project'), 'New project…');
      await walk.type(dialog(page).getByLabel('Name of the new project'), name);
      await walk.click(dialog(page).getByRole('button', { name: 'Move' }));
      await walk.see(page.getByText(`${codesPerClient} codes moved.`));
    }
    t.diagnostic(`${(walk.clicks / clients).toFixed(1)} clicks per client`);
    await assertShort(t, walk, 1 + clients * 8, 'move-to-projects');
    await page.getByRole('link', { name: 'Projects' }).first().click();
    await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
    await page.getByText(`Client ${String(clients).padStart(2, '0')}`, { exact: true }).waitFor();
  });

  test('on a phone, an owner creates a code, downloads it, and changes its destination, in at most 14 taps', async (t) => {
    const { defaultBrowserType: _, ...phone } = devices['Pixel 7'] ?? assert.fail();
    const page = await emptyAccount('phone@example.com', phone);
    const walk = await walkOn(page);
    await walk.click(page.getByRole('link', { name: /New QR code|Create a code/ }).first());
    await walk.type(page.getByLabel('Destination'), 'example.com/menu');
    await walk.click(page.getByText('Rounder', { exact: true }));
    await walk.click(button(page, 'Create code'));
    await walk.see(page.getByRole('heading', { name: 'Your code is ready' }));
    await walk.click(button(page, 'Download').first());
    assert.match(await walk.download(page.getByRole('menuitem', { name: 'Download PNG' })), /\.png$/);
    await walk.click(page.getByRole('navigation', { name: 'Code' }).getByRole('link', { name: 'Settings' }));
    await walk.type(page.getByLabel('Destination'), 'example.com/dinner');
    const form = page.locator('form').filter({ has: page.getByLabel('Destination') });
    await walk.click(form.getByRole('button', { name: 'Save' }));
    await walk.see(page.getByRole('status').getByText(/saved/i));
    await assertShort(t, walk, 14, 'on-a-phone');
  });
});

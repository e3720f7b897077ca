import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeViolations } from '../support/measure/axe-violations.ts';
import { BrowserService } from '../support/scratch/browser-service.ts';

const [email, password] = ['lists@example.com', 'correct horse battery'];
let service: BrowserService;
let page: Page;

before(async () => {
  service = await BrowserService.start();
  const made = await service.command('demo', '--email', email, '--password', password, '--empty');
  assert.equal(made.code, 0, made.stderr);
  page = await service.signIn(email, password);
  for (const [label, path] of [
    ['Table 2', 'menu'],
    ['Table 10', 'menu'],
    ['Window', 'shop'],
  ])
    await ask('POST', '/qr-codes', {
      type: 'url',
      label,
      redirect_url: `https://old.example.com/${path}`,
    });
  await page.goto('/dashboard/codes');
  await row('Window').waitFor();
});
after(() => service.close());

const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = () => page.getByRole('dialog');
const row = (label: string) => page.getByRole('listitem').filter({ hasText: label });
const labels = () =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('link')
    .filter({ hasText: /Table|Window/ })
    .allInnerTexts();

async function ask(method: string, path: string, sent: Record<string, unknown>): Promise<void> {
  await page.evaluate(
    async (wanted) => {
      const me = await (await fetch('/dashboard/api/me')).json();
      await fetch(`/dashboard/api${wanted.path}`, {
        method: wanted.method,
        headers: { 'content-type': 'application/json', 'x-waypost-account': me.account.account_id },
        body: wanted.body,
      });
    },
    { method, path, body: JSON.stringify(sent) },
  );
}

async function assertAccessible(): Promise<void> {
  // Dialogs fade in.
  await page.waitForTimeout(400);
  assert.deepEqual(await axeViolations(page), []);
}

async function choose(...names: string[]): Promise<void> {
  for (const name of names) await page.getByLabel(`Select ${name}`).check();
}

/** Undoes the last change of many codes. */
async function undo(): Promise<void> {
  await button('Undo').click();
  await page
    .getByText(/^Undone for/)
    .first()
    .waitFor();
}

/** Each step continues the previous one. */
describe('an owner with many codes', () => {
  test('sees how many there are, and orders them by name: 2 comes before 10', async () => {
    await page.getByText('3 codes', { exact: true }).waitFor();
    await page.getByLabel('Order').selectOption('By name');
    await page.waitForURL(/order=name/);
    await page.waitForFunction(() => document.querySelector('main li a')?.textContent === 'Table 2');
    assert.deepEqual(await labels(), ['Table 2', 'Table 10', 'Window']);
    await assertAccessible();
  });

  test('searches by destination', async () => {
    await page.getByLabel('Search codes').fill('/shop');
    await page.getByText('1 code', { exact: true }).waitFor();
    assert.deepEqual(await labels(), ['Window']);
    await button('Clear filters').click();
    await row('Table 10').waitFor();
  });

  test('tags codes by keyboard, filters by a tag, and undoes it', async () => {
    await page.getByLabel('Select Table 2').focus();
    await page.keyboard.press('Space');
    await choose('Table 10');
    await button('Tags').focus();
    await page.keyboard.press('Enter');
    await dialog().getByLabel('Add tags').fill('Indoor');
    await page.keyboard.press('Enter');
    await assertAccessible();
    await dialog().getByRole('button', { name: 'Save tags' }).click();
    await page.getByText('2 codes tagged.').waitFor();
    await page.getByRole('link', { name: 'Filter by the tag Indoor' }).first().click();
    await page.getByText('2 codes', { exact: true }).waitFor();
    await button(/Remove the tag Indoor/).click();
    await row('Window').waitFor();
  });

  test('moves codes to a new folder, and deletes the folder without losing them', async () => {
    await choose('Table 2', 'Window');
    await button('Move').click();
    await dialog().getByLabel('Folder').selectOption('New folder…');
    await dialog().getByLabel('Name of the new folder').fill('Terrace');
    await assertAccessible();
    await dialog().getByRole('button', { name: 'Move' }).click();
    await page.getByText('2 codes moved.').waitFor();
    await page.getByLabel('Project', { exact: true }).selectOption({ index: 1 });
    await page.getByRole('link', { name: 'Terrace' }).click();
    await page.getByText('2 codes', { exact: true }).waitFor();
    await assertAccessible();
    await button('Delete').click();
    await dialog().getByRole('button', { name: 'Delete folder' }).click();
    await page.getByText('2 codes moved out of the folder.').waitFor();
    await page.getByText('3 codes', { exact: true }).waitFor();
    await button('Clear filters').click();
  });

  test('replaces a part of all destinations after a preview, and undoes it', async () => {
    await page.getByLabel('Choose all shown').check();
    await button('Replace').click();
    await dialog().getByLabel('Find').fill('old.example.com');
    await dialog().getByLabel('Replace with').fill('new.example.com');
    await dialog().getByRole('button', { name: 'Preview' }).click();
    await dialog().getByText('3 codes would change.').waitFor();
    await assertAccessible();
    await dialog().getByRole('button', { name: 'Change 3 codes' }).click();
    await page.getByText('https://new.example.com/shop').waitFor();
    await undo();
    await page.getByText('https://old.example.com/shop').waitFor();
  });

  test('renames a code in its place, by keyboard', async () => {
    await button('Actions for Window').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Rename' }).focus();
    await page.keyboard.press('Enter');
    const field = page.getByLabel('New name of Window');
    await field.fill('Shop window');
    await page.keyboard.press('Enter');
    await row('Shop window').waitFor();
  });

  test('duplicates a code', async () => {
    await button('Actions for Shop window').click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { name: 'Shop window (copy)' }).waitFor();
    await page.goto('/dashboard/codes');
    await page.getByText('4 codes', { exact: true }).waitFor();
  });

  test('saves a view and comes back to it', async () => {
    await page.getByLabel('Show', { exact: true }).selectOption('Never scanned');
    await page.waitForURL(/state=never_scanned/);
    await button('Views').click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    await dialog().getByLabel('Name').fill('Not scanned yet');
    await assertAccessible();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('View saved.').waitFor();
    await button('Clear filters').click();
    await page.waitForURL((url) => !url.search.includes('state'));
    await button('Views').click();
    await page.getByRole('menuitem', { name: 'Not scanned yet' }).click();
    await page.waitForURL(/state=never_scanned/);
    await button('Clear filters').click();
  });

  test('downloads the images of all codes as a ZIP', async () => {
    await row('Table 10').waitFor();
    await page.getByLabel('Choose all shown').check();
    await button('ZIP').click();
    const download = page.waitForEvent('download');
    await dialog().getByRole('button', { name: 'Download' }).click();
    assert.equal((await download).suggestedFilename(), 'qr-codes.zip');
    await page.getByText('4 images saved.').waitFor();
  });

  test('archives and restores codes', async () => {
    await page.goto('/dashboard/codes');
    await choose('Table 2', 'Table 10');
    await button('Archive').click();
    await dialog().getByRole('button', { name: 'Archive' }).click();
    await page.getByText('2 codes archived.').waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption('Archived');
    await row('Table 10').waitFor();
    await page.getByLabel('Choose all shown').check();
    await button('Restore').click();
    await dialog().getByRole('button', { name: 'Restore' }).click();
    await page.getByText('2 codes restored.').waitFor();
    await page.getByText('No matching codes').waitFor();
  });
});

describe('an owner with a table', () => {
  test('pastes it, corrects a line, and creates its codes', async () => {
    await page.goto('/dashboard/codes');
    await page.getByRole('link', { name: 'From a table' }).click();
    await page
      .getByRole('textbox', { name: 'Table' })
      .fill(
        'Name;Destination;Tags\nRoom 1;example.com/1;Hotel\nRoom 2;ftp://example.com;Hotel\n"Room; 3";https://example.com/3;',
      );
    await button('Continue').click();
    await page.getByText('1 line to correct').waitFor();
    assert.ok(await button(/^Create/).isDisabled());
    await assertAccessible();
    await page.getByLabel('Destination of line 2').fill('example.com/2');
    await page.reload();
    await button('Create 3 codes').click();
    await page.getByRole('heading', { name: '3 codes created' }).waitFor();
    await assertAccessible();
    const download = page.waitForEvent('download');
    await button('Download list (CSV)').click();
    const file = await download;
    assert.equal(file.suggestedFilename(), 'new-qr-codes.csv');
    await page.getByRole('link', { name: 'All codes' }).click();
    await row('Room; 3').waitFor();
  });
});

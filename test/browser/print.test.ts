import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { readQrCode } from '#features/rendering/read-qr-code.ts';
import { anyPhoto } from '../photos/any-photo.ts';
import { PrintShop } from '../print/printers.ts';
import { seededRandom } from '../support/data/seeded-random.ts';
import { axeViolations, sidewaysPixels } from '../support/measure/axe-violations.ts';
import { BrowserService } from '../support/scratch/browser-service.ts';

const email = 'printer@example.com';
const password = 'correct horse battery';

describe('an owner who prints', () => {
  const shop = new PrintShop();
  let service: BrowserService;
  let page: Page;
  before(async () => {
    service = await BrowserService.start();
    const made = await service.command('demo', '--email', email, '--password', password, '--empty');
    assert.equal(made.code, 0, made.stderr);
    page = await service.signIn(email, password, { permissions: ['clipboard-read', 'clipboard-write'] });
  });
  after(async () => {
    await service.close();
    shop.close();
  });

  const dialog = () => page.getByRole('dialog', { name: 'Download for print' });
  async function openDialog(): Promise<void> {
    await page.getByRole('button', { name: 'Download' }).first().press('Enter');
    await page.getByRole('menuitem', { name: /^For print/ }).press('Enter');
    await dialog().waitFor();
  }

  test('puts a photograph into a code, in a circle, and sees that phones read it', async () => {
    await page.goto('/dashboard/codes/new');
    await page.getByLabel('Destination').fill('example.com/menu');
    await page.locator('summary').filter({ hasText: 'Logo' }).press('Enter');
    await page.locator('input[aria-label="Logo file"]').setInputFiles('test/support/data/logos/cat.jpg');
    await page.getByRole('combobox', { name: 'Shape' }).selectOption('circle');
    await page.getByRole('switch', { name: 'Plate behind the logo' }).press('Space');
    // Faint while it is tested again.
    await page.locator('[aria-busy=false]').getByTestId('score').waitFor();
    assert.ok(Number(await page.getByTestId('score').textContent()) >= 80);
    await page
      .getByText(/^Print it at least \d+ mm wide\. 40 mm wide, phones read it from up to \d+ cm\.$/)
      .waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Create code', exact: true }).click();
    await page.getByRole('heading', { name: 'Your code is ready' }).waitFor();
  });

  test('downloads a PDF in a spot color by keyboard, and its plate shows the link', async () => {
    await openDialog();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByLabel('Inks').selectOption('spot');
    await page.getByLabel('Name of the spot color').fill('PANTONE 185 C');
    await page.getByLabel('Bleed (mm)').fill('3');
    const downloading = page.waitForEvent('download');
    await dialog().getByRole('button', { name: 'Download' }).press('Enter');
    const file = readFileSync(await (await downloading).path());
    await dialog().waitFor({ state: 'detached' });
    const plate = (await shop.separate(file, 300)).get('PANTONE 185 C');
    assert.ok(plate);
    const { data, width, height } = plate;
    const png = await sharp(data, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer();
    assert.match((await readQrCode(png)) ?? '', /\/qr-/i);
  });

  test('sees what is wrong under the field that it concerns, on a phone too', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openDialog();
    await page.getByLabel('Width').fill('3');
    await dialog()
      .getByText(/^Too small: print it at least \d+ mm wide/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Download' }).press('Enter');
    await dialog().getByText('“Width” must be a number from 10 to 1000.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.equal(await sidewaysPixels(page), 0);
    await dialog().getByRole('button', { name: 'Cancel' }).press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('prints labels of chosen codes by keyboard', async () => {
    await page.goto('/dashboard/codes');
    await page.getByLabel('Choose all shown').press('Space');
    await page.getByRole('button', { name: 'Labels' }).press('Enter');
    const labels = page.getByRole('dialog', { name: 'Labels of 1 code' });
    await labels.getByLabel('Sheet').selectOption('l7163');
    assert.deepEqual(await axeViolations(page), []);
    const downloading = page.waitForEvent('download');
    await labels.getByRole('button', { name: 'Download' }).press('Enter');
    const file = readFileSync(await (await downloading).path());
    assert.match((await readQrCode(shop.raster(file, 300))) ?? '', /\/qr-/i);
    await page.goBack();
  });

  test('copies the image, to paste it elsewhere', async () => {
    await page.getByRole('button', { name: 'Download' }).first().press('Enter');
    await page.getByRole('menuitem', { name: /^Copy/ }).click();
    await page.getByText('Image copied.').waitFor();
    const bytes = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return [...new Uint8Array(await ((await item?.getType('image/png')) ?? new Blob()).arrayBuffer())];
    });
    assert.match((await readQrCode(Uint8Array.from(bytes))) ?? '', /\/qr-/i);
  });

  test('drops a photo of the print, and learns which code it is and what to improve', async () => {
    const link = await page.locator('.font-mono').filter({ hasText: '/qr-' }).first().textContent();
    const photo = await anyPhoto('weak light', seededRandom(3), `http://${link}`);
    await page.getByRole('button', { name: 'Download' }).first().press('Enter');
    await page.getByRole('menuitem', { name: /^Check a print/ }).press('Enter');
    await page.waitForURL(/check-photo/);
    await page.getByLabel('Choose a photo').setInputFiles(pictureOf(photo.jpeg));
    await page.getByText('This is your code.').last().waitFor();
    await page.getByText('The code is hardly darker than its paper.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.locator('main h2 a').click();
    await page.waitForURL(/codes\/qrc_/);
    await page.goBack();
  });

  test('is warned of a code that somebody glued over the own one, and told why a photo can not be read', async () => {
    const sticker = await anyPhoto('sticker with a code', seededRandom(4));
    await page.getByLabel('Choose a photo').setInputFiles(pictureOf(sticker.jpeg));
    await page
      .getByText(/^None of the codes that you can see has this link\. .* somebody may have put theirs/)
      .last()
      .waitFor();
    await page.getByText(sticker.stranger ?? '').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    assert.deepEqual(await axeViolations(page), []);
    assert.equal(await sidewaysPixels(page), 0);
    const half = await anyPhoto('cut off', seededRandom(5));
    await page.getByLabel('Choose a photo').setInputFiles(pictureOf(half.jpeg));
    await page.getByText('Take the photo again with the whole code.').last().waitFor();
    await page.getByLabel('Choose a photo').setInputFiles(pictureOf(Buffer.from('no picture')));
    await page.getByText('Use JPEG, PNG or WebP.').waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    assert.deepEqual(service.problems, []);
  });
});

function pictureOf(buffer: Buffer) {
  return { name: 'poster.jpg', mimeType: 'image/jpeg', buffer };
}

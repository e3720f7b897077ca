import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { guidePages } from '../../scripts/guide-pages.ts';
import { axeViolations, sidewaysPixels } from '../support/measure/axe-violations.ts';
import { proofScale } from '../support/measure/proof-scale.ts';
import { BrowserService } from '../support/scratch/browser-service.ts';

const names = [...guidePages.keys()];
const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

describe('the guide in a browser', () => {
  let service: BrowserService;
  let page: Page;
  before(async () => {
    service = await BrowserService.start();
    page = await service.newPage();
  });
  after(() => service.close());

  for (const [size, viewport] of Object.entries(sizes)) {
    for (const theme of ['light', 'dark'] as const) {
      // Each size and each theme once; all four with `npm run proof`.
      if (proofScale < 1 && (size === 'desktop') !== (theme === 'light')) continue;
      test(`passes axe, and doesn’t scroll sideways: ${size}, ${theme}`, async () => {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme: theme });
        // Half of the pages in each look; all of them with `npm run proof`.
        const half = Number(size === 'phone');
        for (const name of names.filter((_, place) => proofScale >= 1 || place % 2 === half)) {
          await page.goto(`/docs/guide/${name}`);
          assert.deepEqual(await axeViolations(page), [], name);
          assert.equal(await sidewaysPixels(page), 0, name);
        }
      });
    }
  }

  test('finds a section by its text, from the keyboard', async () => {
    await page.setViewportSize(sizes.desktop);
    await page.goto('/docs/guide');
    await page.keyboard.press('/');
    await page.keyboard.type('night shift');
    await page.getByRole('link', { name: 'Rules cookbook: Night shift' }).click();
    await page.waitForURL('**/docs/guide/rules#night-shift');
  });

  test('copies a command', async () => {
    await page.goto('/docs/guide/quick-start');
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;
    assert.match(copied, /^git clone/);
  });

  test('logs nothing to the console', () => assert.deepEqual(service.problems, []));
});

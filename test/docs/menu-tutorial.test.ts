import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { BrowserService } from '../support/scratch/browser-service.ts';

const file = new URL('../../docs/tutorial-menu.md', import.meta.url);
const email = 'cook@example.com';
const password = 'correct horse battery';

interface Part {
  title: string;
  steps: { text: string; names: string[] }[];
}

/** The numbered steps of the tutorial, with the names in bold: what readers look for on the page. */
const parts: Part[] = readFileSync(file, 'utf8')
  .split(/^## (?=\d)/m)
  .slice(1)
  .map((part) => ({
    title: part.slice(0, part.indexOf('\n')),
    steps: [...part.matchAll(/(?<=\n)\d+\. (.+)$/gm)].map(([, text = '']) => ({
      text,
      names: [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = '']) => name),
    })),
  }));

let service: BrowserService;
let page: Page;
let folder: string;
let labels = '';
/** Found on the page in this step. */
let found: string[] = [];

before(async () => {
  service = await BrowserService.start();
  folder = mkdtempSync(join(tmpdir(), 'waypost-menu-'));
  const made = await service.command('demo', '--email', email, '--password', password, '--empty');
  assert.equal(made.code, 0, made.stderr);
});
after(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

/** What has this name, as a reader would find it. */
function named(name: string, within: Page | Locator = page): Locator {
  found.push(name);
  // An entry of a menu explains itself after its name.
  const entry = page.getByRole('menuitem', { name: new RegExp(`^${name}`) });
  return (['link', 'button', 'heading'] as const)
    .map((role) => within.getByRole(role, { name, exact: true }))
    .reduce((one, other) => one.or(other), entry)
    .first();
}

/** A field with this label. */
function field(name: string, within: Page | Locator = page): Locator {
  found.push(name);
  return within.getByLabel(name, { exact: true }).first();
}

const choose = (name: string, within?: Locator) => named(name, within).click();
const see = async (name: string) => {
  found.push(name);
  await page.getByText(name, { exact: true }).first().waitFor();
};
const inCode = (name: string) => choose(name, page.getByRole('navigation', { name: 'Code' }));
const openCode = async () => {
  await page.goto('/dashboard/codes');
  await page.getByRole('link', { name: 'Tables' }).first().click();
  await page.getByRole('navigation', { name: 'Code' }).waitFor();
};
const simulated = (text: string) => page.getByTestId('simulated').getByText(text).waitFor();
const rendered = () => join(folder, 'sheet.png');

const actions: Record<string, (() => Promise<void>)[]> = {
  '1. Create the code': [
    async () => {
      page = await service.signIn(email, password);
      await choose('QR codes');
      await choose('New QR code');
    },
    () => field('Destination').fill('example.com/menu'),
    () => field('Name').fill('Tables'),
    async () => {
      await page.getByText('Rounder', { exact: true }).click();
      await page.getByText('Card', { exact: true }).click();
      await page.getByText('Frame', { exact: true }).first().waitFor();
      found.push('Shape', 'Rounder', 'Frame', 'Card');
      await page.getByText('Shape', { exact: true }).first().waitFor();
      await field('Caption').fill('Our menu');
    },
    async () => {
      await choose('Create code');
      await named('Your code is ready').waitFor();
    },
  ],
  '2. Show breakfast until eleven': [
    async () => {
      await inCode('Rules');
      await choose('By time');
    },
    async () => {
      await choose('Sat');
      await choose('Sun');
    },
    async () => {
      await field('From').fill('06:00');
      await field('Until').fill('11:00');
    },
    () => field('Destination').fill('example.com/breakfast'),
    async () => {
      await choose('Save rules');
      await page.getByText(/Rules saved/).waitFor();
    },
    async () => {
      const simulator = page
        .locator('section')
        .filter({ has: named('Simulator') })
        .last();
      const time = field('Time', simulator);
      await time.fill('2026-12-24T08:00');
      await simulated('https://example.com/breakfast');
      await time.fill('2026-12-24T20:00');
      await simulated('https://example.com/menu');
    },
  ],
  '3. Print the table tents': [
    async () => {
      await choose('QR codes', page.getByRole('navigation', { name: 'Main' }));
      await field('Choose all shown').click();
    },
    async () => {
      await choose('Labels');
      await field('Sheet', page.getByRole('dialog')).selectOption({
        label: 'Table tents from A4 paper, folded',
      });
      found.push('Table tents from A4 paper, folded');
    },
    async () => {
      const downloading = page.waitForEvent('download');
      await choose('Download', page.getByRole('dialog'));
      labels = await (await downloading).path();
    },
  ],
  '4. Check the first print': [
    async () => {
      // A scanner instead of a printer and a phone.
      execFileSync('pdftoppm', ['-png', '-r', '100', '-singlefile', labels, join(folder, 'sheet')]);
    },
    async () => {
      await page.keyboard.press('Escape');
      await openCode();
      await choose('Download');
      await choose('Check a print');
    },
    async () => {
      await field('Choose a photo').setInputFiles(rendered());
      await see('This is your code.');
    },
  ],
  '5. Change the menu later': [
    async () => {
      await openCode();
      await inCode('Settings');
    },
    async () => {
      await field('Destination').fill('example.com/winter');
      await choose(
        'Save',
        page.locator('form').filter({ has: page.getByLabel('Destination', { exact: true }) }),
      );
      await page.getByRole('status').getByText(/saved/i).first().waitFor();
    },
  ],
};

describe('the menu tutorial, step by step in a browser', () => {
  assert.deepEqual(
    parts.map(({ title }) => title),
    Object.keys(actions),
  );
  for (const { title, steps } of parts) {
    test(title, async () => {
      const own = actions[title] ?? [];
      assert.equal(own.length, steps.length);
      for (const [place, { text, names }] of steps.entries()) {
        found = [];
        await own[place]?.().catch((error: unknown) => {
          throw new Error(`${title}, step ${place + 1}: ${text}`, { cause: error });
        });
        assert.deepEqual(new Set(found), new Set(names), `the names in bold of: ${text}`);
      }
    });
  }

  test('the printed link leads to the new menu, and no page logged an error', async () => {
    const { items } = (await page.evaluate(async () => (await fetch('/dashboard/api/qr-codes')).json())) as {
      items: { short_link: string }[];
    };
    const at = new Date().getUTCHours();
    const { headers } = await fetch(items[0]?.short_link ?? '', { redirect: 'manual' });
    const expected = at >= 6 && at < 11 ? 'breakfast' : 'winter';
    assert.equal(headers.get('location'), `https://example.com/${expected}`);
    assert.deepEqual(service.problems, []);
  });
});

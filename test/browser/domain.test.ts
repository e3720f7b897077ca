import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { Zone } from '../support/doubles/zone.ts';
import { axeViolations, sidewaysPixels } from '../support/measure/axe-violations.ts';
import { BrowserService } from '../support/scratch/browser-service.ts';

const password = 'correct horse battery';
const host = 'go.shop.example';

describe('a domain, by its owner in the dashboard', () => {
  let zone: Zone;
  let service: BrowserService;
  let page: Page;
  before(async () => {
    zone = await Zone.start();
    service = await BrowserService.start(zone.environment);
    const made = await service.command(
      'demo',
      '--email',
      'owner@example.com',
      '--password',
      password,
      '--empty',
    );
    assert.equal(made.code, 0, made.stderr);
    page = await service.signIn('owner@example.com', password);
  });
  after(async () => {
    await service.close();
    zone.close();
  });

  const scan = (slug: string, name: string) =>
    new Promise<number>((resolve, reject) => {
      request(`${service.scanUrl}/${slug}`, { headers: { host: name } }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });

  test('is added, verified by DNS, used in the images, and removed', async () => {
    await page.goto('/dashboard/codes/new');
    await page.getByLabel('Destination').fill('example.com/menu');
    await page.getByRole('button', { name: /Create/ }).click();
    await page
      .getByRole('link', { name: /Open the link|localhost/ })
      .first()
      .waitFor();
    const own = await page
      .getByText(/localhost:\d+\/qr-/)
      .first()
      .innerText();
    const slug = /qr-[0-9a-z]{12}/.exec(own)?.[0] ?? '';
    assert.notEqual(slug, '');
    const codeAddress = page.url();

    await page.goto('/dashboard/projects');
    await page.getByRole('link', { name: 'Default' }).first().click();
    await page.getByRole('link', { name: 'Domain' }).click();
    await page.getByLabel('Name').fill('https://go.shop.example/');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Enter only the domain name').waitFor();
    await page.getByLabel('Name').fill('GO.shop.example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('waiting for its records').waitFor();
    await page.getByRole('button', { name: 'Name of the TXT record' }).click();
    const name = (await page.evaluate('navigator.clipboard.readText()')) as string;
    await page.getByRole('button', { name: 'Value of the TXT record' }).click();
    const value = (await page.evaluate('navigator.clipboard.readText()')) as string;
    await page.getByRole('button', { name: 'Value of the CNAME record' }).click();
    const alias = (await page.evaluate('navigator.clipboard.readText()')) as string;
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText(`There is no TXT record at ${name} yet.`).waitFor();
    assert.equal(await scan(slug, host), 421);

    zone.set(name, 'TXT', [value]);
    zone.set(host, 'CNAME', [alias]);
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('verified', { exact: true }).waitFor();
    assert.equal(await scan(slug, host), 302);
    await page.getByText(`All images use ${host}`).waitFor();
    await page.getByLabel(`Destination of ${host}`).fill('example.com/home');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.goto(codeAddress);
    await page.getByText(`${host}/${slug}`).first().waitFor();

    await page.goBack();
    await page.getByRole('button', { name: 'Remove…' }).click();
    await page.getByText('Codes printed with this domain stop working at once.').waitFor();
    await page.getByRole('button', { name: 'Remove domain' }).click();
    await page.getByText('Add a domain').waitFor();
    assert.equal(await scan(slug, host), 421);
    assert.equal(await scan(slug, new URL(service.scanUrl).host), 302);
    await page.getByText('All images use our own host').waitFor();
  });

  test('has an accessible page in every state, on desktop and phone', async () => {
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    const { rows } = await client.query('select project_id, account_id from projects limit 1');
    await client.query(
      `insert into domains (domain_id, account_id, project_id, host, token) values (gen_random_uuid(), $1, $2, $3, 'f00d')`,
      [rows[0].account_id, rows[0].project_id, host],
    );
    for (const state of ['pending', 'verified', 'failing', 'lapsed']) {
      await client.query(
        `update domains set state = $1, failing_since = now(), lapsed_at = now(), problem = $2`,
        [state, state === 'verified' ? null : 'There is no TXT record at _waypost.go.shop.example yet.'],
      );
      for (const theme of ['light', 'dark'] as const)
        for (const viewport of [
          { width: 1280, height: 900 },
          { width: 390, height: 844 },
        ]) {
          await page.setViewportSize(viewport);
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
          await page.reload();
          await page.getByText(host).first().waitFor();
          assert.deepEqual(await axeViolations(page), [], state);
          assert.equal(await sidewaysPixels(page), 0, state);
          if (process.env['SCREENSHOTS'])
            await page.screenshot({
              path: `${process.env['SCREENSHOTS']}/domain-${state}-${theme}-${viewport.width}.png`,
            });
        }
    }
    await client.end();
  });

  test('logs nothing to the console', () => assert.deepEqual(service.problems, []));
});

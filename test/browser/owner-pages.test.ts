import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeViolations, sidewaysPixels } from '../support/measure/axe-violations.ts';
import { BrowserService } from '../support/scratch/browser-service.ts';

const email = 'owner@example.com';
const password = 'correct horse battery';
const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };

describe('pages for owners and their visitors', () => {
  let service: BrowserService;
  let page: Page;
  let visitor: Page;
  before(async () => {
    service = await BrowserService.start();
    const made = await service.command('demo', '--email', email, '--password', password, '--scans', '300');
    assert.equal(made.code, 0, made.stderr);
    page = await service.signIn(email, password);
    visitor = await service.newPage({ viewport: sizes.phone });
  });
  after(() => service.close());

  /** As the signed-in owner. */
  const send = (method: string, path: string, body?: unknown) =>
    page.evaluate(
      async ([how, where, what]) => {
        const response = await fetch(`/dashboard/api${where}`, {
          method: how as string,
          headers: { 'content-type': 'application/json' },
          ...(what !== null && { body: JSON.stringify(what) }),
        });
        return response.json();
      },
      [method, path, body ?? null] as const,
    );

  async function publish(body: Record<string, unknown>): Promise<string> {
    const { qr_id: id } = await send('POST', '/qr-codes', { label: 'Code', ...body });
    for (let wait = 0; wait < 100; wait++) {
      const { qr_code: code } = await send('GET', `/qr-codes/${id}`);
      if (code.slug !== null) return `${service.scanUrl}/${code.slug}`;
      await page.waitForTimeout(100);
    }
    return assert.fail('the image is not ready');
  }

  async function assertAccessible(shown: Page, name: string): Promise<void> {
    assert.deepEqual(await axeViolations(shown), [], name);
    assert.equal(await sidewaysPixels(shown), 0, name);
  }

  test('an owner sets name, color, logo and fallback address by keyboard, and visitors see them', async () => {
    await page.goto('/dashboard/');
    const { items } = await send('GET', '/projects');
    const project = items.find(({ is_default }: { is_default: boolean }) => is_default).project_id;
    await page.goto(`/dashboard/projects/${project}`);
    await page.getByRole('link', { name: 'Visitor pages' }).press('Enter');
    await page.getByLabel('Name').focus();
    await page.keyboard.type('Café Aurora');
    await page.getByLabel('Fallback address').focus();
    await page.keyboard.type('fallback.example/open');
    await page.keyboard.press('Enter');
    await page.getByText('Saved.').waitFor();
    await assertAccessible(page, 'visitor pages');
    const link = await publish({
      type: 'url',
      redirect_url: 'https://example.com/',
      expires_at: '2020-01-01T00:00:00Z',
    });
    await visitor.goto(link);
    await visitor.getByText('Café Aurora').waitFor();
    const button = visitor.getByRole('link', { name: 'Continue to the website' });
    assert.equal(await button.getAttribute('href'), 'https://fallback.example/open');
    await assertAccessible(visitor, 'an expired code');
  });

  test('a mistake in the fallback address is shown under its field, in its words', async () => {
    await page.getByLabel('Fallback address').fill('ftp://files.example/');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^“Fallback address” must be an absolute http or https URL/).waitFor();
    assert.equal(await page.getByLabel('Fallback address').getAttribute('aria-invalid'), 'true');
    await page.getByLabel('Fallback address').fill('https://fallback.example/open');
  });

  test('a contact and an event pass axe in both themes and from right to left, and save their files', async () => {
    const card = await publish({
      type: 'vcard',
      content: {
        first_name: 'Ada',
        last_name: 'Lovelace',
        phone: '+49 30 1234567',
        email: 'ada@example.com',
      },
    });
    const event = await publish({
      type: 'event',
      content: {
        title: 'Opening',
        start: '2027-01-31T18:00:00Z',
        end: '2027-01-31T21:00:00Z',
        location: 'Hall',
      },
    });
    for (const locale of ['en-US', 'ar']) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const phone = await service.newPage({ viewport: sizes.phone, locale, colorScheme });
        for (const link of [card, event]) {
          await phone.goto(link);
          await phone.getByRole('heading', { level: 1 }).waitFor();
          await assertAccessible(phone, `${link} ${locale} ${colorScheme}`);
        }
        await phone.context().close();
      }
    }
    await visitor.goto(card);
    const save = visitor.getByRole('link', { name: 'Save to contacts' });
    const file = await visitor.request.get(new URL((await save.getAttribute('href')) ?? '', card).href);
    assert.match(await file.text(), /^BEGIN:VCARD/);
  });

  test('a starter template begins a new code, and its icon can be changed by keyboard', async () => {
    await page.goto('/dashboard/templates');
    await page.getByRole('link', { name: 'Use Menu', exact: true }).waitFor();
    await assertAccessible(page, 'templates');
    await page.getByRole('link', { name: 'Use Menu', exact: true }).press('Enter');
    await page.waitForURL(/template=starter-menu/);
    await page.getByLabel('Destination').fill('example.com/menu');
    await page.locator('summary').filter({ hasText: 'Logo' }).press('Enter');
    await page.getByRole('button', { name: 'Choose an icon' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Star' }).press('Enter');
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.waitForURL(/codes\/qrc_/);
    const id = /qrc_\w+/.exec(page.url())?.[0];
    const { qr_code: code } = await send('GET', `/qr-codes/${id}`);
    const { caption, logo } = code.qr_render_metadata;
    assert.equal(caption, 'Our menu');
    assert.match(logo.paths[0].d, /^M12 1\.500/);
  });

  test('the overview adds up all projects, and up to five are compared in one chart', async () => {
    await page.goto('/dashboard/');
    await page.getByRole('heading', { name: /scans in all projects/ }).waitFor();
    await assertAccessible(page, 'overview of all projects');
    await page.getByRole('link', { name: 'Compare' }).press('Enter');
    await page.waitForURL(/compare/);
    await page.getByRole('img', { name: /Scans over time/ }).waitFor();
    const before = await page.locator('tbody tr').count();
    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .press('Enter');
    await page.waitForFunction((rows) => document.querySelectorAll('tbody tr').length === rows - 1, before);
    await page.getByRole('searchbox', { name: 'Code' }).fill('Menu of the day');
    await page.getByRole('button', { name: 'Menu of the day' }).press('Enter');
    await page.waitForFunction((rows) => document.querySelectorAll('tbody tr').length === rows, before);
    await assertAccessible(page, 'compare');
  });

  test('reports by email are switched on and off, and stay so', async () => {
    await page.goto('/dashboard/settings');
    const weekly = page.getByRole('switch', { name: 'Every week' });
    await weekly.press('Space');
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await weekly.waitFor();
    assert.equal(await weekly.isChecked(), true);
    await assertAccessible(page, 'profile');
  });

  test('the first page is real, passes axe on desktop and phone, and leads to sign-up', async () => {
    const stranger = await service.newPage();
    for (const viewport of Object.values(sizes)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await stranger.setViewportSize(viewport);
        await stranger.emulateMedia({ colorScheme });
        await stranger.goto('/');
        await assertAccessible(stranger, `the first page, ${colorScheme}`);
      }
    }
    await stranger.getByRole('link', { name: 'Create an account' }).first().click();
    await stranger.waitForURL('**/dashboard/sign-up');
  });

  test('logs nothing to the console', () => assert.deepEqual(service.problems, []));

  test('an owner adds rules by date, by language and over midnight, and visitors get what the page says', async () => {
    const link = await publish({ type: 'url', redirect_url: 'https://example.com/' });
    const { items } = await send('GET', `/qr-codes?q=${link.split('/').at(-1)}`);
    await page.goto(`/dashboard/codes/${items[0].qr_id}/rules`);
    await page.getByRole('button', { name: 'By date' }).press('Enter');
    await page.getByLabel('First day').fill('2026-12-01');
    await page.getByLabel('Last day').fill('2026-12-26');
    await page.getByRole('switch', { name: 'Every year' }).press('Space');
    await page.getByLabel('Destination').fill('example.com/christmas');
    await page.getByText('Dec 1 – Dec 26, every year').waitFor();
    await page.getByRole('button', { name: 'By language' }).press('Enter');
    const language = page.locator('ol > li').nth(1);
    await language.getByLabel('Language').fill('pt-br');
    await language.getByText('Brazilian Portuguese.').waitFor();
    await language.getByLabel('Destination').fill('example.com/br');
    await page.getByRole('button', { name: 'By time' }).press('Enter');
    const night = page.locator('ol > li').nth(2);
    await night.getByLabel('From').fill('22:00');
    await night.getByLabel('Until').fill('02:00');
    await night.getByLabel('Destination').fill('example.com/night');
    await night.getByText('It goes on after midnight, so it is saved as two rules.').waitFor();
    for (const size of Object.values(sizes)) {
      await page.setViewportSize(size);
      await assertAccessible(page, 'rules by date, language and time');
    }
    await page.setViewportSize(sizes.desktop);
    await page.getByRole('button', { name: 'Save rules' }).press('Enter');
    await page.getByText('Rules saved.').waitFor();
    const { qr_code: code } = await send('GET', `/qr-codes/${items[0].qr_id}`);
    assert.deepEqual(
      code.redirect_rules.map((rule: Record<string, unknown>) => [rule['condition'], rule['schedule_days']]),
      [
        ['date', undefined],
        ['language', undefined],
        ['schedule', ['mon', 'tue', 'wed', 'thu', 'fri']],
        ['schedule', ['tue', 'wed', 'thu', 'fri', 'sat']],
      ],
    );
    await page.getByLabel('Language').last().fill('pt-BR');
    await page.getByLabel('Time').fill('2027-06-01T12:00');
    assert.equal(await page.getByTestId('simulated').textContent(), 'https://example.com/br');
    const scanned = await fetch(link, {
      redirect: 'manual',
      headers: { 'accept-language': 'pt-BR,en;q=0.5' },
    });
    assert.ok(
      ['https://example.com/br', 'https://example.com/christmas'].includes(
        scanned.headers.get('location') ?? '',
      ),
    );
  });

  test('an owner gives the first two scans a gift and half of the others a new page, and scans agree', async () => {
    const link = await publish({ type: 'url', redirect_url: 'https://example.com/' });
    const { items } = await send('GET', `/qr-codes?q=${link.split('/').at(-1)}`);
    await page.goto(`/dashboard/codes/${items[0].qr_id}/rules`);
    await page.getByRole('button', { name: 'By scan number' }).press('Enter');
    const gift = page.locator('ol > li').nth(0);
    await gift.getByLabel('Last scan').fill('2');
    await gift.getByLabel('Destination').fill('example.com/gift');
    await gift.getByText('scans 1 to 2').waitFor();
    await page.getByRole('button', { name: 'By share of scans' }).press('Enter');
    const half = page.locator('ol > li').nth(1);
    await half.getByLabel('Destination').fill('example.com/new');
    await half.getByText('50% of scans').waitFor();
    for (const size of Object.values(sizes)) {
      await page.setViewportSize(size);
      await assertAccessible(page, 'rules by number');
    }
    await page.setViewportSize(sizes.desktop);
    await page.getByRole('button', { name: 'Save rules' }).press('Enter');
    await page.getByText('Rules saved.').waitFor();
    const simulated: (string | null)[] = [];
    const scanned: (string | null)[] = [];
    for (let number = 1; number <= 6; number++) {
      await page.getByLabel('Scan number').fill(String(number));
      simulated.push(await page.getByTestId('simulated').textContent());
      scanned.push((await fetch(link, { redirect: 'manual' })).headers.get('location'));
    }
    assert.deepEqual(scanned, simulated);
    assert.deepEqual(scanned.slice(0, 2), ['https://example.com/gift', 'https://example.com/gift']);
    assert.equal(scanned.filter((url) => url === 'https://example.com/new').length, 2);
  });

  test('an owner plans a new destination, edits it, and it happens by itself', async () => {
    const link = await publish({ type: 'url', redirect_url: 'https://example.com/' });
    const { items } = await send('GET', `/qr-codes?q=${link.split('/').at(-1)}`);
    const { qr_id: id } = items[0];
    await page.goto(`/dashboard/codes/${id}/settings`);
    const card = (title: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
    await page.getByRole('textbox', { name: 'Destination' }).fill('example.com/summer');
    await card('Destination').getByRole('button', { name: 'Later…' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('When').fill('2027-06-01T08:00');
    await dialog.getByLabel('Name').fill('Summer');
    for (const size of Object.values(sizes)) {
      await page.setViewportSize(size);
      await assertAccessible(page, 'save for later');
    }
    await page.setViewportSize(sizes.desktop);
    await dialog.getByRole('button', { name: 'Plan it' }).press('Enter');
    await page.getByText(/^Planned for /).waitFor();
    await card('Planned changes').getByText('Destination: https://example.com/summer').waitFor();
    // Nothing has changed yet.
    assert.equal(
      await page.getByRole('textbox', { name: 'Destination' }).inputValue(),
      'https://example.com/',
    );
    await card('Planned changes').getByRole('button', { name: 'Edit “Summer”' }).press('Enter');
    await dialog.getByLabel('Name').fill('Summer menu');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await card('Planned changes').getByText('Summer menu').waitFor();
    await assertAccessible(page, 'planned changes');
    const { items: planned } = await send('GET', `/planned-changes?qr_id=${id}`);
    const soon = new Date(Date.now() + 500).toISOString();
    await send('PATCH', `/planned-changes/${planned[0].plan_id}`, { apply_at: soon });
    const locationOf = async () => (await fetch(link, { redirect: 'manual' })).headers.get('location');
    for (let tries = 0; tries < 100 && (await locationOf()) !== 'https://example.com/summer'; tries++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(await locationOf(), 'https://example.com/summer');
    await page.goto(`/dashboard/codes/${id}/history`);
    await page.getByText('as planned').waitFor();
  });

  test('an owner has a destination and scans watched, and sees how they are doing', async () => {
    const link = await publish({ type: 'url', redirect_url: 'https://example.com/' });
    const { items } = await send('GET', `/qr-codes?q=${link.split('/').at(-1)}`);
    await page.goto(`/dashboard/codes/${items[0].qr_id}/settings`);
    const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Alarms' }) });
    await card.getByRole('switch', { name: 'Check the page every day' }).press(' ');
    await card.getByLabel('Stand-by address').fill('example.com/');
    await card.getByRole('switch', { name: 'Tell me when scans stop, or surge' }).press(' ');
    await card.getByRole('button', { name: 'Save' }).press('Enter');
    await card.getByText('must differ from the destination').waitFor();
    await card.getByLabel('Stand-by address').fill('example.com/closed');
    await card.getByRole('button', { name: 'Save' }).press('Enter');
    await card.getByText('this takes two weeks and 100 scans').waitFor();
    for (const size of Object.values(sizes)) {
      await page.setViewportSize(size);
      await assertAccessible(page, 'alarms');
    }
    await page.setViewportSize(sizes.desktop);
    await page.reload();
    assert.equal(await card.getByLabel('Stand-by address').inputValue(), 'https://example.com/closed');
    await card.getByRole('switch', { name: 'Check the page every day' }).press(' ');
    await card.getByRole('switch', { name: 'Tell me when scans stop, or surge' }).press(' ');
    await card.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('Saved.').waitFor();
    await page.reload();
    assert.equal(await card.getByLabel('Stand-by address').count(), 0);
  });

  test('an owner rehearses rules with real scans before saving them', async () => {
    const link = await publish({ type: 'url', redirect_url: 'https://example.com/' });
    const { items } = await send('GET', `/qr-codes?q=${link.split('/').at(-1)}`);
    for (let nth = 0; nth < 8; nth++)
      await fetch(link, {
        redirect: 'manual',
        headers: { 'accept-language': nth < 3 ? 'de-AT' : 'en' },
      });
    await page.goto(`/dashboard/codes/${items[0].qr_id}/rules`);
    await page.getByRole('button', { name: 'By language' }).press('Enter');
    await page.locator('ol > li').first().getByLabel('Language').fill('de');
    await page.locator('ol > li').first().getByLabel('Destination').fill('example.com/de');
    // Scans are numbered within a second or two.
    for (let tries = 0; ; tries++) {
      await page.getByRole('button', { name: 'Rehearse' }).press('Enter');
      const text = page.getByTestId('rehearsed').or(page.getByText('No scan of the last 30 days'));
      const words = await text.first().textContent();
      if (words?.startsWith('3 of 8 scans would have gone elsewhere; 0 would have found nothing')) break;
      assert.ok(tries < 20, words ?? '');
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).press('Enter');
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    for (const size of Object.values(sizes)) {
      await page.setViewportSize(size);
      await assertAccessible(page, 'rehearsal');
    }
    await page.setViewportSize(sizes.desktop);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).press('Enter');
    const { qr_code: code } = await send('GET', `/qr-codes/${items[0].qr_id}`);
    assert.deepEqual(code.redirect_rules, []);
  });

  test('an owner plans to archive several codes, and cancels it', async () => {
    for (let nth = 0; nth < 2; nth++)
      await publish({ type: 'url', label: `Planned ${nth}`, redirect_url: 'https://example.com/' });
    await page.goto('/dashboard/codes?q=Planned');
    await page.getByRole('checkbox', { name: 'Choose all shown' }).press('Space');
    await page.getByRole('toolbar').getByRole('button', { name: 'Later' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Change').selectOption('archive');
    await dialog.getByLabel('When').fill('2027-06-01T08:00');
    for (const size of Object.values(sizes)) {
      await page.setViewportSize(size);
      await assertAccessible(page, 'plan a change of codes');
    }
    await page.setViewportSize(sizes.desktop);
    await dialog.getByRole('button', { name: 'Plan it' }).press('Enter');
    await page.getByText(/^Planned for /).waitFor();
    await page.goto('/dashboard/settings/audit-log');
    await page.getByText('2 codes').first().waitFor();
    await page.getByRole('button', { name: /^Cancel the change on/ }).press('Enter');
    await page.getByText('Cancelled. Nothing changes.').waitFor();
    await page.getByRole('heading', { name: 'Planned changes' }).waitFor({ state: 'detached' });
  });

  test('an owner adds campaign parameters to a destination, and passes on those of the link', async () => {
    const link = await publish({ type: 'url', redirect_url: 'https://example.com/?lang=de#menu' });
    const { items } = await send('GET', `/qr-codes?q=${link.split('/').at(-1)}`);
    await page.goto(`/dashboard/codes/${items[0].qr_id}/settings`);
    await page.locator('summary').filter({ hasText: 'Campaign parameters' }).press('Enter');
    await page.getByLabel('Source').fill('poster & flyer');
    const target = page.getByRole('textbox', { name: 'Destination' });
    assert.equal(
      await target.inputValue(),
      'https://example.com/?lang=de&utm_source=poster%20%26%20flyer#menu',
    );
    const card = (title: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
    await card('Destination').getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('Saved. This applies to the next scan.').first().waitFor();
    const forwarding = card('Parameters of the link');
    await forwarding.getByLabel('Pass on').selectOption('list');
    await forwarding.getByLabel('Names').fill('table, a&b');
    await forwarding.getByText(/^“a&b” can’t be a name\./).waitFor();
    for (const size of Object.values(sizes)) {
      await page.setViewportSize(size);
      await assertAccessible(page, 'parameters');
    }
    await page.setViewportSize(sizes.desktop);
    await forwarding.getByLabel('Names').fill('table, lang');
    await forwarding.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('Saved. This applies to the next scan.').last().waitFor();
    await page.waitForTimeout(300);
    const scanned = await fetch(`${link}?table=7&lang=en&other=1`, { redirect: 'manual' });
    assert.equal(
      scanned.headers.get('location'),
      'https://example.com/?lang=de&utm_source=poster%20%26%20flyer&table=7#menu',
    );
  });
});

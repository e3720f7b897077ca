import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { BrowserService } from '../support/scratch/browser-service.ts';

let service: BrowserService;
let page: Page;

interface Top {
  items: { qr_id: string; label: string; scans: number }[];
}

before(async () => {
  service = await BrowserService.start({ UPGRADE_URL: 'https://plans.example.com/' });
  page = await service.signedInPage('ida@example.com');
});
after(async () => {
  await service.close();
});

const answerOf = <Answer>(from: Page, path: string) =>
  from.evaluate(async (asked) => (await fetch(`/dashboard/api${asked}`)).json(), path) as Promise<Answer>;

test('the most scanned codes are those of the selected period, with their scans in it', async () => {
  const { items: projects } = await answerOf<{ items: { project_id: string; is_default: boolean }[] }>(
    page,
    '/projects',
  );
  const project = projects.find((one) => !one.is_default)?.project_id ?? assert.fail();
  await page.goto(`/dashboard/projects/${project}?range=7d`);
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Most scanned' }) });
  await card.getByRole('listitem').first().waitFor();
  const shown = await card.getByRole('listitem').allInnerTexts();
  const until = new Date();
  const scansOf = async (id: string, from: Date) =>
    (
      await answerOf<{ scans: number }>(
        page,
        `/analytics/${id}?from=${from.toISOString()}&until=${until.toISOString()}`,
      )
    ).scans;
  // The same range as the page, to the minute.
  const url = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .findLast((name) => name.includes('/top-codes?')),
  );
  const query = new URL(url ?? '').searchParams;
  const { items } = await answerOf<Top>(page, `/analytics/${project}/top-codes?${query}`);
  assert.ok(items.length > 1);
  assert.deepEqual(
    shown,
    items.map(({ label, scans }) => `${label}\n${scans.toLocaleString('en')}`),
  );
  for (const { qr_id: id, scans } of items) {
    assert.equal(await scansOf(id, new Date(query.get('from') ?? '')), scans);
    assert.ok(scans < (await scansOf(id, new Date(until.getTime() - 300 * 86_400_000))), 'not of all time');
  }
});

test('the file for a spreadsheet is named after the code and has one row per day, also without scans', async () => {
  await page.goto('/dashboard/codes?q=Menu of the day');
  await page.getByRole('link', { name: 'Menu of the day' }).first().click();
  await page.getByRole('button', { name: '30 days' }).click();
  await page.getByTestId('scans').waitFor();
  const total = Number((await page.getByTestId('scans').getAttribute('title'))?.replaceAll(',', ''));
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Scans per day' }).click();
  const download = await downloading;
  assert.match(download.suggestedFilename(), /^Menu of the day \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d\.csv$/);
  const [head = '', ...rows] = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  assert.equal(head, '\uFEFFDate,Scans,iPhone and iPad,Android,Everything else');
  assert.equal(rows.length, 30);
  const sum = rows.reduce((scans, row) => scans + Number(row.split(',')[1]), 0);
  assert.equal(sum, total);
});

test('without a previous period there is no line to compare with, and months have a year of four digits', async () => {
  await page.getByRole('button', { name: '12 months' }).click();
  await page
    .getByText(/^[A-Z][a-z]{2} 20\d\d$/)
    .first()
    .waitFor();
  const { previousScans } = await page.evaluate(async () => {
    const url = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .findLast((name) => /\/analytics\/[^/]+\?/.test(name));
    return (await (await fetch(url ?? '')).json()) as { previousScans: number };
  });
  assert.equal(await page.getByTestId('previous-period').count(), previousScans > 0 ? 1 : 0);
  await page.getByRole('button', { name: '7 days' }).click();
  await page.getByTestId('previous-period').waitFor();
});

test('charts are read with a finger and with the keyboard, and explain their shades', async () => {
  const phone = await service.signIn('ida@example.com', 'correct horse battery', {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await phone.goto('/dashboard/');
  await phone.getByLabel('Project', { exact: true }).selectOption({ label: 'Tables and menus' });
  const chart = phone.getByRole('img', { name: /scans.*arrow keys/ });
  await chart.tap();
  await phone.getByTestId('trend-point').waitFor();
  await phone.locator('path[data-code="DE"]').waitFor();
  assert.equal(await phone.getByTestId('shade-legend').count(), 2);
  const heat = phone.getByRole('group', { name: /weekday and hour/ });
  await heat.locator('td[data-day="2"][data-hour="12"]').tap();
  await phone
    .getByRole('status')
    .getByText(/^Wed 12:00: [\d,]+ scans?$/)
    .waitFor();
  await heat.focus();
  await phone.keyboard.press('ArrowRight');
  await phone
    .getByRole('status')
    .getByText(/^Wed 13:00: /)
    .waitFor();
  await phone.locator('path[data-code="DE"]').tap({ force: true });
  await phone
    .getByRole('status')
    .getByText(/^Germany: [\d,]+ scans?$/)
    .waitFor();
  await phone.context().close();
});

test('what the plan does not include is locked before the work, with a link to other plans', async () => {
  const made = await service.command(
    'demo',
    '--email',
    'small@example.com',
    '--password',
    'correct horse battery',
    '--empty',
  );
  assert.equal(made.code, 0, made.stderr);
  const small = await service.signIn('small@example.com', 'correct horse battery');
  const { account } = await answerOf<{ account: { account_id: string } }>(small, '/me');
  await service.command('account', 'set', account.account_id, '--plan', 'free');
  await small.goto('/dashboard/settings/webhooks');
  const notice = small.getByTestId('plan-notice');
  await notice.getByText('doesn’t include webhooks').waitFor();
  assert.equal(
    await notice.getByRole('link', { name: 'See plans' }).getAttribute('href'),
    'https://plans.example.com/',
  );
  assert.ok(await small.getByRole('button', { name: 'New endpoint' }).isDisabled());
  await small.goto('/dashboard/codes/new');
  await small.getByTestId('plan-notice').getByText('expiry dates or scan limits').waitFor();
  assert.ok(await small.getByLabel('Scan limit').isDisabled());
  await service.command('account', 'set', account.account_id, '--limit', 'qr_codes=0');
  await small.reload();
  await small.getByText('people who scan it see “not found” until you restore it').waitFor();
  assert.ok(await small.getByRole('button', { name: 'Create code' }).isDisabled());
  await small.context().close();
});

test('a mistake is shown under its field, in the words of the form', async () => {
  await page.goto('/dashboard/codes/new');
  await page.getByLabel('Destination').fill('https://user:secret@example.com/');
  await page.getByRole('button', { name: 'Create code' }).click();
  const field = page.getByLabel('Destination');
  await page.locator('[aria-invalid="true"]').waitFor();
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  const note = page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`);
  assert.match((await note.textContent()) ?? '', /“Destination”/);
  assert.ok(!/redirect_url|foreground_color|schedule_end/.test(await page.locator('body').innerText()));
  // A refused color is drawn all the same.
  await field.fill('https://example.com/');
  const pictureOf = async () =>
    decodeURIComponent((await page.getByTestId('preview').getAttribute('src')) ?? '');
  await page.getByLabel('Code', { exact: true }).fill('#eeeeee');
  await page
    .getByRole('alert')
    .getByText(/too similar.*“Code”/)
    .waitFor();
  assert.match(await pictureOf(), /#eeeeee/i);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('link', { name: 'Projects' }).click();
});

test('a code that has stopped says so, and since when', async () => {
  await page.goto('/dashboard/codes?q=Menu of the day');
  await page.getByRole('link', { name: 'Menu of the day' }).first().click();
  await page
    .getByTestId('scan-now')
    .getByText(/^Working: /)
    .waitFor();
  const id = /qrc_\w+/.exec(page.url())?.[0] ?? assert.fail();
  const change = (body: object) =>
    page.evaluate(
      async ([path, sent]) =>
        fetch(path, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(sent),
        }),
      [`/dashboard/api/qr-codes/${id}`, body] as const,
    );
  await change({ scan_limit: 1 });
  await page.reload();
  await page
    .getByTestId('scan-now')
    .getByText(/^Stopped: limit of 1 reached\. Last scan on \w+ \d+, \d{4}\.$/)
    .waitFor();
  assert.equal(await page.getByText('(live)').count(), 0);
  await change({ scan_limit: null, expires_at: new Date(Date.now() + 1_500).toISOString() });
  await page.waitForTimeout(2_000);
  await page.reload();
  await page
    .getByTestId('scan-now')
    .getByText(/^Stopped: it expired on /)
    .waitFor();
  assert.deepEqual(service.problems, []);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { seededRandom } from '../support/data/seeded-random.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { until } from '../support/measure/until.ts';
import { BrowserService } from '../support/scratch/browser-service.ts';

const interruptions = scaled(200, 12);
const email = 'grace@example.com';
const password = 'correct horse battery';
let service: BrowserService;
let page: Page;
let codeId: string;

interface ShownCode {
  qr_id: string;
  label: string;
  redirect_url: string;
  scan_limit: number | null;
  redirect_rules: { url: string }[];
  etag: string;
}

before(async () => {
  service = await BrowserService.start();
  page = await service.signedInPage(email);
  const { items } = await answerOf<{ items: { qr_id: string; type: string }[] }>(
    page,
    '/qr-codes?type=url&page_size=1',
  );
  codeId = items[0]?.qr_id ?? assert.fail();
});
after(async () => {
  await service.close();
});

/** A request of the dashboard, as a page would send it. */
async function answerOf<Answer>(from: Page, path: string, change?: object): Promise<Answer> {
  return from.evaluate(
    async ([asked, body]) =>
      (
        await fetch(`/dashboard/api${asked}`, {
          ...(body && {
            method: 'PATCH',
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          }),
        })
      ).json(),
    [path, change] as const,
  ) as Promise<Answer>;
}

const savedCode = async (from = page) =>
  (await answerOf<{ qr_code: ShownCode }>(from, `/qr-codes/${codeId}`)).qr_code;

async function signInAgain(): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

test('a new owner is signed in after choosing a password, and the account has the time zone of the browser', async () => {
  const own = await service.newPage({ timezoneId: 'Asia/Tokyo' });
  await own.goto('/dashboard/sign-up');
  await own.getByLabel('Your name').fill('Mei');
  await own.getByLabel('Email').fill('mei@example.com');
  await own.getByRole('button', { name: 'Continue' }).click();
  await own.getByRole('heading', { name: 'Check your email' }).waitFor();
  await own.goto(await service.linkFor('mei@example.com'));
  await own.getByLabel('Password').fill(password);
  await own.getByRole('button', { name: 'Save' }).click();
  await own.getByRole('heading', { name: 'Overview' }).waitFor();
  const { account } = await answerOf<{ account: { timezone: string } }>(own, '/me');
  assert.equal(account.timezone, 'Asia/Tokyo');

  // Name and address can be changed; the address when its link was opened.
  await own.goto('/dashboard/settings');
  await own.getByLabel('Name').fill('Mei Sato');
  await own.getByRole('button', { name: 'Save' }).first().click();
  await own.getByText('Name saved.').waitFor();
  await own.getByLabel('Email').fill('mei.sato@example.com');
  await own.getByRole('button', { name: 'Change', exact: true }).click();
  await own.getByText(/We have sent a link to mei.sato@example.com/).waitFor();
  const before = await answerOf<{ user: { email: string; name: string } }>(own, '/me');
  assert.deepEqual([before.user.email, before.user.name], ['mei@example.com', 'Mei Sato']);
  const link = await service.linkFor('mei.sato@example.com');
  await own.goto(link);
  await own.getByRole('button', { name: 'Use this address' }).click();
  await own.getByRole('heading', { name: 'Email address changed' }).waitFor();
  const { user } = await answerOf<{ user: { email: string } }>(own, '/me');
  assert.equal(user.email, 'mei.sato@example.com');
  for (const subject of [/new email address was requested/i, /email address was changed/i])
    await until('the old address is told', () =>
      service.mails.mails.some(({ to, data }) => to === 'mei@example.com' && subject.test(data)),
    );
  // The link works once.
  await own.goto(link);
  await own.getByRole('button', { name: 'Use this address' }).click();
  await own.getByText('This link has expired or has already been used.').waitFor();
  await own.context().close();
});

test('an ended session asks for the password on the page, and the save continues', async () => {
  await page.goto(`/dashboard/codes/${codeId}/settings`);
  await page.getByLabel('Name').fill('Saved after signing in again');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save' }).first().click();
  await signInAgain();
  await page.getByText('Name saved.').waitFor();
  assert.equal((await savedCode()).label, 'Saved after signing in again');
});

test('what was entered survives a reload in every form of a code, and leaving asks', async () => {
  await page.goto('/dashboard/codes/new');
  await page.getByText('Contact', { exact: true }).click();
  await page.getByLabel('First name').fill('Ada');
  await page.getByRole('textbox', { name: 'Website' }).fill('example.com');
  await page.reload();
  assert.equal(await page.getByLabel('First name').inputValue(), 'Ada');
  assert.equal(await page.getByRole('textbox', { name: 'Website' }).inputValue(), 'example.com');
  await page
    .getByText('What you entered before is still here. It is not saved yet.', { exact: true })
    .waitFor();
  // Leaving asks, and who stays loses nothing.
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('link', { name: 'Projects' }).click();
  assert.equal(await page.getByLabel('First name').inputValue(), 'Ada');
  await page.getByRole('button', { name: 'Discard it' }).click();
  assert.equal(await page.getByLabel('Destination').inputValue(), '');

  await page.goto(`/dashboard/codes/${codeId}/rules`);
  await page.getByRole('button', { name: 'By country' }).click();
  await page.getByLabel('Destination').last().fill('https://example.com/draft');
  await page.reload();
  assert.equal(await page.getByLabel('Destination').last().inputValue(), 'https://example.com/draft');
  await page.getByRole('button', { name: 'Discard it' }).click();

  await page.goto(`/dashboard/codes/${codeId}/design`);
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('#123456');
  await page.reload();
  assert.equal(await page.getByRole('textbox', { name: 'Code', exact: true }).inputValue(), '#123456');
  await page.getByRole('button', { name: 'Discard it' }).click();
});

test('after a reload, a change of another setting by somebody else stays, and closing the question keeps the draft', async () => {
  const other = await service.signIn(email, password);
  await page.goto(`/dashboard/codes/${codeId}/settings`);
  await page.getByLabel('Expires').fill('2030-01-01T12:00');
  await answerOf(other, `/qr-codes/${codeId}`, { scan_limit: 777_777 });
  await page.reload();
  await page.getByText('Meanwhile, somebody saved something else.').waitFor();
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Limits' }) });
  await card.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Limits saved.').waitFor();
  assert.equal((await savedCode()).scan_limit, 777_777);

  await page.getByLabel('Name').fill('Mine');
  await answerOf(other, `/qr-codes/${codeId}`, { label: 'Theirs' });
  await page.getByRole('button', { name: 'Save' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this code' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByText('Your changes are still here.').waitFor();
  assert.equal(await page.getByLabel('Name').inputValue(), 'Mine');
  assert.equal((await savedCode()).label, 'Theirs');
  page.once('dialog', (leave) => void leave.accept());
  await page.getByRole('link', { name: 'Projects' }).click();
  await other.context().close();
});

test('offline, a banner appears at once, and the save is sent when the connection is back', async () => {
  await page.goto(`/dashboard/codes/${codeId}/settings`);
  await page.getByLabel('Name').fill('Written in a tunnel');
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor({ timeout: 1_000 });
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Your change is saved as soon as you are back.').waitFor();
  // What is typed while the save waits is not part of it, and stays.
  await page.getByLabel('Name').fill('Written in a tunnel, and later');
  await page.context().setOffline(false);
  await page.getByText('Name saved.').waitFor();
  await page.getByText('You are offline.').waitFor({ state: 'hidden' });
  assert.equal((await savedCode()).label, 'Written in a tunnel');
  assert.equal(await page.getByLabel('Name').inputValue(), 'Written in a tunnel, and later');
  // A save that waits is not sent if its author decides otherwise.
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Your change is saved as soon as you are back.').waitFor();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('link', { name: 'Projects' }).click();
  await page.context().setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'hidden' });
  await page.waitForTimeout(1_500);
  assert.equal((await savedCode()).label, 'Written in a tunnel');
});

test('a code that is sent twice because its response was lost is created once', async () => {
  await page.goto('/dashboard/codes/new');
  const label = `Once ${Math.random()}`;
  await page.getByLabel('Destination').fill('https://example.com/once');
  await page.getByLabel('Name', { exact: true }).fill(label);
  let sent = 0;
  await page.route('**/dashboard/api/qr-codes', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent += 1;
    // The server does it, and the response is lost.
    if (sent > 1) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Create code' }).click();
  await page.getByRole('heading', { name: 'Your code is ready' }).waitFor();
  await page.unroute('**/dashboard/api/qr-codes');
  assert.ok(sent >= 2);
  const { items } = await answerOf<{ items: unknown[] }>(page, `/qr-codes?q=${encodeURIComponent(label)}`);
  assert.equal(items.length, 1);
});

interface Form {
  path: string;
  fill: (text: string) => Promise<void>;
  shown: () => Promise<string>;
  save: () => Promise<void>;
  saved: (code: ShownCode) => string;
}

const forms: Form[] = [
  {
    path: 'settings',
    fill: (text) => page.getByLabel('Name').fill(`Name ${text}`),
    shown: () => page.getByLabel('Name').inputValue(),
    save: () => page.getByRole('button', { name: 'Save' }).first().click(),
    saved: ({ label }) => label,
  },
  {
    path: 'settings',
    fill: (text) => page.getByLabel('Destination').fill(`https://example.com/${text}`),
    shown: () => page.getByLabel('Destination').inputValue(),
    save: () => page.getByRole('button', { name: 'Save' }).nth(1).click(),
    saved: ({ redirect_url: url }) => url,
  },
  {
    path: 'rules',
    fill: async (text) => {
      if ((await page.getByLabel('Destination').count()) === 0)
        await page.getByRole('button', { name: 'By device' }).click();
      await page.getByLabel('Destination').first().fill(`https://example.com/${text}`);
    },
    shown: () => page.getByLabel('Destination').first().inputValue(),
    save: () => page.getByRole('button', { name: 'Save rules' }).click(),
    saved: ({ redirect_rules: [first] }) => first?.url ?? '',
  },
];

/** Forty sessions of one owner don't end within a few minutes: their sign-ins are not attempts to guess a password. */
async function forgetTries(): Promise<void> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query('delete from sign_in_tries');
  await client.query('delete from auth_rate_limits');
  await client.end();
}

test(`${interruptions} random interruptions (offline, ended session, reload, somebody else’s edit): nothing that was entered is lost`, async () => {
  const random = seededRandom(24);
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] ?? assert.fail();
  const other = await service.signIn(email, password);
  for (let turn = 0; turn < interruptions; turn++) {
    const form = pick(forms);
    const kind = pick(['offline', 'ended', 'reload', 'other field', 'same field'] as const);
    const what = `turn ${turn}: ${kind} in ${form.path}`;
    await page.goto(`/dashboard/codes/${codeId}/${form.path}`);
    await page.getByRole('button', { name: /^Save/ }).first().waitFor();
    const text = `${turn}-${Math.floor(random() * 1e9)}`;
    await form.fill(text);
    const entered = await form.shown();
    if (kind === 'offline') await page.context().setOffline(true);
    if (kind === 'ended') await page.context().clearCookies();
    if (kind === 'reload') {
      await page.reload();
      await page.getByText('What you entered before is still here').first().waitFor();
    }
    const theirs =
      form === forms[0] ? { label: `Theirs ${text}` } : { redirect_url: `https://example.com/t${text}` };
    if (kind === 'other field') await answerOf(other, `/qr-codes/${codeId}`, { scan_limit: 1e6 + turn });
    if (kind === 'same field' && form.path !== 'rules') await answerOf(other, `/qr-codes/${codeId}`, theirs);
    assert.equal(await form.shown(), entered, what);
    await form.save();
    if (kind === 'offline') {
      await page.getByText('Your change is saved as soon as you are back.').waitFor();
      await page.context().setOffline(false);
    }
    if (kind === 'ended') {
      await forgetTries();
      await signInAgain();
    }
    if (kind === 'same field' && form.path !== 'rules') {
      const dialog = page.getByRole('dialog', { name: 'Somebody else changed this code' });
      await dialog.getByLabel('Your change').check();
      await dialog.getByRole('button', { name: 'Save' }).click();
    }
    await until(what, async () => form.saved(await savedCode(other)) === entered, 15_000);
    if (kind === 'other field') assert.equal((await savedCode(other)).scan_limit, 1e6 + turn, what);
  }
  assert.deepEqual(service.problems, []);
});

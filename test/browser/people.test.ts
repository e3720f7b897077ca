import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { mailTo } from '../support/data/mail-reader.ts';
import { BrowserService } from '../support/scratch/browser-service.ts';

const password = 'correct horse battery';
const [ana, bob] = ['ana@example.com', 'bob@example.com'];
let service: BrowserService;
let owner: Page;
let guest: Page;
let code: string;

before(async () => {
  service = await BrowserService.start({ MAIL_FROM: 'Waypost <hello@waypost.example>' });
  for (const email of [ana, bob]) {
    const made = await service.command('demo', '--email', email, '--password', password, '--empty');
    assert.equal(made.code, 0, made.stderr);
  }
  const { stdout } = await service.command('account', 'list', '--json');
  for (const { account_id: id } of JSON.parse(stdout) as { account_id: string }[])
    await service.command('account', 'set', id, '--plan', 'enterprise');
  owner = await service.signIn(ana, password);
  guest = await service.signIn(bob, password);
});
after(() => service.close());

/** A request of the page itself. */
const ask = (page: Page, method: string, path: string, body?: unknown) =>
  page.evaluate(
    async ([verb, asked, sent]) => {
      const response = await fetch(`/dashboard/api${asked}`, {
        method: verb,
        ...(sent !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(sent),
        }),
      });
      return response.json();
    },
    [method, path, body] as const,
  ) as Promise<Record<string, never>>;

const said = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();

interface Me {
  account: { account_id: string };
  accounts: { account_id: string; email: string }[];
}

/** Switching loads the dashboard from scratch. */
async function untilAccount(page: Page, email: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    const me = (await ask(page, 'GET', '/me').catch(() => null)) as unknown as Me | null;
    const current = me?.accounts.find(({ account_id }) => account_id === me.account.account_id);
    if (current?.email === email) return;
    await page.waitForTimeout(100);
  }
  assert.fail(`the account of ${email} is never shown`);
}

/** Two people in one account; each step continues the previous one. */
describe('two people, in real browsers on the real service', () => {
  test('an owner invites somebody by email, who accepts the invitation and switches between their accounts', async () => {
    await owner.goto('/dashboard/settings/members');
    await owner.getByRole('button', { name: 'Invite' }).click();
    await owner.getByLabel('Email').fill(bob);
    await owner.getByLabel('Role in the account').selectOption('editor');
    await owner.getByRole('button', { name: 'Send invitation' }).click();
    await said(owner, `Invitation sent to ${bob}.`);
    await owner.getByText('The link works until').waitFor();
    const mail = await mailTo(service.mails, bob, /Subject: You are invited/);
    const token = /\/dashboard\/invitation#(\S+)/.exec(mail)?.[1] ?? assert.fail(mail);
    await guest.goto(`/dashboard/invitation#${token}`);
    await guest.getByText(ana).waitFor();
    await guest.getByRole('button', { name: 'Accept invitation' }).click();
    await untilAccount(guest, ana);
    await guest.getByRole('button', { name: bob.slice(0, 1).toUpperCase() }).click();
    await guest.getByRole('menuitem', { name: bob }).click();
    await untilAccount(guest, bob);
    await guest.getByRole('button', { name: bob.slice(0, 1).toUpperCase() }).click();
    await guest.getByRole('menuitem', { name: ana }).click();
    await untilAccount(guest, ana);
    await guest.goto('/dashboard/settings/members');
    await guest.getByText('you', { exact: true }).waitFor();
    assert.equal(await guest.getByRole('button', { name: 'Invite' }).count(), 0, 'an editor invites nobody');
    assert.equal(await guest.getByRole('link', { name: 'Audit log' }).count(), 0);
  });

  test('a change shows who made it, and the other person reverts it', async () => {
    const made = (await ask(owner, 'POST', '/qr-codes', {
      type: 'url',
      name: 'Poster',
      redirect_url: 'https://example.com/old',
    })) as unknown as { qr_id: string };
    code = made.qr_id;
    await ask(guest, 'PATCH', `/qr-codes/${code}`, { redirect_url: 'https://example.com/new' });
    await owner.goto(`/dashboard/codes/${code}/history`);
    await owner.getByText('https://example.com/new').last().waitFor();
    await owner.getByRole('button', { name: /^Revert the change by/ }).click();
    await owner.getByRole('button', { name: 'Revert', exact: true }).last().click();
    await said(owner, /^Reverted\./);
    const { qr_code: now } = (await ask(owner, 'GET', `/qr-codes/${code}`)) as unknown as {
      qr_code: { redirect_url: string };
    };
    assert.equal(now.redirect_url, 'https://example.com/old');
  });

  test('of two edits of the same field, the second person sees both and chooses', async () => {
    await owner.goto(`/dashboard/codes/${code}/settings`);
    const name = owner.getByLabel('Name').first();
    await name.waitFor();
    await ask(guest, 'PATCH', `/qr-codes/${code}`, { label: 'By Bob' });
    await name.fill('By Ana');
    await owner.getByRole('button', { name: 'Save' }).first().click();
    await owner.getByRole('heading', { name: 'Somebody else changed this code' }).waitFor();
    await owner.getByText('By Bob', { exact: true }).waitFor();
    await owner.getByRole('button', { name: 'Keep all of theirs' }).click();
    await said(owner, /Their change stays/);
    await name.fill('By Ana after all');
    await owner.getByRole('button', { name: 'Save' }).first().click();
    await owner.getByRole('heading', { name: 'By Ana after all' }).waitFor();
  });

  test('edits of different fields are both saved, without a question', async () => {
    await owner.goto(`/dashboard/codes/${code}/settings`);
    const name = owner.getByLabel('Name').first();
    await name.waitFor();
    // While an image is prepared, the page reads the code again, and would know of the other edit.
    await owner.getByText('preparing image').waitFor({ state: 'detached' });
    await ask(guest, 'PATCH', `/qr-codes/${code}`, { redirect_url: 'https://example.com/bob' });
    await name.fill('Only the name');
    await owner.getByRole('button', { name: 'Save' }).first().click();
    await said(owner, /Both changes are saved/);
    const { qr_code: now } = (await ask(owner, 'GET', `/qr-codes/${code}`)) as unknown as {
      qr_code: { redirect_url: string; label: string };
    };
    assert.deepEqual([now.label, now.redirect_url], ['Only the name', 'https://example.com/bob']);
  });

  test('archiving many codes and undoing it takes two clicks', async () => {
    for (let nth = 0; nth < 5; nth++)
      await ask(owner, 'POST', '/qr-codes', {
        type: 'url',
        name: `Flyer ${nth}`,
        redirect_url: 'https://example.com/',
      });
    await owner.goto('/dashboard/codes');
    await owner.getByLabel('Select Flyer 4').check();
    await owner.getByLabel('Select Flyer 3').check();
    await owner.getByRole('button', { name: 'Archive' }).click();
    await owner.getByRole('button', { name: 'Archive' }).last().click();
    await said(owner, '2 codes archived.');
    await owner.getByLabel('Select Flyer 4').waitFor({ state: 'detached' });
    await owner.getByRole('button', { name: 'Undo' }).click();
    await said(owner, 'Undone for 2 codes.');
    await owner.getByLabel('Select Flyer 4').waitFor();
    await owner.goto('/dashboard/settings/audit-log');
    await owner.getByText('undid a change of 2 codes').waitFor();
  });

  test('a restricted key is made, shown once, and named in the audit log', async () => {
    await owner.goto('/dashboard/settings/keys');
    await owner.getByRole('button', { name: 'New key' }).click();
    await owner.getByLabel('Name').fill('Screens');
    await owner.getByLabel('Restrict this key').check();
    await owner.getByRole('button', { name: 'Create key' }).click();
    const key = (await owner.getByTestId('api-key').textContent()) ?? '';
    const send = (method: string, path: string) =>
      fetch(service.url + path, { method, headers: { 'x-api-key': key } }).then(({ status }) => status);
    assert.deepEqual([await send('GET', '/v1/projects'), await send('POST', '/v1/projects')], [200, 403]);
    await owner.goto('/dashboard/settings/audit-log?subject=key');
    await owner.getByText('Screens').waitFor();
  });

  test('a removed member is out with the next request', async () => {
    await owner.goto('/dashboard/settings/members');
    await owner.getByRole('button', { name: /^Remove / }).click();
    await owner.getByRole('button', { name: 'Remove', exact: true }).last().click();
    await said(owner, /no longer has access/);
    const answer = (await guest.evaluate(
      async (path) => (await fetch(`/dashboard/api${path}`)).status,
      `/qr-codes/${code}`,
    )) as number;
    assert.equal(answer, 404, 'the guest is in their own account again, which has no such code');
    assert.deepEqual(
      service.problems.filter((problem) => !/status of 40[34]|412/.test(problem)),
      [],
    );
  });
});

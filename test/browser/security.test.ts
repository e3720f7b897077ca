import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { axeViolations } from '../support/measure/axe-violations.ts';
import { BrowserService } from '../support/scratch/browser-service.ts';

const email = 'guard@example.com';
const password = 'correct horse battery';
let service: BrowserService;
let page: Page;
let client: pg.Client;

before(async () => {
  mkdirSync('screenshots', { recursive: true });
  service = await BrowserService.start({ SIGN_UP_PROOF: 'on' });
  client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  page = await service.signedInPage(email);
});
after(async () => {
  await client.end();
  await service.close();
});

const makeStale = () => client.query(`update auth_sessions set proved_at = now() - interval '11 minutes'`);
const shoot = (name: string, of: Page = page) => of.screenshot({ path: `screenshots/${name}.png` });

/** Replaces the previous one. */
async function useAuthenticator(hasUserVerification: boolean): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: hasUserVerification ? 'internal' : 'usb',
      hasResidentKey: hasUserVerification,
      hasUserVerification,
      isUserVerified: false,
      automaticPresenceSimulation: true,
    },
  });
}

describe('the dashboard', () => {
  test('asks for the password once, in a dialog, and continues the refused request', async () => {
    await page.goto('/dashboard/settings/keys');
    await makeStale();
    await page.getByRole('button', { name: 'New key' }).first().click();
    await page.getByLabel('Name').fill('Kiosk');
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    await dialog.waitFor();
    await page.waitForTimeout(400);
    await shoot('reauthenticate');
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByLabel('Password').fill('not this one at all');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('The password is wrong.').waitFor();
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    assert.match((await page.getByTestId('api-key').textContent()) ?? '', /^api_live_/);
    await page.getByRole('button', { name: 'I have saved it' }).click();
  });

  test('accepts no passkey without user verification, even from a page that doesn’t ask for it', async () => {
    await useAuthenticator(true);
    await page.goto('/dashboard/settings/security');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    // The browser itself refuses if our page asks for verification.
    await page
      .getByText(/not allowed|timed out|No passkey/i)
      .first()
      .waitFor();
    // A page that asks for less gets a passkey, which the server refuses.
    await useAuthenticator(false);
    const status = await page.evaluate(async () => {
      const auth = '/dashboard/api/auth/passkey';
      const options = await (await fetch(`${auth}/generate-register-options`)).json();
      options.authenticatorSelection = { userVerification: 'discouraged', residentKey: 'discouraged' };
      const credential = (await navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
      })) as PublicKeyCredential;
      const response = await fetch(`${auth}/verify-registration`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ response: credential.toJSON(), name: 'stolen' }),
      });
      return [response.status, await response.text()];
    });
    assert.equal(status[0], 401);
    assert.match(String(status[1]), /didn't verify your identity/);
    const { rows } = await client.query('select from auth_passkeys');
    assert.equal(rows.length, 0);
  });

  test('exports everything as one archive, and erases the account only after 30 days', async () => {
    await makeStale();
    await page.goto('/dashboard/settings/data');
    await page.getByRole('button', { name: 'Download everything' }).click();
    await page.getByRole('dialog').getByLabel('Password').fill(password);
    const downloading = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    const download = await downloading;
    assert.match(download.suggestedFilename(), /^acc_\w+\.tar\.gz$/);
    const names = execFileSync('tar', ['tzf', await download.path()]).toString();
    assert.match(names, /qr-codes\/0001\.ndjson/);
    assert.match(names, /images\/qrc_\w+\.svg/);
    await page.getByRole('button', { name: 'Erase this account' }).click();
    await shoot('erase');
    await page.getByRole('button', { name: 'Erase in 30 days' }).click();
    await page.getByText(/This account is erased on/).waitFor();
    await page.waitForTimeout(400);
    await shoot('data');
    await page.getByRole('button', { name: 'Keep this account' }).click();
    await page.getByRole('button', { name: 'Erase this account' }).waitFor();
  });

  test('shows other access when a password is reset, and revokes the selected ones', async () => {
    const other = await service.newPage();
    await other.goto('/dashboard/forgot-password');
    await other.getByLabel('Email').fill(email);
    service.mails.mails.length = 0;
    await other.getByRole('button', { name: /link/i }).click();
    await other.goto(await service.linkFor(email));
    await other.getByText('Other ways to access this account').waitFor();
    await other.getByLabel(/API key “Kiosk”/).check();
    await shoot('choose-password', other);
    assert.deepEqual(await axeViolations(other), []);
    await other.getByLabel('Password').fill('qwertyuiop');
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText(/list of common passwords/).waitFor();
    await other.getByLabel('Password').fill('a brand new battery');
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByRole('heading', { name: 'Overview' }).waitFor();
    const { rows } = await client.query(
      `select revoked_at is not null as revoked from api_keys where name = 'Kiosk'`,
    );
    assert.deepEqual(rows, [{ revoked: true }]);
  });

  test('solves the sign-up puzzle by itself', async () => {
    const newcomer = await service.newPage();
    await newcomer.goto('/dashboard/sign-up');
    await newcomer.getByLabel('Your name').fill('Grace');
    await newcomer.getByLabel('Email').fill('grace@example.com');
    await newcomer.getByRole('button', { name: 'Continue' }).click();
    await newcomer.getByText('grace@example.com').waitFor();
    assert.match(await service.linkFor('grace@example.com'), /reset-password/);
  });
});

test('a code can be reported from an error page without scripts, on a phone', async () => {
  const visitor = await service.newPage({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  await visitor.goto(`${service.scanUrl}/qr-000000000000`);
  await shoot('not-found-phone', visitor);
  await visitor.getByRole('link', { name: 'Report this code' }).click();
  await shoot('report-phone', visitor);
  await visitor.getByLabel('What is wrong?').selectOption('phishing');
  await visitor.getByLabel(/What did you see/).fill('It asked for my card.');
  await visitor.getByRole('button', { name: 'Send report' }).click();
  await visitor.getByText('We received your report').waitFor();
  await shoot('report-sent-phone', visitor);
});

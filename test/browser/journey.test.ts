import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { readQrCode } from '#features/rendering/read-qr-code.ts';
import { seededRandom } from '../support/data/seeded-random.ts';
import { totp } from '../support/data/totp.ts';
import { BrowserService } from '../support/scratch/browser-service.ts';
import { scanLink } from '../support/scratch/test-scan.ts';

const email = 'ada@example.com';
const password = 'correct horse battery';
let service: BrowserService;
let page: Page;
let apiKey = '';
let slug = '';

before(async () => {
  service = await BrowserService.start();
  page = await service.newPage();
});
after(async () => {
  await service.close();
});

const scan = (headers: Record<string, string> = {}) => scanLink(service.scanUrl, slug, { headers });
const useKey = async () =>
  (await fetch(`${service.url}/v1/projects`, { headers: { 'x-api-key': apiKey } })).status;
/** A request of the dashboard, as the page would send it. */
const answerOf = (path: string) =>
  page.evaluate(async (asked) => (await fetch(`/dashboard/api${asked}`)).json(), path);
const said = (text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();

/** One user's way through the dashboard; each step continues the previous one. */
describe('an owner, in a real browser on the real service', () => {
  test('signs up, follows the link in the mail, chooses a password, is signed in, and has a default project', async () => {
    await page.goto('/dashboard/');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await page.goto(await service.linkFor(email));
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Create a code' }).waitFor();
    await page.getByRole('link', { name: 'Projects' }).click();
    await page.getByText('default', { exact: true }).waitFor();
  });

  test('creates a key that is shown once and works for a program', async () => {
    const { account } = (await answerOf('/me')) as { account: { account_id: string } };
    const id = account.account_id;
    const upgraded = await service.command('account', 'set', id, '--plan', 'agency');
    assert.equal(upgraded.code, 0, upgraded.stderr);
    await page.goto('/dashboard/settings/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Web shop');
    await page.getByRole('button', { name: 'Create key' }).click();
    apiKey = (await page.getByTestId('api-key').textContent()) ?? '';
    assert.equal(await useKey(), 200);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    assert.ok(!(await page.content()).includes(apiKey));
    await page.getByText('never used').or(page.getByText('last used')).waitFor();
  });

  test('designs a code with the scan test next to it, and downloads an image that reads as its link', async () => {
    await page.goto('/dashboard/codes/new');
    await page.getByLabel('Destination').fill('example.com/menu');
    await page.getByLabel('Name', { exact: true }).fill('Window sticker');
    await page.getByText('Rounder', { exact: true }).click();
    await page.getByText('Card', { exact: true }).click();
    await page.getByLabel('Caption').fill('Scan for menu');
    await page.getByLabel('Code', { exact: true }).fill('#1e3a8a');
    await page.getByTestId('score').waitFor();
    // A pale color on white is refused and can't be saved.
    await page.getByLabel('Code', { exact: true }).fill('#eeeeee');
    await page
      .getByRole('alert')
      .getByText(/too similar/)
      .waitFor();
    assert.ok(await page.getByRole('button', { name: 'Create code' }).isDisabled());
    await page.getByLabel('Code', { exact: true }).fill('#1e3a8a');
    const preview = (await page.getByTestId('preview').getAttribute('src')) ?? '';
    assert.match(decodeURIComponent(preview), /^data:image\/svg\+xml,<svg/);
    await page.getByRole('button', { name: 'Create code' }).click();
    const link = page.getByTestId('short-link');
    await link.waitFor();
    slug = /qr-[0-9a-z]{12}/.exec((await link.textContent()) ?? '')?.[0] ?? '';
    for (const [format, name] of [
      ['PNG', /\.png$/],
      ['SVG', /\.svg$/],
    ] as const) {
      await page.getByRole('button', { name: 'Download' }).first().click();
      const downloading = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: `Download ${format}` }).click();
      const download = await downloading;
      assert.match(download.suggestedFilename(), name);
      if (format !== 'PNG') continue;
      const text = await readQrCode(readFileSync(await download.path()));
      assert.equal(text, `${service.scanUrl.replace('127.0.0.1', 'localhost')}/${slug}`.toUpperCase());
    }
  });

  test('watches a scan arrive: count and charts change without a reload', async () => {
    await page.getByText('No scans in this period').waitFor();
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    await sleep(1_500);
    assert.equal((await scan({ 'cf-ipcountry': 'DE' })).location, 'https://example.com/menu');
    await page.getByTestId('live-count').getByText('1', { exact: true }).waitFor();
    await page.getByTestId('scans').getByText('1', { exact: true }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Germany' }).waitFor();
    await scan({ 'cf-ipcountry': 'FR' });
    await page.getByTestId('scans').getByText('2', { exact: true }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'France' }).waitFor();
    await page.getByRole('link', { name: 'IP Geolocation by DB-IP' }).waitFor();
    assert.equal(await page.evaluate(() => 'sameDocument' in globalThis), true);
  });

  test('adds rules, sees which can never match, and the simulator agrees with 200 real scans', async () => {
    await page.getByRole('navigation', { name: 'Code' }).getByRole('link', { name: 'Rules' }).click();
    const add = async (kind: 'By device' | 'By country' | 'By time') =>
      page.getByRole('button', { name: kind }).click();
    const rule = (place: number) =>
      page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Remove rule ${place}` }) });
    await add('By device');
    await rule(1).getByLabel('And').selectOption('country');
    await rule(1).getByLabel('Country').selectOption('DE');
    await rule(1).getByLabel('Destination').fill('https://example.com/ios-de');
    await add('By country');
    await rule(2).getByLabel('Country').selectOption('FR');
    await rule(2).getByLabel('Destination').fill('https://example.com/fr');
    await add('By device');
    await rule(3).getByLabel('Device').selectOption('android');
    await rule(3).getByLabel('Destination').fill('https://example.com/android');
    await add('By device');
    await rule(4).getByLabel('Device').selectOption('android');
    await rule(4).getByLabel('And').selectOption('country');
    await rule(4).getByLabel('Country').selectOption('FR');
    await rule(4).getByLabel('Destination').fill('https://example.com/never');
    await rule(4).getByText('never matches').waitFor();
    // By keyboard: to the top, where it matches.
    await page.getByRole('button', { name: 'Move rule 4 up' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Move rule 3 up' }).press('Enter');
    await rule(2).getByText('Android, France').waitFor();
    assert.equal(await page.getByText('never matches').count(), 0);
    // And one by time, which matches now, for all other visitors.
    await add('By time');
    for (const day of ['Sat', 'Sun']) await rule(5).getByRole('button', { name: day }).click();
    await rule(5).getByLabel('From').fill('00:00');
    await rule(5).getByLabel('Until').fill('23:59');
    // An incomplete rule doesn't change the result.
    await page.getByText('One rule is incomplete').waitFor();
    await rule(5).getByLabel('Destination').fill('example.com/always');
    await page.getByRole('button', { name: 'Save rules' }).click();
    await said(/Rules saved/);
    const random = seededRandom(7);
    const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
    const agents = {
      ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
      android: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/131.0 Mobile Safari/537.36',
      desktop: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0 Safari/537.36',
    };
    const simulator = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Simulator' }) });
    const seen = new Set<string | null>();
    for (let visitor = 0; visitor < 200; visitor++) {
      const device = pick(['ios', 'android', 'desktop'] as const);
      const country = pick(['DE', 'FR', 'US', 'JP', '']);
      await simulator.getByLabel('Device').selectOption(device);
      await simulator.getByLabel('Country').selectOption(country);
      const simulated = await page.getByTestId('simulated').textContent();
      const real = await scan({
        'user-agent': agents[device],
        ...(country !== '' && { 'cf-ipcountry': country }),
      });
      assert.equal(simulated, real.location, `${device} ${country}`);
      seen.add(real.location);
    }
    assert.equal(seen.size, 5);
  });

  test('archives the project after a warning, and restores it', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
    const act = async (item: string, action: string) => {
      await page.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: item }).click();
      await page.getByRole('button', { name: action }).click();
    };
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Archive…' }).click();
    await page.getByText('1 code will stop working at once').waitFor();
    await page.getByRole('button', { name: 'Archive project' }).click();
    await page.getByText('archived', { exact: true }).waitFor();
    assert.equal((await scan()).status, 404);
    await act('Restore…', 'Restore project');
    await page.getByText('archived', { exact: true }).waitFor({ state: 'detached' });
    assert.equal((await scan()).status, 302);
  });

  test('changes the time zone, and a schedule rule uses it', async () => {
    // The current time is within this hour in UTC, but not in a time zone half a day away.
    const hour = new Date().getUTCHours();
    const two = (value: number) => String(value).padStart(2, '0');
    const { items } = (await answerOf('/qr-codes')) as { items: { qr_id: string }[] };
    await page.goto(`/dashboard/codes/${items[0]?.qr_id}/rules`);
    for (let place = 5; place >= 1; place--)
      await page.getByRole('button', { name: `Remove rule ${place}` }).click();
    await page.getByRole('button', { name: 'By time' }).click();
    for (const day of ['Sat', 'Sun']) await page.getByRole('button', { name: day }).click();
    const start = Math.max(0, hour - 2);
    await page.getByLabel('From').fill(`${two(start)}:00`);
    await page.getByLabel('Until').fill(hour >= 21 ? '23:59' : `${two(hour + 3)}:00`);
    await page.getByLabel('Destination').fill('https://example.com/open');
    await page.getByRole('button', { name: 'Save rules' }).click();
    await said(/Rules saved/);
    assert.equal((await scan()).location, 'https://example.com/open');
    await page.goto('/dashboard/settings');
    await page.getByLabel('Time zone').selectOption(hour < 12 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago');
    await page.getByRole('button', { name: 'Save' }).last().click();
    await said(/Time zone saved/);
    assert.equal((await scan()).location, 'https://example.com/menu');
  });

  test('keeps unsaved edits, and never shows the data of one code at another', async () => {
    const { items } = (await answerOf('/qr-codes')) as { items: { qr_id: string }[] };
    const made = await page.evaluate(async () => {
      const body = JSON.stringify({ redirect_url: 'https://example.com/other', label: 'Other code' });
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/dashboard/api/qr-codes', { method: 'POST', headers, body })).json();
    });
    await page.goto(`/dashboard/codes/${items[0]?.qr_id}/settings`);
    await page.getByLabel('Name').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Search pages/ }).fill('other code');
    await page.getByRole('option', { name: /Other code/ }).click();
    await page.getByRole('navigation', { name: 'Code' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Name').waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Other code');
    await page.evaluate('history.go(-2)');
    await page.getByRole('heading', { name: /Window sticker/ }).waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Window sticker');
    // Asks before unsaved rules are lost.
    await page.goto(`/dashboard/codes/${(made as { qr_id: string }).qr_id}/rules`);
    await page.getByRole('button', { name: 'By time' }).click();
    let asked = 0;
    page.once('dialog', (dialog) => {
      asked += 1;
      void dialog.dismiss();
    });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
    await page.getByText('One rule is incomplete').waitFor();
    assert.equal(asked, 1);
    await page.getByRole('button', { name: 'Undo' }).click();
  });

  test('types a year into an expiry date, and that year is saved', async () => {
    await page.getByRole('navigation', { name: 'Code' }).getByRole('link', { name: 'Settings' }).click();
    const field = page.getByLabel('Expires');
    await field.fill('2030-12-18T12:00');
    await field.press('Home');
    await field.focus();
    await field.pressSequentially('12182031');
    assert.match(await field.inputValue(), /^2031-12-18T12:00/);
    const limits = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Limits' }) });
    await limits.getByRole('button', { name: 'Save' }).click();
    await said(/Limits saved/);
    await page.reload();
    assert.match(await page.getByLabel('Expires').inputValue(), /^2031-12-18T12:00/);
  });

  test('revokes the key, and it is refused within a second', async () => {
    await page.goto('/dashboard/settings/keys');
    assert.equal(await useKey(), 200);
    await page.getByRole('button', { name: 'Revoke Web shop' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('revoked', { exact: true }).waitFor();
    await sleep(1_000);
    assert.equal(await useKey(), 401);
  });

  test('adds a passkey, and signs in with it alone', async () => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto('/dashboard/settings/security');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await said(/Passkey added/);
    await page.getByRole('button', { name: /Ada/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  test('turns on two-factor authentication, and the password alone is no longer enough', async () => {
    await page.goto('/dashboard/settings/security');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Continue' }).click();
    const secret = (await page.getByTestId('totp-secret').textContent()) ?? '';
    await page.getByLabel('Code').fill(totp(secret));
    await page.getByRole('button', { name: 'Turn on' }).last().click();
    await said(/is on/);
    assert.equal(await page.getByLabel('Backup codes').getByRole('listitem').count(), 10);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    const other = await service.newPage();
    await other.goto('/dashboard/sign-in');
    await other.getByLabel('Email').fill(email);
    await other.getByLabel('Password').fill(password);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByRole('heading', { name: 'One more step' }).waitFor();
    await other.goto('/dashboard/codes');
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.getByLabel('Email').fill(email);
    await other.getByLabel('Password').fill(password);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByLabel('Code').fill(totp(secret));
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.getByRole('heading', { name: 'QR codes' }).waitFor();
    // And is signed out from the first browser.
    await page.reload();
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await said(/All other sessions/);
    await other.goto('/dashboard/codes');
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('no page logged an error', () => {
    assert.deepEqual(service.problems, []);
  });
});

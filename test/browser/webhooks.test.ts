import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeViolations } from '../support/measure/axe-violations.ts';
import { until } from '../support/measure/until.ts';
import { BrowserService } from '../support/scratch/browser-service.ts';
import { Receiver } from '../webhooks/receiver.ts';

const [email, password] = ['grace@example.com', 'correct horse battery'];
let service: BrowserService;
let page: Page;
let receiver: Receiver;
let secret = '';

before(async () => {
  service = await BrowserService.start();
  receiver = await Receiver.start();
  const made = await service.command('demo', '--email', email, '--password', password, '--empty');
  assert.equal(made.code, 0, made.stderr);
  page = await service.signIn(email, password);
});
after(async () => {
  await receiver.close();
  await service.close();
});

const said = (text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();
const dialog = () => page.getByRole('dialog');
const button = (name: string | RegExp) => page.getByRole('button', { name });

async function assertAccessible(): Promise<void> {
  // Dialogs fade in.
  await page.waitForTimeout(400);
  assert.deepEqual(await axeViolations(page), []);
}

/** Each step continues the previous one. */
describe('an owner with webhooks', () => {
  test('creates an endpoint by keyboard, for chosen events, and sees its secret once', async () => {
    await page.goto('/dashboard/settings');
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('No endpoints yet').waitFor();
    await button('New endpoint').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Address').waitFor();
    await page.keyboard.type(receiver.url);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Stock system');
    await page.getByLabel('Send everything').focus();
    await page.keyboard.press('Space');
    assert.ok(await dialog().getByRole('button', { name: 'Create endpoint' }).isDisabled());
    for (const kind of ['Code changed', 'Code scanned']) {
      await dialog().getByLabel(kind).focus();
      await page.keyboard.press('Space');
    }
    await assertAccessible();
    await dialog().getByRole('button', { name: 'Create endpoint' }).focus();
    await page.keyboard.press('Enter');
    secret = await page.getByTestId('webhook-secret').innerText();
    assert.match(secret, /^whsec_/);
    await assertAccessible();
    await button('I have saved it').click();
    await dialog().waitFor({ state: 'hidden' });
    await page.getByText('Stock system · Code changed, Code scanned').waitFor();
  });

  test('gets a message for an address that is refused, in the dialog', async () => {
    await button('New endpoint').click();
    await page.getByLabel('Address').fill('ftp://example.com/hooks');
    await dialog().getByRole('button', { name: 'Create endpoint' }).click();
    await dialog().getByText('url must begin with https://.').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'hidden' });
  });

  test('sends a test, and sees what was sent and what the program responded', async () => {
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByText('Nothing sent yet').waitFor();
    await button('Send a test').click();
    await dialog().getByLabel('Kind').selectOption('Code changed');
    await assertAccessible();
    await dialog().getByRole('button', { name: 'Send' }).click();
    await said('Test sent');
    await until('the program has it', () => receiver.received.length === 1);
    const [received] = receiver.received;
    receiver.verify(received ?? assert.fail(), secret);
    await page.getByRole('button', { name: /delivered Code changed/ }).click();
    await dialog().getByText('What your program responded: 200').waitFor();
    await dialog().getByText('thanks').waitFor();
    assert.match(await dialog().getByLabel('What Waypost sends').innerText(), /"test": true/);
    await assertAccessible();
  });

  test('sends it again, with the same ID', async () => {
    await button('Send again').click();
    await said('It is sent again.');
    await until('twice', () => receiver.received.length === 2);
    assert.equal(receiver.received[0]?.id, receiver.received[1]?.id);
    await dialog().getByRole('button', { name: 'Close' }).first().click();
    await dialog().waitFor({ state: 'hidden' });
  });

  test('sees why a delivery failed', async () => {
    receiver.behaviour = () => ({ status: 500, body: 'no disk space' });
    await button('Send a test').click();
    await dialog().getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: /failed 1 time .*The receiver responded with 500/ }).click();
    await dialog().getByText('no disk space').waitFor();
    await dialog().getByText('Next attempt').waitFor();
    await dialog().getByRole('button', { name: 'Close' }).first().click();
    await dialog().waitFor({ state: 'hidden' });
    receiver.behaviour = () => ({ status: 200 });
  });

  test('rotates the secret: both are valid for a day', async () => {
    await button('Rotate secret').click();
    await assertAccessible();
    await button('Make a new secret').click();
    const next = await page.getByTestId('webhook-secret').innerText();
    assert.notEqual(next, secret);
    await button('I have saved it').click();
    await dialog().waitFor({ state: 'hidden' });
    await page.getByText('The old secret signs too until').waitFor();
    const before = receiver.received.length;
    await button('Send a test').click();
    await dialog().getByRole('button', { name: 'Send' }).click();
    await until('the program has it', () => receiver.received.length > before);
    const received = receiver.received.at(-1) ?? assert.fail();
    receiver.verify(received, secret);
    receiver.verify(received, next);
  });

  test('replays events, and is told what is wrong with an ID', async () => {
    await button('Replay').click();
    await dialog().getByLabel('After this event').fill('nonsense');
    await dialog().getByRole('button', { name: 'Replay' }).click();
    await dialog().getByText('must be the event_id of an event').waitFor();
    await assertAccessible();
    await dialog().getByLabel('What').selectOption('Scans of a code');
    await dialog().getByLabel('After scan number').waitFor();
    await dialog().getByLabel('What').selectOption('Events');
    await dialog()
      .getByLabel('After this event')
      .fill(receiver.received[0]?.id ?? '');
    await dialog().getByRole('button', { name: 'Replay' }).click();
    await said('Replay started');
  });

  test('switches it off and on, changes it, and deletes it', async () => {
    await page.getByLabel('Enabled').click();
    await page.getByText('disabled', { exact: true }).waitFor();
    assert.ok(await button('Send a test').isDisabled());
    await page.getByLabel('Enabled').click();
    await page.getByText('enabled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByLabel('Description').fill('Till');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('Till', { exact: true }).waitFor();
    await button('Delete').click();
    await assertAccessible();
    await button('Delete endpoint').click();
    await page.getByText('No endpoints yet').waitFor();
    assert.deepEqual(service.problems, []);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApi } from './support/scratch/test-api.ts';

test('the first page leads to sign-up, or to the page that the operator chose', async () => {
  const plain = await startTestApi();
  const page = await fetch(`${plain.url}/`);
  assert.deepEqual([page.status, page.headers.get('content-type')?.split(';')[0]], [200, 'text/html']);
  assert.match(await page.text(), /href="\/dashboard\/sign-up"/);
  await plain.close();

  const home = 'https://www.example.com/welcome';
  const own = await startTestApi({ environment: { HOME_URL: home } });
  const redirect = await fetch(`${own.url}/`, { redirect: 'manual' });
  assert.deepEqual([redirect.status, redirect.headers.get('location')], [302, home]);
  await own.close();
});

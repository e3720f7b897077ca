import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { starterGroups, starterTemplates } from '../../dashboard/src/design/starter-templates.ts';
import { iconLogo, stockIconNames } from '../../dashboard/src/design/stock-icons.ts';
import { signedIn } from '../support/data/signed-in.ts';
import type { BrowserSession } from '../support/scratch/browser-session.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';

const scoreMin = 80;
let api: TestApi;
let session: BrowserSession;

before(async () => {
  api = await startTestApi();
  session = await signedIn(api, '198.51.100.51');
  await session.get('/dashboard/api/me');
});
after(() => api.close());

async function assertAccepted(name: string, design: unknown): Promise<void> {
  const { status, body } = await session.post('/dashboard/api/designs/judge', { type: 'url', design });
  assert.equal(status, 200, name);
  assert.equal(body.is_accepted, true, `${name}: ${body.message}`);
  assert.deepEqual(body.findings, [], name);
  assert.ok(body.score >= scoreMin, `${name}: score ${body.score}`);
}

test('20 starter templates, four for each trade, pass the scan tests without a finding', async () => {
  assert.equal(starterTemplates.length, 20);
  assert.equal(new Set(starterTemplates.map(({ id }) => id)).size, 20);
  for (const group of starterGroups)
    assert.equal(starterTemplates.filter((template) => template.group === group).length, 4);
  for (const { name, design } of starterTemplates) await assertAccepted(name, design);
});

test('every stock icon passes the scan tests in a plain code', async () => {
  for (const icon of stockIconNames)
    await assertAccepted(icon, { error_correction: 'Q', logo: iconLogo(icon, '#000000', '#ffffff') });
});

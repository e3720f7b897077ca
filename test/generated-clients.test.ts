import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startTestApi, type TestAccount, type TestApi } from './support/scratch/test-api.ts';

const root = new URL('..', import.meta.url).pathname;
let api: TestApi;
let account: TestAccount;
let folder: string;

before(async () => {
  api = await startTestApi();
  account = await api.createAccount();
  // Inside of the repository, so that generated clients find their packages.
  mkdirSync(join(root, 'data'), { recursive: true });
  folder = mkdtempSync(join(root, 'data/clients-'));
});
after(async () => {
  rmSync(folder, { recursive: true });
  await api.close();
});

/** Programs as an integrator would write them, with the types that their generator made. */
const programs = {
  'openapi-typescript': `
import createClient from 'openapi-fetch';
import type { components, paths } from './openapi-typescript.ts';

const client = createClient<paths>({
  baseUrl: process.env['WAYPOST_URL'] ?? '',
  headers: { 'x-api-key': process.env['WAYPOST_API_KEY'] ?? '' },
});
const rule: components['schemas']['DeviceRule'] = { condition: 'device', value: 'ios', url: 'https://example.com/ios' };
const made = await client.POST('/v1/qr-codes', {
  body: { name: 'Poster', redirect_url: 'https://example.com/', redirect_rules: [rule], design: { dot_style: 'rounded' } },
});
if (made.data === undefined) throw new Error(made.error.message);
const { qr_id: id, qr_render_metadata: design, redirect_rules: [first] } = made.data;
if (design.dot_style !== 'rounded' || first?.condition !== 'device' || first.value !== 'ios') throw new Error('not created');
const trend = await client.GET('/v2/analytics/qr-codes/{id}/trend', { params: { path: { id }, query: { interval: '7d' } } });
if ((trend.data?.points.length ?? 0) < 7) throw new Error('no trend');
const gone = await client.GET('/v1/qr-codes/{id}', { params: { path: { id: 'qrc_unknown' } } });
if (gone.error?.code !== 'qr_not_found' || gone.error.param !== null) throw new Error('no error');
console.log('done');
`,
  oazapfts: `
import * as waypost from './oazapfts.ts';

waypost.defaults.baseUrl = process.env['WAYPOST_URL'] ?? '';
waypost.defaults.headers = { 'x-api-key': process.env['WAYPOST_API_KEY'] ?? '' };
const made = await waypost.createQrCode({ name: 'Poster', redirect_url: 'https://example.com/' });
if (made.status !== 201) throw new Error(made.data.message);
const { qr_id: id } = made.data;
const changed = await waypost.updateQrCode(id, { redirect_rules: [{ condition: 'country', value: 'PT', url: 'https://example.com/pt' }] });
if (changed.status !== 200 || changed.data.redirect_rules[0]?.condition !== 'country') throw new Error('not changed');
const many = await waypost.createQrCodes({ items: [{ redirect_url: 'https://example.com/1' }, { name: 'x' }] });
if (many.status !== 200 || many.data.succeeded !== 1) throw new Error('no bulk');
const listed = await waypost.listQrCodes({ status: ['active'] });
if (listed.status !== 200 || listed.data.items.length < 2) throw new Error('not listed');
const gone = await waypost.getQrCode('qrc_unknown');
if (gone.status !== 404 || gone.data.code !== 'qr_not_found') throw new Error('no error');
console.log('done');
`,
};

const environment = () => ({ ...process.env, WAYPOST_URL: api.url, WAYPOST_API_KEY: account.key });

/** Not synchronously: this process is also the service. */
async function run(command: string, args: string[]): Promise<string> {
  const child = spawn(command, args, { cwd: root, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  child.stderr.on('data', (chunk) => (said += chunk));
  const [code] = await once(child, 'close');
  assert.equal(code, 0, said);
  return said;
}

for (const [name, program] of Object.entries(programs))
  test(`a client that ${name} generates from the document compiles strictly, and works`, async () => {
    const types = join(folder, `${name}.ts`);
    if (name === 'oazapfts') await run('node_modules/.bin/oazapfts', ['openapi.json', types]);
    else await run('sdk/node_modules/.bin/openapi-typescript', ['openapi.json', '-o', types]);
    const file = join(folder, `use-${name}.ts`);
    writeFileSync(file, program);
    const strict = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--noUncheckedIndexedAccess'];
    const modern = [
      '--target',
      'esnext',
      '--module',
      'nodenext',
      '--allowImportingTsExtensions',
      '--types',
      'node',
    ];
    await run('node_modules/.bin/tsc', [...strict, ...modern, file]);
    const said = await run(process.execPath, ['--experimental-transform-types', '--no-warnings', file]);
    assert.equal(said.trim(), 'done');
  });

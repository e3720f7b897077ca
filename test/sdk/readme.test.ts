import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

const root = new URL('../..', import.meta.url).pathname;
const readme = readFileSync(`${root}sdk/README.md`, 'utf8');
const [prelude = '', ...examples] = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(
  ([, code]) => code ?? '',
);
let api: TestApi;
let worker: ProcessPart;
let account: TestAccount;
let folder: string;

before(async () => {
  folder = mkdtempSync('/tmp/waypost-files-');
  api = await startTestApi({ environment: { FILE_STORE: `file:${folder}` } });
  worker = await startWorker(quietProcess(api.config));
  account = await api.createAccount();
});
after(async () => {
  await worker.drain();
  await worker.close();
  await api.close();
  rmSync(folder, { recursive: true });
});

describe('every example of the README runs against the real service', () => {
  for (const [index, example] of examples.entries()) {
    const [name = ''] = /(?:waypost\.)(projects|qrCodes)\.\w+/.exec(example) ?? [];
    test(`example ${index + 1}: ${name}`, async () => {
      const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', prelude + example], {
        cwd: root,
        env: { PATH: process.env['PATH'] ?? '', WAYPOST_API_KEY: account.key, WAYPOST_URL: api.url },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      child.stdout.on('data', (chunk) => (said += chunk));
      child.stderr.on('data', (chunk) => (said += chunk));
      const [code] = await once(child, 'close');
      assert.equal(code, 0, said);
    });
  }

  test('every method has an example', () => {
    for (const method of [
      'projects.create',
      'projects.list',
      'projects.page',
      'qrCodes.create',
      'qrCodes.get',
      'qrCodes.find',
      'qrCodes.update',
      'qrCodes.archive',
      'qrCodes.activate',
      'qrCodes.list',
      'qrCodes.page',
      'qrCodes.waitUntilRendered',
    ])
      assert.ok(
        examples.some((example) => example.includes(`waypost.${method}(`)),
        method,
      );
  });
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { startTestApi, type TestAccount, type TestApi } from '../support/scratch/test-api.ts';

const root = new URL('../..', import.meta.url).pathname;
const run = promisify(execFile);
const programs = readdirSync(join(root, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) =>
    [...readFileSync(join(root, 'docs', name), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
      ([, code = '']) => [name, code] as const,
    ),
  );

let folder: string;
let api: TestApi;
let worker: ProcessPart;
let account: TestAccount;
before(async () => {
  folder = mkdtempSync('/tmp/waypost-programs-');
  api = await startTestApi({ environment: { FILE_STORE: `file:${folder}/files` } });
  worker = await startWorker(quietProcess(api.config));
  account = await api.createAccount({ plan: 'enterprise' });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});
after(async () => {
  await worker.drain();
  await worker.close();
  await api.close();
  rmSync(folder, { recursive: true });
});

describe('every program in the documents works as a reader would run it', () => {
  for (const [document, program] of programs)
    test(document, async () => {
      writeFileSync(join(folder, 'program.ts'), program);
      const { stdout } = await run(process.execPath, ['program.ts'], {
        cwd: folder,
        env: { PATH: process.env['PATH'] ?? '', WAYPOST_API_KEY: account.key, WAYPOST_URL: api.url },
        timeout: 60_000,
      });
      assert.ok(statSync(join(folder, 'codes.csv')).size > 100);
      rmSync(join(folder, 'codes.csv'));
      assert.doesNotMatch(stdout, /undefined/);
    });

  test('the first program has forty lines', () => {
    const [, program = ''] = programs.find(([document]) => document === 'first-program.md') ?? [];
    const lines = program.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('//'));
    assert.ok(lines.length <= 40, `${lines.length} lines`);
  });
});

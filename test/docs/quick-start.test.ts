import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../support/scratch/free-port.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/scratch/test-database.ts';

const root = new URL('../..', import.meta.url).pathname;
const run = promisify(execFile);
const secondsMax = 180;
const commandsMax = 5;
const waitMs = 60_000;

let folder: string;
let database: TestDatabase;
before(async () => {
  folder = mkdtempSync('/var/tmp/waypost-quick-start-');
  database = await createEmptyDatabase();
});
after(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

test(`README's quick start, from a clean clone to a scan: at most ${commandsMax} commands and ${secondsMax} s`, {
  timeout: 400_000,
}, async (t) => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const start = readme.slice(readme.indexOf('## Quick start'));
  const blocks = [...start.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .slice(0, 2)
    .map(([, block = '']) => block.trim().split('\n'));
  const [first = [], second = []] = blocks;
  const commands = [...first, ...second];
  t.diagnostic(`${commands.length} commands`);
  assert.ok(commands.length <= commandsMax);
  const [clone = '', setup = '', dev = ''] = first;

  const apiPort = String(await freePort());
  // As for a newcomer: without our Node in the path, with free ports and a free database.
  const environment = {
    ...process.env,
    NODE_TEST_CONTEXT: undefined,
    PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    DATABASE_URL: database.url,
    API_PORT: apiPort,
    SCAN_PORT: String(await freePort()),
    INTERNAL_PORT: String(await freePort()),
  };
  const home = join(folder, 'waypost');
  const startMs = performance.now();
  const shell = async (line: string, cwd: string) => {
    const stepMs = performance.now();
    const { stdout } = await run('bash', ['--norc', '-c', line], {
      cwd,
      env: environment,
      maxBuffer: 2 ** 24,
    });
    t.diagnostic(
      `${((performance.now() - stepMs) / 1_000).toFixed(1)} s  ${line.split('#')[0]?.trim().split('\n').at(-1)}`,
    );
    return stdout;
  };
  await shell(clone.replace('<this repository>', root), folder);
  await shell(setup, home);
  const running = spawn('bash', ['--norc', '-c', `exec ${dev}`], {
    cwd: home,
    env: environment,
    detached: true,
  });
  try {
    let said = '';
    for (const stream of [running.stdout, running.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
      });
    const readyMs = performance.now();
    while (!said.includes('health and metrics are served')) {
      assert.ok(performance.now() - readyMs < waitMs && running.exitCode === null, said);
      await sleep(100);
    }
    t.diagnostic(`${((performance.now() - readyMs) / 1_000).toFixed(1)} s  ${dev.split('#')[0]?.trim()}`);
    const shown = await shell(second.join('\n').replaceAll('localhost:3000', `localhost:${apiPort}`), home);
    const link = shown.trim().split('\n').at(-1) ?? '';
    assert.match(link, /^HTTP:\/\/LOCALHOST:\d+\/QR-/);
    const scanned = await fetch(link, { redirect: 'manual' });
    assert.deepEqual([scanned.status, scanned.headers.get('location')], [302, 'https://example.com/']);
  } finally {
    const exited = once(running, 'exit');
    process.kill(-(running.pid ?? 0), 'SIGTERM');
    await exited;
  }
  const seconds = (performance.now() - startMs) / 1_000;
  t.diagnostic(`${seconds.toFixed(0)} s in all`);
  assert.ok(seconds <= secondsMax);
});

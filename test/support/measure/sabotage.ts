import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Sabotage {
  /** The file to break, and what to break in it. */
  file: string;
  from: string;
  to: string;
  /** The tests that must notice, and their names. */
  test: string;
  pattern: string;
  environment?: Record<string, string>;
}

const copied = [
  'src',
  'test',
  'chaos',
  'bench',
  'bin',
  'migrations',
  'scripts',
  'package.json',
  'plans.json',
  'openapi.json',
];

/** Breaks one thing in a copy of the product and runs the tests that guard it there: they must fail. */
export function assertNoticed({ file, from, to, test, pattern, environment = {} }: Sabotage): void {
  const root = resolve(import.meta.dirname, '../../..');
  const folder = mkdtempSync('/tmp/waypost-sabotage-');
  try {
    for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const before = runTests(folder, test, pattern, environment);
    assert.match(before, /^ℹ pass [1-9]/m, `nothing to break:\n${before.slice(-2_000)}`);
    assert.match(before, /^ℹ fail 0/m, `broken already:\n${before.slice(-2_000)}`);
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    assert.ok(text.includes(from), `${file} no longer has: ${from}`);
    writeFileSync(path, text.replace(from, to));
    const after = runTests(folder, test, pattern, environment);
    assert.match(after, /^ℹ fail [1-9]/m, `nothing noticed:\n${after.slice(-2_000)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runTests(
  folder: string,
  test: string,
  pattern: string,
  environment: Record<string, string>,
): string {
  // Told of the run around it, the runner would report to that.
  const { NODE_TEST_CONTEXT: _context, ...inherited } = process.env;
  const args = ['--test', '--test-reporter=spec', `--test-name-pattern=${pattern}`, test];
  const options = { cwd: folder, env: { ...inherited, ...environment }, timeout: 600_000 };
  const { stdout, stderr } = spawnSync(process.execPath, args, { ...options, encoding: 'utf8' });
  return stdout + stderr;
}

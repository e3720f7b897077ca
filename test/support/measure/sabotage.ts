import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { proofScale } from './proof-scale.ts';

interface Sabotage {
  /** The file to break, and what to break in it. */
  file: string;
  from: string;
  to: string;
  /** The tests that must notice, and their names. */
  test: string;
  pattern: string;
  environment?: Record<string, string>;
  /** Below full size only checks that the code to break still exists. */
  isFullSizeOnly?: boolean;
}

const copied = [
  'src',
  'test',
  'chaos',
  'bench',
  'bin',
  'migrations',
  'ledger-migrations',
  'scripts',
  'package.json',
  'plans.json',
  'docs/members.md',
  'docs/api.md',
  'openapi.json',
];

/** Breaks one thing in a copy of the product and runs the tests that guard it there: they must fail. */
export function assertNoticed({
  file,
  from,
  to,
  test,
  pattern,
  environment = {},
  isFullSizeOnly = false,
}: Sabotage): void {
  const root = resolve(import.meta.dirname, '../../..');
  const whole = readFileSync(join(root, file), 'utf8');
  assert.ok(whole.includes(from), `${file} no longer has: ${from}`);
  const names = readFileSync(join(root, test), 'utf8');
  assert.ok(names.includes(pattern.replace('^', '')), `${test} has no test with this name: ${pattern}`);
  if (isFullSizeOnly && proofScale < 1) return;
  const folder = mkdtempSync('/tmp/waypost-sabotage-');
  try {
    for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const before = runTests(folder, test, pattern, environment);
    assert.match(before, /^ℹ pass [1-9]/m, `nothing to break:\n${before.slice(-2_000)}`);
    assert.match(before, /^ℹ fail 0/m, `broken already:\n${before.slice(-2_000)}`);
    writeFileSync(join(folder, file), whole.replace(from, to));
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
  // Otherwise the runner would report to the outer run.
  const { NODE_TEST_CONTEXT: _context, ...inherited } = process.env;
  // A failing test may leave connections open, and the process would wait for them.
  const args = [
    '--test',
    '--test-force-exit',
    '--test-reporter=spec',
    `--test-name-pattern=${pattern}`,
    test,
  ];
  const options = { cwd: folder, env: { ...inherited, ...environment }, timeout: 600_000 };
  const { stdout, stderr } = spawnSync(process.execPath, args, { ...options, encoding: 'utf8' });
  return stdout + stderr;
}

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { neededMigration } from '#main/needed-migration.ts';
import { previousRelease } from './previous-release.ts';
import { proofScale } from './support/measure/proof-scale.ts';

const root = new URL('..', import.meta.url).pathname;
const suiteMsMax = (proofScale < 1 ? 6 : 20) * 60_000;
/** If the suite is shortened, the tests that use the schema most. */
const shortSuite = [
  'test/v1/*.test.ts',
  'test/scan/answers.test.ts',
  'test/rendering.test.ts',
  'test/safety/writes.test.ts',
  'test/audit-fields.test.ts',
];

function git(args: string[]): Buffer {
  return execFileSync('git', ['-C', root, ...args], { maxBuffer: 512 * 1024 * 1024 });
}

const isShallow = git(['rev-parse', '--is-shallow-repository']).toString().trim() === 'true';

describe('an upgrade in any order', {
  skip: isShallow && 'the clone has no history; git fetch --unshallow',
}, () => {
  let scratch: string;
  before(() => {
    scratch = mkdtempSync('/var/tmp/waypost-upgrade-');
  });
  after(() => rmSync(scratch, { recursive: true, force: true }));

  test('this code needs no migration of its own release', () => {
    const newest = Math.max(
      ...listMigrations(previousTree(join(scratch, 'first'))).map((name) => Number(name.slice(0, 4))),
    );
    assert.ok(neededMigration <= newest, `${neededMigration} came after ${previousRelease.version}`);
  });

  test('released migrations never change', () => {
    const before = previousTree(join(scratch, 'released'));
    for (const name of listMigrations(before))
      assert.equal(read(root, name), read(before, name), `${name} was changed`);
  });

  test(`the code of ${previousRelease.version} on the schema of this release: the conformance suite passes`, async (t) => {
    const tree = previousTree(join(scratch, 'previous-code'));
    rmSync(join(tree, 'migrations'), { recursive: true });
    cpSync(join(root, 'migrations'), join(tree, 'migrations'), { recursive: true });
    t.diagnostic(await runSuite(tree));
  });

  test(`this code on the schema of ${previousRelease.version}: the conformance suite passes`, async (t) => {
    const before = previousTree(join(scratch, 'previous-schema'));
    const tree = presentTree(join(scratch, 'present-code'));
    rmSync(join(tree, 'migrations'), { recursive: true });
    cpSync(join(before, 'migrations'), join(tree, 'migrations'), { recursive: true });
    t.diagnostic(await runSuite(tree));
  });
});

function listMigrations(tree: string): string[] {
  return readdirSync(join(tree, 'migrations')).sort();
}

function read(tree: string, migration: string): string {
  return readFileSync(join(tree, 'migrations', migration), 'utf8');
}

function previousTree(folder: string): string {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-x', '-C', folder], { input: git(['archive', previousRelease.commit]) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** The working tree, committed or not. */
function presentTree(folder: string): string {
  const files = git(['ls-files', '--cached', '--others', '--exclude-standard', '-z']).toString().split('\0');
  for (const file of files.filter((name) => name !== ''))
    cpSync(join(root, file), join(folder, file), { force: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** The tests in `docs/conformance.md` of that tree, run in that tree. */
async function runSuite(tree: string): Promise<string> {
  const named = readFileSync(join(tree, 'docs/conformance.md'), 'utf8').match(
    /(?:test|chaos|src)\/[\w/-]+\.test\.ts/g,
  );
  const wanted = proofScale < 1 ? shortSuite : [...new Set([...(named ?? []), ...shortSuite])];
  const child = spawn(process.execPath, ['--test', '--test-force-exit', '--test-concurrency=2', ...wanted], {
    cwd: tree,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, PROOF_SCALE: '.02' },
    timeout: suiteMsMax,
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  const count = (word: string) => Number(new RegExp(`^(?:ℹ|#) ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  const failures = output.split('\n').filter((line) => /✖|not ok|Error/.test(line));
  assert.equal(code, 0, failures.slice(0, 20).join('\n'));
  assert.ok(count('pass') > 100, `only ${count('pass')} tests ran`);
  return `${count('pass')} passed, ${count('fail')} failed`;
}

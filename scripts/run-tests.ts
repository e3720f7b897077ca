// Runs test files and ends with one plain line: N passed, N failed. node scripts/run-tests.ts [--concurrency=2] [--second-try]
// 'test/**/*.test.ts' …
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { FileTally } from './tally-reporter.ts';

/** Tests with real servers and real time can fail because the machine paused. If more files fail, that is no excuse. */
const secondTriesMax = 8;
const slowestShown = 10;
const durationsFile = '.tools/test-durations.txt';
/** Time limit of one file, at the size of CI. */
const fileMsMax = 15 * 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    concurrency: { type: 'string', default: '2' },
    'second-try': { type: 'boolean', default: false },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'waypost-tally-'));

/** The exit of the last run: something can fail outside of any test. */
let status: number | null = 1;

function run(paths: string[], concurrency: string): Map<string, FileTally> {
  const tallyFile = join(folder, 'tally.json');
  const reporters = ['spec', 'stdout', './scripts/tally-reporter.ts', tallyFile];
  const flags = reporters.map((value, index) =>
    index % 2 === 0 ? `--test-reporter=${value}` : `--test-reporter-destination=${value}`,
  );
  // A failing test may leave processes behind.
  flags.push('--test-force-exit');
  if (values['second-try']) flags.push(`--test-timeout=${fileMsMax}`);
  const args = ['--test', `--test-concurrency=${concurrency}`, ...flags, ...paths];
  status = spawnSync(process.execPath, args, { stdio: 'inherit' }).status;
  return new Map(Object.entries(JSON.parse(readFileSync(tallyFile, 'utf8')) as Record<string, FileTally>));
}

const failedOf = (files: Map<string, FileTally>) =>
  [...files].filter(([, { failed }]) => failed > 0).map(([file]) => file);
const listOf = (paths: string[]) => paths.map((path) => `  ${relative('.', path)}\n`).join('');

const files = run(positionals, values.concurrency);
const failed = failedOf(files);
if (values['second-try'] && failed.length > 0 && failed.length <= secondTriesMax) {
  console.log(`\nFailed, and run once more, alone:\n${listOf(failed)}`);
  const again = run(failed, '1');
  for (const [file, tally] of again) files.set(file, tally);
  const unsteady = failed.filter((file) => again.get(file)?.failed === 0);
  if (unsteady.length > 0) console.log(`\nUnsteady, failed first and then passed:\n${listOf(unsteady)}`);
}
rmSync(folder, { recursive: true });

const bySeconds = [...files].sort(([, a], [, b]) => b.seconds - a.seconds);
const lines = bySeconds.map(
  ([file, { seconds }]) => `${Math.round(seconds).toString().padStart(6)} s  ${relative('.', file)}\n`,
);
mkdirSync('.tools', { recursive: true });
writeFileSync(durationsFile, lines.join(''));
console.log(`\nSlowest files (all of them in ${durationsFile}):\n${lines.slice(0, slowestShown).join('')}`);
const sum = (count: (tally: FileTally) => number) =>
  [...files.values()].reduce((total, tally) => total + count(tally), 0);
const failures = sum((tally) => tally.failed);
console.log(`${sum((tally) => tally.passed)} passed, ${failures} failed`);
process.exitCode = status === 0 && failures === 0 && files.size > 0 ? 0 : 1;

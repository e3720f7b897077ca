// Runs benchmarks of an earlier commit and of the working tree alternately, at full size: npm run bench:compare -- 218d5c4 scan create list
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The output of a benchmark, as a number where larger is better. */
const figures: Record<string, (output: string) => Record<string, number>> = {
  scan: (output) => ({
    'to bare node:http': find(output, /to bare ([\d.]+)/g),
    'to uncounted': find(output, /to uncounted ([\d.]+)/g),
    'one hot code': find(output, /one hot code ([\d.]+)/g),
  }),
  create: (output) => ({ 'to bare pgbench': find(output, /ratio of the medians ([\d.]+)/g) }),
  list: (output) => ({ 'pages per second': 1_000 / find(output, /→ ([\d.]+) ms, ratio/g) }),
};
const rounds = 2;

const root = resolve(import.meta.dirname, '..');
const [commit, ...benches] = process.argv.slice(2);
if (commit === undefined || benches.length === 0 || benches.some((name) => !(name in figures))) {
  console.error(
    `Say a commit and some of ${Object.keys(figures).join(', ')}: npm run bench:compare -- HEAD~5 scan`,
  );
  process.exit(2);
}

const before = checkOut(commit);
for (const bench of benches) {
  const seen: Record<'before' | 'after', Record<string, number>[]> = { before: [], after: [] };
  for (let round = 0; round < rounds; round++) {
    seen.before.push(run(bench, 'before', before));
    seen.after.push(run(bench, 'after', root));
  }
  for (const name of Object.keys(seen.before[0] ?? {})) {
    const mean = (side: 'before' | 'after') =>
      seen[side].reduce((sum, figure) => sum + (figure[name] ?? 0), 0) / rounds;
    const change = 100 * (mean('after') / mean('before') - 1);
    console.log(
      `${bench}, ${name}: ${mean('before').toFixed(3)} before, ${mean('after').toFixed(3)} after, ${change >= 0 ? '+' : ''}${change.toFixed(1)} %`,
    );
  }
}

/** The commit in a separate folder with its own packages. */
function checkOut(name: string): string {
  const id = execFileSync('git', ['rev-parse', '--short', name], { cwd: root, encoding: 'utf8' }).trim();
  const folder = join(root, '.tools/compare', id);
  const mark = join(folder, '.prepared');
  if (existsSync(mark)) return folder;
  console.log(`Preparing ${id} …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(root, '.tools/compare'), { recursive: true });
  execFileSync('git', ['clone', '--quiet', root, folder]);
  execFileSync('git', ['checkout', '--quiet', id], { cwd: folder });
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
  });
  writeFileSync(mark, '');
  return folder;
}

function run(bench: string, side: string, folder: string): Record<string, number> {
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
  const args = ['--test', '--test-reporter=spec', `bench/${bench}.test.ts`];
  const { stdout, stderr, status, error } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: { PROOF_SCALE: '1', ...env },
    encoding: 'utf8',
    timeout: 2_400_000,
  });
  if (error !== undefined || status === null)
    throw new Error(`${bench} did not end: ${error?.message ?? stderr.slice(-2_000)}`);
  const found = figures[bench]?.(stdout) ?? {};
  const told = Object.entries(found).map(([name, value]) => `${name} ${value.toFixed(3)}`);
  console.log(`${side}: ${told.join(', ')}${status === 0 ? '' : ' (a floor of the bench was missed)'}`);
  return found;
}

/** The mean of all matches of a pattern. */
function find(output: string, pattern: RegExp): number {
  const values = [...output.matchAll(pattern)].map(([, value]) => Number(value));
  if (values.length === 0) throw new Error(`the bench did not say ${pattern}:\n${output.slice(-2_000)}`);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

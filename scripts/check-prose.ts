// Checks how we write: banned patterns everywhere, and the reading ease of README and the guide. npm run prose
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { guidePages } from './guide-pages.ts';
import { readability } from './readability.ts';

interface Rule {
  pattern: string;
  say: string;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const easeMin = 55;
const longSentencesMax = 0.05;
const checked = /\.(md|ts|tsx|css|sql|yaml|json|env|tpl)$/;
/** Generated, or unchangeable: a released migration never changes. */
const excluded =
  /^(migrations\/|schema\.sql|package-lock\.json|sdk\/src\/openapi\.ts|scripts\/prose-rules\.json|docs\/adr\/.*\.svg)/;

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** @returns `file:line: problem`. */
function findPatterns(): string[] {
  const rules = (JSON.parse(read('scripts/prose-rules.json')) as Rule[]).map(({ pattern, say }) => ({
    expression: new RegExp(pattern, 'gi'),
    say,
  }));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 10_000_000,
  }).split('\n');
  return files
    .filter((file) => checked.test(file) && !excluded.test(file))
    .flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, index) =>
          rules.flatMap(({ expression, say }) =>
            [...line.matchAll(expression)].map(([found]) => `${file}:${index + 1}: "${found}"; ${say}`),
          ),
        ),
    );
}

function findHardPages(): string[] {
  const files = ['README.md', ...guidePages.values()];
  return files.flatMap((file) => {
    const { ease, sentences, long } = readability(read(file));
    console.log(
      `${file}: reading ease ${ease.toFixed(0)}, ${long.length} of ${sentences} sentences over 30 words`,
    );
    return [
      ...(ease < easeMin ? [`${file}: reading ease ${ease.toFixed(1)}, at least ${easeMin}`] : []),
      ...(long.length > sentences * longSentencesMax
        ? [`${file}: too many sentences over 30 words, such as: ${long[0]}`]
        : []),
    ];
  });
}

const problems = [...findHardPages(), ...findPatterns()];
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`${problems.length} problems. CONTRIBUTING.md says how we write.`);
  process.exitCode = 1;
}

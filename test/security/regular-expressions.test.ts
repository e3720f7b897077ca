import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { check, type Parameters } from 'recheck';
import { type ESTree, parseSync, Visitor } from 'rolldown/utils';

// The binary where there is one, else JavaScript in a worker: never Java, which may be installed and not start.
const binaries = ['linux-x64', 'win32-x64', 'darwin-x64', 'darwin-arm64'];
process.env['RECHECK_BACKEND'] ??= binaries.includes(`${process.platform}-${process.arch}`)
  ? 'native'
  : 'worker';

const root = new URL('../..', import.meta.url).pathname;
/** Counted in steps where possible, so that a slow machine judges alike. */
const parameters: Parameters = {
  timeout: 30_000,
  incubationTimeout: null,
  seedingTimeout: null,
  maxRepeatCount: 200,
};

interface Expression {
  place: string;
  source: string;
  flags: string;
}

function findExpressions(path: string): Expression[] {
  const text = readFileSync(root + path, 'utf8');
  const { program, errors } = parseSync(path, text);
  assert.deepEqual(errors, [], path);
  const found: Expression[] = [];
  const add = (node: ESTree.Span, source: string, flags: string) => {
    const line = text.slice(0, node.start).split('\n').length;
    // The checker knows no `v` and `d`; without class sets they change nothing about time.
    found.push({ place: `${path}:${line}`, source, flags: flags.replace('v', 'u').replace('d', '') });
  };
  const construct = (node: ESTree.NewExpression | ESTree.CallExpression) => {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return;
    const [pattern] = node.arguments as ESTree.Expression[];
    // What is put in at run time stands as one letter.
    if (pattern?.type === 'TemplateLiteral')
      add(node, pattern.quasis.map(({ value }) => value.cooked).join('x'), '');
    if (pattern?.type === 'Literal' && typeof pattern.value === 'string') add(node, pattern.value, '');
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node, node.regex.pattern, node.regex.flags);
    },
    NewExpression: construct,
    CallExpression: construct,
  }).visit(program);
  return found;
}

async function judge({ place, source, flags }: Expression): Promise<string | null> {
  const verdict = await check(source, flags, parameters);
  if (verdict.status === 'safe') return null;
  const why =
    verdict.status === 'vulnerable'
      ? `${verdict.complexity.summary}, with ${verdict.attack.pattern}`
      : JSON.stringify(verdict.error);
  return `${place} /${source}/${flags}: ${why}`;
}

test('no regular expression of the product takes more than linear time', async (t) => {
  const found = globSync(['bin/**/*.ts', 'src/**/*.ts', 'sdk/src/**/*.ts', 'dashboard/src/**/*.{ts,tsx}'], {
    cwd: root,
  })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .sort()
    .flatMap(findExpressions);
  assert.ok(found.length > 150);
  // The first call starts the checker.
  assert.match((await judge({ place: 'control', source: '^(a|a)*$', flags: '' })) ?? '', /exponential/);
  const problems: string[] = [];
  for (const expression of found) {
    const problem = await judge(expression);
    if (problem !== null) problems.push(problem);
  }
  assert.deepEqual(problems, []);
  t.diagnostic(`${found.length} expressions`);
});

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { performanceFiles } from '../../scripts/figures/performance-page.ts';
import { type Figure, figureCommands } from '../support/measure/write-figure.ts';

const folder = new URL('../../docs/figures', import.meta.url).pathname;
const files = performanceFiles();

test('docs/performance.md and its charts say what the raw data in docs/figures say', () => {
  for (const [path, text] of files)
    assert.equal(readFileSync(path, 'utf8'), text, `${path} is stale: node scripts/make-performance.ts`);
  const drawn = [...files.keys()].map((path) => basename(path));
  for (const name of readdirSync(folder).filter((own) => own.endsWith('.svg')))
    assert.ok(drawn.includes(name), `nothing draws ${name}`);
});

test('every measurement in docs/figures is named in docs/performance.md', () => {
  const page = [...files].find(([path]) => path.endsWith('performance.md'))?.[1] ?? '';
  for (const name of readdirSync(folder).filter((own) => own.endsWith('.json')))
    assert.ok(page.includes(`figures/${name}`), `${name} is in no row of the page`);
});

test('each measurement names its command, its day and its machine', () => {
  for (const name of readdirSync(folder).filter((own) => own.endsWith('.json'))) {
    const { command, measuredOn, machine } = JSON.parse(
      readFileSync(join(folder, name), 'utf8'),
    ) as Figure<unknown>;
    assert.match(measuredOn, /^20\d\d-\d\d-\d\d$/, name);
    assert.ok(machine.cores > 0 && machine.memoryGiB > 0 && machine.processor !== 'unknown', name);
    assert.equal(command, figureCommands[name.replace('.json', '') as keyof typeof figureCommands], name);
    const [, kind = '', , own = ''] =
      /^PROOF_SCALE=1 npm run (bench|chaos)(:| -- )([\w-]+)$/.exec(command) ?? [];
    assert.ok(existsSync(new URL(`../../${kind}/${own}.test.ts`, import.meta.url)), `${name}: ${command}`);
  }
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { assertNoticed } from '../support/measure/sabotage.ts';
import { createScratchPostgres, type ScratchPostgres } from '../support/scratch/scratch-postgres.ts';

let postgres: ScratchPostgres;

before(async () => {
  postgres = await createScratchPostgres(['-c max_connections=300']);
});
after(() => postgres.remove());

test('a change is true at once for codes on ledger servers', () => {
  // Otherwise the runner would report to the outer run.
  const { NODE_TEST_CONTEXT: _context, ...inherited } = process.env;
  const pattern = '--test-name-pattern=a change is true at once: ';
  const args = ['--test', '--test-reporter=spec', pattern, 'test/scan/never-stale.test.ts'];
  const { stdout } = spawnSync(process.execPath, args, {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...inherited, TEST_LEDGER_SERVERS: '2', TEST_DATABASE_SERVER: postgres.server.url },
    encoding: 'utf8',
  });
  assert.match(stdout, /^ℹ pass 1$/m, stdout.slice(-2_000));
});

test('a build that compares fewer versions before ledger servers count is noticed', () =>
  assertNoticed({
    isFullSizeOnly: true,
    file: 'src/scan/append-elsewhere.ts',
    from: "and ${isUnchanged('accounts', 'account_id', '$5', '$6')}",
    to: 'and $5::uuid[] is not null and $6::bigint[] is not null',
    test: 'test/scan/ledger-never-stale.test.ts',
    pattern: 'a change is true at once',
    environment: { PROOF_SCALE: '.2' },
  }));

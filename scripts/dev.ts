import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { formatIdentifier } from '#core/identifier.ts';
import { createAccount } from '#features/accounts/create-account.ts';
import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import { listApiKeys } from '#features/api-keys/api-key-queries.ts';
import { createApiKey } from '#features/api-keys/create-api-key.ts';
import { KeyDirectory } from '#features/api-keys/key-directory.ts';
import { revokeApiKey } from '#features/api-keys/revoke-api-key.ts';
import type { Database, Db } from '#features/database.ts';
import { runCommandLine } from '#main/command-line.ts';
import { systemClock } from '#platform/clock.ts';
import { type Config, parseConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createDatabase, createPostgresPool } from '#platform/postgres.ts';
import { startEngines } from './start-engines.ts';

const keyFile = 'data/demo-key';
const demoEmail = 'demo@example.com';

/** Starts PostgreSQL and Redis, migrates, creates a demo account with a key, and runs the service, restarted after every change. */
async function dev(): Promise<void> {
  const parsed = parseConfig(process.env);
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  await startEngines(false);
  await createDatabaseIfMissing(parsed.config.databaseDirectUrl);
  const exitCode = await runCommandLine(['node', 'waypost', 'migrate'], process.env);
  if (exitCode !== 0) throw new Error('The database could not be migrated; see above.');
  const key = await seedDemoAccount(parsed.config);
  process.stdout.write(`
  API        ${parsed.config.apiBaseUrl}   reference: ${parsed.config.apiBaseUrl}/docs
  Dashboard  ${parsed.config.apiBaseUrl}/dashboard/   (mails are printed below)
  Links      ${parsed.config.publicBaseUrl}
  Demo key   ${key}   (also in ${keyFile})

  Try: curl -H "x-api-key: $(cat ${keyFile})" ${parsed.config.apiBaseUrl}/v1/projects

`);
  const service = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'bin/waypost.ts', 'start'], {
    stdio: 'inherit',
    env: { LOG_FORMAT: 'pretty', ...process.env },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => service.kill(signal));
  service.on('exit', (code) => process.exit(code ?? 0));
}

async function createDatabaseIfMissing(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const server = new URL(url);
  server.pathname = '/postgres';
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  const found = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  await client.end();
}

/** A key is shown once, so the key of the demo account is kept in a file, and replaced when it stops working. */
async function seedDemoAccount(config: Config): Promise<string> {
  const plans = await loadPlanCatalogue(config.plansFile);
  const log = createLog({ logLevel: 'silent', logFormat: 'json' }, 'dev');
  const db: Db = createDatabase<Database>(
    createPostgresPool({ url: config.databaseUrl, poolMax: 2, applicationName: 'waypost-dev', log }),
  );
  try {
    if (existsSync(keyFile)) {
      const known = readFileSync(keyFile, 'utf8').trim();
      const lookup = await new KeyDirectory(db, plans, systemClock, createMetrics()).find(known);
      if (lookup.kind === 'actor') return known;
    }
    const existing = await db
      .selectFrom('accounts')
      .select('account_id')
      .where('email', '=', demoEmail)
      .executeTakeFirst();
    const accountId =
      existing?.account_id ??
      (await createAccount(db, plans, { email: demoEmail, plan: 'enterprise' })).account.account_id;
    for (const old of await listApiKeys(db, accountId, 100)) {
      if (old.name === 'demo' && old.revoked_at === null) await revokeApiKey(db, old.key_id);
    }
    const { apiKey } = await createApiKey(db, plans, accountId, 'demo');
    mkdirSync('data', { recursive: true });
    writeFileSync(keyFile, `${apiKey}\n`, { mode: 0o600 });
    process.stdout.write(`Demo account ${formatIdentifier('acc', accountId)} (${demoEmail})\n`);
    return apiKey;
  } finally {
    await db.destroy();
  }
}

await dev().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});

import pg from 'pg';
import { migrateJobs } from '#platform/jobs.ts';
import { applyMigrations, readMigrations } from '#platform/migrations.ts';
import { createScratchPostgres, type ScratchPostgres } from './scratch-postgres.ts';
import { startTestApi, type TestApi } from './test-api.ts';

export interface ScratchService {
  postgres: ScratchPostgres;
  databaseUrl: string;
  api: TestApi;
  close(): Promise<void>;
}

const migrationsFolder = new URL('../../migrations', import.meta.url).pathname;

/** An API on a PostgreSQL cluster of the test's own. */
export async function startScratchService(given?: ScratchPostgres): Promise<ScratchService> {
  const postgres = given ?? (await createScratchPostgres());
  const client = new pg.Client({ connectionString: `${postgres.server.url}/postgres` });
  await client.connect();
  await client.query('create database waypost');
  await client.end();
  const databaseUrl = `${postgres.server.url}/waypost`;
  await applyMigrations(databaseUrl, await readMigrations(migrationsFolder), () => {});
  await migrateJobs(databaseUrl);
  const api = await startTestApi({ databaseUrl });
  return {
    postgres,
    databaseUrl,
    api,
    close: async () => {
      await api.close();
      postgres.remove();
    },
  };
}

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

const migrationsFolder = new URL('../../../migrations', import.meta.url).pathname;

/**
 * An API on a scratch PostgreSQL cluster.
 * @param owner a role to create, which owns the database and its tables.
 */
export async function startScratchService(given?: ScratchPostgres, owner?: string): Promise<ScratchService> {
  const postgres = given ?? (await createScratchPostgres());
  const client = new pg.Client({ connectionString: `${postgres.server.url}/postgres` });
  await client.connect();
  if (owner !== undefined) await client.query(`create role ${owner} login`);
  await client.query(`create database waypost owner ${owner ?? 'postgres'}`);
  await client.end();
  const databaseUrl = `${postgres.server.url}/waypost`;
  const ownerUrl = owner === undefined ? databaseUrl : databaseUrl.replace('postgres@', `${owner}@`);
  await applyMigrations(ownerUrl, await readMigrations(migrationsFolder), () => {});
  await migrateJobs(ownerUrl);
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

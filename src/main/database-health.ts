import type pg from 'pg';
import { Gauge } from 'prom-client';
import { readMigrationStatus, readMigrations } from '#platform/migrations.ts';
import { isPostgresUnavailable } from '#platform/postgres.ts';
import { neededMigration } from './needed-migration.ts';
import { migrationsFolder, type ProcessContext } from './process-part.ts';

/** @returns a check that throws while a table is missing that this code needs. */
export async function schemaCheck(pool: pg.Pool): Promise<() => Promise<void>> {
  const migrations = await readMigrations(migrationsFolder);
  return async () => {
    const { pending } = await readMigrationStatus(pool, migrations);
    const missing = pending.filter(({ version }) => version <= neededMigration);
    if (missing.length > 0) throw new Error(`${missing.length} migrations are missing. Run: waypost migrate`);
  };
}

/**
 * Ready means that PostgreSQL responds and has every table that this code needs. A process doesn't start without the tables. Without PostgreSQL
 * it starts and waits for it.
 */
export async function addDatabaseHealth(process: ProcessContext, pool: pg.Pool): Promise<void> {
  const check = await schemaCheck(pool);
  process.health.add('postgres', check);
  await check().catch((error: unknown) => {
    if (!isPostgresUnavailable(error)) throw error;
    process.log.warn({ err: error }, "PostgreSQL can't be reached; starting anyway");
  });
  if (process.metrics.getSingleMetric('waypost_postgres_connections') !== undefined) return;
  new Gauge({
    name: 'waypost_postgres_connections',
    help: 'Connections of the pool, by state',
    labelNames: ['state'],
    registers: [process.metrics],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'awaited' }, pool.waitingCount);
    },
  });
}

import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database, Db } from '#features/database.ts';

export interface Explained {
  /** The whole plan as text, for searching. */
  text: string;
  buffers: number;
  executionMs: number;
}

/** Runs the product's own queries and explains each of them. */
export async function explain(url: string, work: (db: Db) => Promise<unknown>): Promise<Explained[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // The database may be dropped before the server has noticed the end of the connection.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const queries: CompiledQuery[] = [];
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      if (event.level === 'query') queries.push(event.query);
    },
  });
  await work(db);
  const explained: Explained[] = [];
  for (const { sql, parameters } of queries) {
    // Statements around a query are repeated, so that the query has the same settings.
    if (!/^\s*(with|select)/.test(sql) || sql.includes('set_config')) {
      await pool.query(sql, [...parameters]);
      continue;
    }
    const result = await pool.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters]);
    const [{ Plan: plan, 'Execution Time': executionMs }] = result.rows[0]['QUERY PLAN'];
    const buffers = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    explained.push({ text: JSON.stringify(plan), buffers, executionMs });
  }
  await db.destroy();
  return explained;
}

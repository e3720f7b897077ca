import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RunningCaddy {
  /** Where it keeps certificates. */
  folder: string;
  logged(): string;
  stop(): Promise<void>;
}

const startMs = 15_000;

/** A real Caddy with this configuration; waits until it listens on the port. */
export async function startCaddy(caddyfile: string, port: number): Promise<RunningCaddy> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-caddy-'));
  writeFileSync(join(folder, 'Caddyfile'), caddyfile);
  const child = spawn('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    env: { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log = (log + chunk).slice(-200_000);
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const endMs = performance.now() + startMs;
  while (!(await isListening(port))) {
    if (performance.now() > endMs || child.exitCode !== null) {
      await stop();
      throw new Error(`Caddy does not listen:\n${log}`);
    }
    await sleep(100);
  }
  return { folder, logged: () => log, stop };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { testSecret } from '../data/test-secret.ts';

const entry = new URL('../../../bin/waypost.ts', import.meta.url).pathname;
/** Without the tester's own environment: its DATABASE_URL must not be used. */
const clean = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  // The built-in one works only with loopback addresses.
  SECRET_KEY: testSecret,
  ...(process.env['NODE_COMPILE_CACHE'] !== undefined && {
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  }),
};

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs one command of the real command line. */
export async function runWaypost(
  args: string[],
  environment: Record<string, string>,
  folder = process.cwd(),
): Promise<CommandResult> {
  const child = spawn(process.execPath, [entry, ...args], {
    env: { ...clean, ...environment },
    cwd: folder,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

export interface RunningWaypost {
  child: ChildProcess;
  /** By the name of the part, and `internal`. */
  addresses: Record<string, string>;
  logged(): string;
}

/** Starts the real service as a process and waits until it reports its addresses. */
export async function startWaypost(
  args: string[],
  environment: Record<string, string>,
  inheritedFd?: number,
): Promise<RunningWaypost> {
  const stdio: SpawnOptions['stdio'] = ['ignore', 'pipe', 'inherit'];
  if (inheritedFd !== undefined) stdio.push(inheritedFd);
  const ports = { API_PORT: '0', SCAN_PORT: '0', INTERNAL_PORT: '0' };
  const child = spawn(process.execPath, [entry, 'start', ...args], {
    stdio,
    env: { ...clean, ...ports, ...environment },
  });
  const addresses: Record<string, string> = {};
  const lines: string[] = [];
  const ready = Promise.withResolvers<void>();
  child.on('exit', (code) => ready.reject(new Error(`waypost left with ${code}:\n${lines.join('\n')}`)));
  if (child.stdout === null) throw new Error('standard output is not piped');
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    const entry = JSON.parse(line);
    const part = /^(\w+) is running$/.exec(entry.msg)?.[1];
    if (part !== undefined) addresses[part] = entry.address;
    if (entry.msg === 'health and metrics are served') {
      addresses['internal'] = entry.address;
      ready.resolve();
    }
  });
  await ready.promise;
  return { child, addresses, logged: () => lines.join('\n') };
}

import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, run, until } from './steps.ts';

/** A separate container engine: socket, images and containers in one folder, and its own network while containers run. */
export class ContainerEngine {
  readonly #folder: string;
  readonly #namespace = `waypost-${process.pid}`;
  /** The process ID of the engine. */
  #pid = 0;

  constructor(folder: string) {
    this.#folder = join(folder, 'engine');
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(join(this.#folder, 'config.json'), '{}');
  }

  get #environment(): Record<string, string> {
    // Debian's client first, because it belongs to the engine.
    return { DOCKER_HOST: `unix://${this.#folder}/socket`, PATH: `/usr/bin:${process.env['PATH']}` };
  }

  /** In the network of the machine to build; in its own network, with bridges and names, to run. */
  async start(network: 'host' | 'own'): Promise<void> {
    const folder = this.#folder;
    const flags = [
      `--config-file=${folder}/config.json`,
      `--host=unix://${folder}/socket`,
      `--data-root=${folder}/data`,
      `--exec-root=${folder}/exec`,
      `--pidfile=${folder}/pid`,
      '--storage-driver=overlay2',
    ];
    const quiet = [
      '--bridge=none',
      '--iptables=false',
      '--ip6tables=false',
      '--ip-forward=false',
      '--ip-masq=false',
    ];
    if (network === 'own') {
      run('ip', ['netns', 'add', this.#namespace]);
      run('ip', ['-n', this.#namespace, 'link', 'set', 'lo', 'up']);
    }
    const log = openSync(join(folder, `log-${network}`), 'w');
    // Not `ip netns exec`, which hides the cgroups.
    const [program, args]: [string, string[]] =
      network === 'own'
        ? ['nsenter', [`--net=/run/netns/${this.#namespace}`, 'dockerd', ...flags]]
        : ['dockerd', [...flags, ...quiet]];
    spawn(program, args, {
      stdio: ['ignore', log, log],
      detached: true,
      env: { ...process.env, ...this.#environment },
    }).unref();
    closeSync(log);
    const version = await until('yes', () => (this.docker(['version']), 'yes'), 30);
    if (version !== 'yes')
      throw new Error(`the container engine did not start: see ${folder}/log-${network}`);
    this.#pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  }

  async stop(): Promise<void> {
    if (this.#pid === 0) return;
    for (const id of attempt(() => this.docker(['ps', '-q'])).split(/\s+/))
      if (/^[0-9a-f]{12}$/.test(id)) attempt(() => this.docker(['kill', id]));
    process.kill(this.#pid);
    for (let waited = 0; waited < 150 && isAlive(this.#pid); waited++)
      await new Promise((resolve) => setTimeout(resolve, 200));
    this.#pid = 0;
    attempt(() => run('umount', [`${this.#folder}/exec/netns/default`]));
    attempt(() => run('ip', ['netns', 'del', this.#namespace]));
  }

  docker(args: string[], input?: string): string {
    return run('docker', args, { env: this.#environment, ...(input !== undefined && { input }) });
  }

  compose(folder: string, file: string, args: string[]): string {
    return run('docker-compose', ['-f', file, '-p', 'waypost', ...args], {
      cwd: folder,
      env: this.#environment,
    });
  }

  build(tag: string, folder: string, file = join(folder, 'Dockerfile'), more: string[] = []): void {
    const args = ['build', '--network', 'host', '-t', tag, '-f', file, ...more, folder];
    run('docker', args, { env: { ...this.#environment, DOCKER_BUILDKIT: '1' } });
  }

  /** Runs a program of this machine in the network of the engine. */
  inNetwork(program: string, args: string[]): string {
    return run('nsenter', [`--net=/run/netns/${this.#namespace}`, program, ...args], {
      env: this.#environment,
    });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningWaypost, startWaypost } from './spawn-waypost.ts';

const rolesFolder = new URL('../../../deploy/database-roles/', import.meta.url).pathname;
const parts = ['api', 'scan', 'worker'] as const;

/** Creates one role per process with a password, as the compose file does. */
export function createRoles(serverUrl: string): void {
  execFileSync('psql', [
    `${serverUrl}/postgres`,
    '--quiet',
    '--set=ON_ERROR_STOP=1',
    ...parts.map((part) => `--set=${part}=it's a ${part}`),
    `--file=${rolesFolder}create.sql`,
    `--file=${rolesFolder}set-passwords.sql`,
  ]);
}

/** `api`, `scan` and `worker`, each with its own database role. */
export class RoleProcesses {
  readonly #running = new Map<string, RunningWaypost>();
  #key = '';

  /** @param environment the settings of a process, by its role. */
  async start(environment: (role: string) => Record<string, string>, key: string): Promise<void> {
    this.#key = key;
    for (const part of parts)
      this.#running.set(part, await startWaypost(['--only', part], environment(`waypost_${part}`)));
  }

  addressOf(part: 'api' | 'scan'): string {
    return this.#running.get(part)?.addresses[part] ?? '';
  }

  // biome-ignore lint/suspicious/noExplicitAny: whatever the response contains
  async request(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }> {
    const response = await fetch(`${this.addressOf('api')}${path}`, {
      method,
      headers: { 'x-api-key': this.#key, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }

  /** Log lines about a missing privilege. */
  get denied(): string[] {
    return [...this.#running.values()].flatMap((process) =>
      process
        .logged()
        .split('\n')
        .filter((line) => /permission denied|row-level security/.test(line)),
    );
  }

  async until(what: string, isTrue: () => Promise<boolean>, secondsMax = 10): Promise<void> {
    const endMs = performance.now() + secondsMax * 1_000;
    while (!(await isTrue())) {
      if (performance.now() > endMs) assert.fail(`${what}\n${this.denied.join('\n')}`);
      await sleep(25);
    }
  }

  kill(): void {
    for (const { child } of this.#running.values()) child.kill('SIGKILL');
  }
}

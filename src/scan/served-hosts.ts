import type pg from 'pg';
import type { Log } from '#platform/log.ts';

const pageRows = 10_000;
const questionsPerSecond = 50;

/**
 * Every domain that is served, in memory: whoever fetches certificates asks before each of them, and must not be led to the database by names
 * that strangers make up. Notifications keep it up to date; it decides about certificates only, never about a scan.
 */
export class ServedHosts {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  readonly #hosts = new Set<string>();
  readonly #hostOfProject = new Map<string, string>();
  readonly #changed = new Set<string>();
  #isLoaded = false;
  #isReading = false;
  #isAllStale = true;
  #second = 0;
  #questions = 0;

  constructor(pool: pg.Pool, log: Log) {
    this.#pool = pool;
    this.#log = log;
  }

  /** 200 for a domain that is served, 404 for any other name, 429 beyond so many a second, 503 while nobody can tell. */
  ask(name: string, nowMs: number): number {
    const second = Math.floor(nowMs / 1_000);
    this.#questions = second === this.#second ? this.#questions + 1 : 1;
    this.#second = second;
    if (this.#questions > questionsPerSecond) return 429;
    if (!this.#isLoaded) return 503;
    return this.#hosts.has(name.toLowerCase().replace(/\.$/, '')) ? 200 : 404;
  }

  /** `project:` and a UUID: its domain may have changed. */
  onNotification(payload: string): void {
    if (!payload.startsWith('project:')) return;
    this.#changed.add(payload.slice('project:'.length));
    void this.#read();
  }

  /** Notifications may have been missed. */
  markAllStale(): void {
    this.#isAllStale = true;
    void this.#read();
  }

  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isAllStale || this.#changed.size > 0) {
        if (this.#isAllStale) await this.#readAll();
        else await this.#readChanged();
      }
    } catch (error) {
      this.#isAllStale = true;
      this.#log.warn(
        { err: error },
        'domains could not be read; the next notification or connection tries again',
      );
    } finally {
      this.#isReading = false;
    }
  }

  async #readAll(): Promise<void> {
    this.#isAllStale = false;
    const found = new Map<string, string>();
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const { rows } = await this.#pool.query<{ host: string; project_id: string }>(
        `select host, project_id from domains where state in ('verified', 'failing') and project_id > $1 order by project_id limit ${pageRows}`,
        [after],
      );
      for (const { host, project_id } of rows) found.set(project_id, host);
      after = rows.at(-1)?.project_id ?? after;
      if (rows.length < pageRows) break;
    }
    this.#hosts.clear();
    this.#hostOfProject.clear();
    for (const [projectId, host] of found) this.#set(projectId, host);
    this.#isLoaded = true;
  }

  async #readChanged(): Promise<void> {
    const projects = [...this.#changed];
    this.#changed.clear();
    const { rows } = await this.#pool.query<{ host: string; project_id: string }>(
      `select host, project_id from domains where state in ('verified', 'failing') and project_id = any($1)`,
      [projects],
    );
    const found = new Map(rows.map(({ host, project_id }) => [project_id, host]));
    for (const projectId of projects) this.#set(projectId, found.get(projectId));
  }

  #set(projectId: string, host: string | undefined): void {
    const before = this.#hostOfProject.get(projectId);
    if (before !== undefined && before !== host) this.#hosts.delete(before);
    if (host === undefined) {
      this.#hostOfProject.delete(projectId);
      return;
    }
    this.#hostOfProject.set(projectId, host);
    this.#hosts.add(host);
  }
}

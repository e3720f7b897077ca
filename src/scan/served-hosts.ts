import type pg from 'pg';
import type { Log } from '#platform/log.ts';

const pageRows = 10_000;
const missesPerSecond = 50;
const retryMs = 5_000;

/**
 * Every domain that is served, in memory: whoever fetches certificates asks before each of them, and must not be led to the database by names
 * that strangers make up. Notifications keep it up to date; it decides about certificates only, never about a scan.
 */
export class ServedHosts {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  readonly #projectOf = new Map<string, string>();
  readonly #hostOfProject = new Map<string, string>();
  readonly #changed = new Set<string>();
  #isLoaded = false;
  #isReading = false;
  #isAllStale = true;
  #second = 0;
  #misses = 0;
  #retry: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool, log: Log) {
    this.#pool = pool;
    this.#log = log;
  }

  /** 200 for a domain that is served, 404 for any other name, 429 beyond so many of those a second, 503 while nobody can tell. */
  ask(name: string, nowMs: number): number {
    if (!this.#isLoaded) return 503;
    if (this.#projectOf.has(name.toLowerCase().replace(/\.$/, ''))) return 200;
    const second = Math.floor(nowMs / 1_000);
    this.#misses = second === this.#second ? this.#misses + 1 : 1;
    this.#second = second;
    return this.#misses > missesPerSecond ? 429 : 404;
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
      this.#log.warn({ err: error }, 'domains could not be read; tried again in a moment');
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => void this.#read(), retryMs);
      this.#retry.unref();
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
    this.#projectOf.clear();
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
    // A name that moved to another project is that one's now.
    if (before !== undefined && this.#projectOf.get(before) === projectId) this.#projectOf.delete(before);
    this.#hostOfProject.delete(projectId);
    if (host === undefined) return;
    this.#hostOfProject.set(projectId, host);
    this.#projectOf.set(host, projectId);
  }
}

import type pg from 'pg';
import type { Log } from '#platform/log.ts';
import { grantFirstCertificate, isCertified } from './first-certificate.ts';

interface ServedRow {
  host: string;
  project_id: string;
  is_certified: boolean;
}

const pageRows = 10_000;
const missesPerSecond = 50;
const retryMs = 5_000;

/**
 * All served domains, in memory: a proxy asks before each certificate, and must not reach the database with names that strangers make up.
 * Notifications keep it current. It decides about certificates only, never about scans.
 */
export class ServedHosts {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  readonly #projectOf = new Map<string, string>();
  readonly #hostOfProject = new Map<string, string>();
  readonly #changed = new Set<string>();
  /** Hosts that have had their first certificate: answered from memory, also while PostgreSQL is away. */
  readonly #granted = new Set<string>();
  readonly #certificatesPerDay: number;
  #isLoaded = false;
  #isReading = false;
  #isAllStale = true;
  #second = 0;
  #misses = 0;
  #retry: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool, certificatesPerDay: number, log: Log) {
    this.#certificatesPerDay = certificatesPerDay;
    this.#pool = pool;
    this.#log = log;
  }

  /**
   * 200 for a served domain, 404 for any other name, 503 if it can't be determined. 429 for too many unknown names per second, or if the
   * account has used up its first certificates of the day.
   */
  async ask(name: string, nowMs: number): Promise<number> {
    if (!this.#isLoaded) return 503;
    const host = name.toLowerCase().replace(/\.$/, '');
    if (this.#projectOf.has(host)) return this.#askServed(host);
    const second = Math.floor(nowMs / 1_000);
    this.#misses = second === this.#second ? this.#misses + 1 : 1;
    this.#second = second;
    return this.#misses > missesPerSecond ? 429 : 404;
  }

  /** The first certificate of a host counts against its account; renewals are free. */
  async #askServed(host: string): Promise<number> {
    if (this.#granted.has(host)) return 200;
    try {
      const isGranted = await grantFirstCertificate(this.#pool, host, this.#certificatesPerDay);
      if (isGranted) this.#granted.add(host);
      return isGranted ? 200 : 429;
    } catch (error) {
      this.#log.warn(
        { err: error, host },
        "whether a certificate may be requested can't be checked right now",
      );
      return 503;
    }
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
      this.#log.warn({ err: error }, 'domains could not be read; retrying in a moment');
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => void this.#read(), retryMs);
      this.#retry.unref();
    } finally {
      this.#isReading = false;
    }
  }

  async #readAll(): Promise<void> {
    this.#isAllStale = false;
    const found = new Map<string, ServedRow>();
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const { rows } = await this.#pool.query<ServedRow>(
        `select d.host, d.project_id, ${isCertified} as is_certified from serving_domains d
          where d.project_id > $1 order by d.project_id limit ${pageRows}`,
        [after],
      );
      for (const row of rows) found.set(row.project_id, row);
      after = rows.at(-1)?.project_id ?? after;
      if (rows.length < pageRows) break;
    }
    this.#projectOf.clear();
    this.#hostOfProject.clear();
    this.#granted.clear();
    for (const [projectId, row] of found) this.#set(projectId, row);
    this.#isLoaded = true;
  }

  async #readChanged(): Promise<void> {
    const projects = [...this.#changed];
    this.#changed.clear();
    const { rows } = await this.#pool.query<ServedRow>(
      `select d.host, d.project_id, ${isCertified} as is_certified from serving_domains d
        where d.project_id = any($1)`,
      [projects],
    );
    const found = new Map(rows.map((row) => [row.project_id, row]));
    for (const projectId of projects) this.#set(projectId, found.get(projectId));
  }

  #set(projectId: string, row: ServedRow | undefined): void {
    const before = this.#hostOfProject.get(projectId);
    // The name has moved to another project.
    if (before !== undefined && this.#projectOf.get(before) === projectId) {
      this.#projectOf.delete(before);
      this.#granted.delete(before);
    }
    this.#hostOfProject.delete(projectId);
    if (row === undefined) return;
    this.#hostOfProject.set(projectId, row.host);
    this.#projectOf.set(row.host, projectId);
    if (row.is_certified) this.#granted.add(row.host);
  }
}

import type pg from 'pg';
import { BoundedMap } from '#platform/bounded-map.ts';
import type { Log } from '#platform/log.ts';
import type { DatabaseContact } from './database-contact.ts';

/** `unknown`: not a domain that we serve. `blocked`: its account is suspended. `unavailable`: can't be determined now. */
export type DomainAnswer = { rootUrl: string | null } | 'unknown' | 'blocked' | 'unavailable';

interface Known {
  projectId: string;
  rootUrl: string | null;
  isSuspended: boolean;
}

interface Waiting {
  host: string;
  resolve: (answer: DomainAnswer) => void;
}

interface DomainRow {
  host: string;
  project_id: string;
  root_url: string | null;
  is_suspended: boolean;
}

const batchHosts = 500;
const waitingMax = 5_000;
const knownMax = 20_000;
/** A harmful root destination is not served; the domain itself is. */
const findDomains = {
  name: 'find-domains',
  text: `
    select d.host, d.project_id, case when u.verdict = 'unsafe' then null else d.root_url end as root_url,
      a.suspended_at is not null as is_suspended
    from serving_domains d join accounts a on a.account_id = d.account_id and a.erased_at is null
    left join destinations u on u.destination_id = destination_id(d.root_url) and u.url = d.root_url
    where d.host = any($1)`,
};

/** Domains by host, for requests that aren't short links: rare, so it is read each time, together with all waiting requests. */
export class DomainReader {
  readonly #pool: pg.Pool;
  readonly #contact: DatabaseContact;
  readonly #log: Log;
  /** Last known values, for use while PostgreSQL is away. */
  readonly #known = new BoundedMap<string, Known>(knownMax);
  readonly #hostOfProject = new BoundedMap<string, string>(knownMax);
  #waiting: Waiting[] = [];
  #isReading = false;

  constructor(pool: pg.Pool, contact: DatabaseContact, log: Log) {
    this.#pool = pool;
    this.#contact = contact;
    this.#log = log;
  }

  read(host: string): Promise<DomainAnswer> {
    if (!this.#contact.isUp) return Promise.resolve(this.#lastKnown(host));
    if (this.#waiting.length >= waitingMax) return Promise.resolve('unavailable');
    return new Promise((resolve) => {
      this.#waiting.push({ host, resolve });
      if (!this.#isReading) void this.#readWaiting();
    });
  }

  /** `project:` and a UUID: its domain may have changed, so the last known value must not be used, even during an outage. */
  onNotification(payload: string): void {
    const projectId = payload.slice(payload.indexOf(':') + 1);
    const host = this.#hostOfProject.get(projectId);
    if (host !== undefined) this.#known.delete(host);
  }

  /** Notifications may have been missed. */
  forgetAll(): void {
    this.#known.clear();
  }

  #lastKnown(host: string): DomainAnswer {
    return answerOf((this.#contact.isRecent ? this.#known.get(host) : undefined) ?? 'unavailable');
  }

  async #readWaiting(): Promise<void> {
    this.#isReading = true;
    while (this.#waiting.length > 0) await this.#readBatch(this.#waiting.splice(0, batchHosts));
    this.#isReading = false;
  }

  async #readBatch(batch: Waiting[]): Promise<void> {
    const hosts = [...new Set(batch.map(({ host }) => host))];
    try {
      const { rows } = await this.#pool.query<DomainRow>({
        ...findDomains,
        values: [hosts],
      });
      this.#contact.succeeded();
      const found = new Map(
        rows.map((row) => [
          row.host,
          { projectId: row.project_id, rootUrl: row.root_url, isSuspended: row.is_suspended },
        ]),
      );
      for (const host of hosts) {
        const domain = found.get(host);
        if (domain === undefined) this.#known.delete(host);
        else {
          this.#known.set(host, domain);
          this.#hostOfProject.set(domain.projectId, host);
        }
      }
      for (const { host, resolve } of batch) resolve(answerOf(found.get(host) ?? 'unknown'));
    } catch (error) {
      if (!this.#contact.failed(error)) this.#log.error({ err: error }, 'domains could not be read');
      for (const { host, resolve } of batch) resolve(this.#lastKnown(host));
    }
  }
}

function answerOf(known: Known | 'unknown' | 'unavailable'): DomainAnswer {
  if (typeof known === 'string') return known;
  return known.isSuspended ? 'blocked' : { rootUrl: known.rootUrl };
}

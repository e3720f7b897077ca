import type pg from 'pg';
import type { Log } from '#platform/log.ts';
import type { DatabaseContact } from './database-contact.ts';
import type { PageBrand } from './page-brand.ts';

interface Waiting {
  projectId: string;
  resolve: (brand: PageBrand | null) => void;
}

interface BrandRow {
  project_id: string;
  display_name: string | null;
  color: string | null;
  logo: Buffer | null;
  fallback_url: string | null;
}

const batchProjects = 200;
const waitingMax = 5_000;
/** A harmful fallback address is not offered, nor one that nobody would check again; the page itself is shown. */
const findBrands = {
  name: 'find-brands',
  text: `
    select page.project_id, page.display_name, page.color, page.logo,
      case when known.verdict = 'unsafe' then null else known.url end as fallback_url
    from scan_pages page
    left join destinations known on known.destination_id = destination_id(page.fallback_url) and known.url = page.fallback_url
    where page.project_id = any($1)`,
};

/**
 * The look of a project's pages, read for each page so that it is never outdated. Pages are rarer than redirects; those that wait are read
 * together. A page is shown without it if it can't be read.
 */
export class BrandReader {
  readonly #pool: pg.Pool;
  readonly #contact: DatabaseContact;
  readonly #log: Log;
  #waiting: Waiting[] = [];
  #isReading = false;

  constructor(pool: pg.Pool, contact: DatabaseContact, log: Log) {
    this.#pool = pool;
    this.#contact = contact;
    this.#log = log;
  }

  read(projectId: string): Promise<PageBrand | null> {
    if (!this.#contact.isUp || this.#waiting.length >= waitingMax) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#waiting.push({ projectId, resolve });
      if (!this.#isReading) void this.#readWaiting();
    });
  }

  async #readWaiting(): Promise<void> {
    this.#isReading = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchProjects);
      if (this.#contact.isUp) await this.#readBatch(batch);
      else for (const { resolve } of batch) resolve(null);
    }
    this.#isReading = false;
  }

  async #readBatch(batch: Waiting[]): Promise<void> {
    const projectIds = [...new Set(batch.map(({ projectId }) => projectId))];
    const brands = new Map<string, PageBrand>();
    try {
      const { rows } = await this.#pool.query<BrandRow>({ ...findBrands, values: [projectIds] });
      for (const row of rows)
        brands.set(row.project_id, {
          displayName: row.display_name,
          color: row.color,
          logo: row.logo?.toString('base64') ?? null,
          fallbackUrl: row.fallback_url,
        });
    } catch (error) {
      if (!this.#contact.failed(error)) this.#log.warn({ err: error }, 'the look of pages could not be read');
    }
    for (const { projectId, resolve } of batch) resolve(brands.get(projectId) ?? null);
  }
}

import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type CountryResponse, Reader } from 'maxmind';
import { Gauge } from 'prom-client';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

const pollMs = 30_000;

/** Records of MaxMind's own files, and of the free ones. */
interface CountryRecord {
  country_code?: string;
  country?: CountryResponse['country'];
}

/** The operator's file, or the one that comes with us. */
export function countryFile({ countryFile: own }: { countryFile: string | null }): string {
  if (own !== null) return own;
  return fileURLToPath(
    import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'),
  );
}

/** Country by address, from a file that may be replaced while we run. */
export class CountryDatabase {
  readonly #path: string;
  readonly #log: Log;
  #reader: Reader<CountryRecord & CountryResponse> | null = null;
  #changedMs = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(path: string, log: Log, metrics: Metrics) {
    this.#path = path;
    this.#log = log;
    const builtMs = () => this.#reader?.metadata.buildEpoch.getTime() ?? Number.NaN;
    new Gauge({
      name: 'waypost_country_file_age_seconds',
      help: 'Age of the file that countries are looked up in',
      registers: [metrics],
      collect() {
        this.set((Date.now() - builtMs()) / 1_000);
      },
    });
  }

  async start(): Promise<void> {
    await this.#load();
    this.#timer = setInterval(() => void this.#load(), pollMs);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  find(address: string): string | null {
    try {
      const record = isIP(address) === 0 ? null : this.#reader?.get(address);
      return record?.country_code ?? record?.country?.iso_code ?? null;
    } catch (error) {
      // A file that is damaged in its middle, or an address with a zone: nobody knows the country, and nothing worse.
      this.#log.warn({ err: error }, 'a country could not be looked up');
      return null;
    }
  }

  /** A file that can't be read leaves the last good one in use. */
  async #load(): Promise<void> {
    try {
      const { mtimeMs } = await stat(this.#path);
      if (mtimeMs === this.#changedMs) return;
      this.#reader = new Reader(await readFile(this.#path));
      this.#changedMs = mtimeMs;
    } catch (error) {
      this.#log.warn({ err: error, path: this.#path }, 'the country file could not be read');
    }
  }
}

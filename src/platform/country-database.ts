import { stat } from 'node:fs/promises';
import { Gauge } from 'prom-client';
import { CountryFile } from './country-file.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

const pollMs = 30_000;

/** Country by address, from a file that may be replaced while we run. */
export class CountryDatabase {
  readonly #path: string;
  readonly #log: Log;
  #file: CountryFile | null = null;
  #changedMs = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(path: string, log: Log, metrics: Metrics) {
    this.#path = path;
    this.#log = log;
    const builtMs = () => this.#file?.builtAt.getTime() ?? Number.NaN;
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
      return this.#file?.find(address) ?? null;
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
      this.#file = await CountryFile.read(this.#path);
      this.#changedMs = mtimeMs;
    } catch (error) {
      this.#log.warn({ err: error, path: this.#path }, 'the country file could not be read');
    }
  }
}

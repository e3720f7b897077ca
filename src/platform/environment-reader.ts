import { isIP } from 'node:net';
import { parseDatabaseUrl } from './database-url.ts';
import type { FileStoreConfig } from './open-file-store.ts';
import { parseRedisUrl } from './redis-address.ts';
import type { SettingName } from './settings.ts';

export type Environment = Record<string, string | undefined>;

/** What docs/configuration.md says about a setting in addition to its text. */
export interface SettingForm {
  name: SettingName;
  /** Null if there is none. */
  fallback: string | null;
  isRequired: boolean;
  range: { min: number; max: number } | null;
  choices: readonly string[] | null;
}

const secretLengthMin = 32;
const socketFolderBytesMax = 80;

/** Reads variables one by one and collects the problems. */
export class EnvironmentReader {
  readonly #environment: Environment;
  readonly #production: boolean;
  readonly #problems: string[];
  readonly #onRead: (form: SettingForm) => void;

  /** @param onRead gets every setting, for the documentation. */
  constructor(
    environment: Environment,
    production: boolean,
    problems: string[],
    onRead: (form: SettingForm) => void = () => {},
  ) {
    this.#environment = environment;
    this.#production = production;
    this.#problems = problems;
    this.#onRead = onRead;
  }

  text(name: SettingName, fallback: string): string {
    return this.#value(name, { fallback }) ?? fallback;
  }

  integer(name: SettingName, fallback: number, min: number, max: number): number {
    const raw = this.#value(name, { fallback: String(fallback), range: { min, max } });
    if (raw === undefined) return fallback;
    const value = /^\d{1,9}$/.test(raw) ? Number(raw) : Number.NaN;
    if (value >= min && value <= max) return value;
    this.#problem(name, raw, `a whole number from ${min} to ${max}`);
    return fallback;
  }

  choice<Choice extends string>(name: SettingName, fallback: Choice, choices: readonly Choice[]): Choice {
    const raw = this.#value(name, { fallback, choices });
    const found = choices.find((choice) => choice === raw);
    if (raw !== undefined && found === undefined) this.#problem(name, raw, `one of ${choices.join(', ')}`);
    return found ?? fallback;
  }

  address(name: SettingName, fallback: string): string {
    const raw = this.#value(name, { fallback }) ?? fallback;
    if (isIP(raw) === 0) this.#problem(name, raw, 'an IP address of this machine, or 0.0.0.0 for all');
    return raw;
  }

  networks(name: SettingName): string[] {
    const entries = (this.#value(name) ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
    for (const entry of entries) {
      if (!isNetwork(entry)) this.#problem(name, entry, 'addresses or CIDR ranges, separated by commas');
    }
    return entries;
  }

  /** `FILE_STORE` is `file:` and a path, or `s3:`, a bucket and an optional prefix. */
  fileStore(): FileStoreConfig {
    const raw = this.text('FILE_STORE', 'file:./data/files');
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

  /** A published list: an http address or `file:` and a path. Its value may contain a key, so messages don't repeat it. */
  source(name: SettingName): string | null {
    const raw = this.#value(name);
    if (raw === undefined) return null;
    const isAddress = /^https?:$/.test(URL.parse(raw)?.protocol ?? '');
    if (!isAddress && !/^file:./.test(raw))
      this.#problems.push(`${name} must be an http or https address, or file: and a path`);
    return raw;
  }

  /** One or more of these, separated by commas. */
  choices<Choice extends string>(
    name: SettingName,
    fallback: readonly Choice[],
    choices: readonly Choice[],
  ): Choice[] {
    const entries = this.text(name, fallback.join(','))
      .split(',')
      .map((entry) => entry.trim());
    const wrong = entries.filter((entry) => !choices.includes(entry as Choice));
    for (const entry of wrong) this.#problem(name, entry, `one or more of ${choices.join(', ')}`);
    return entries as Choice[];
  }

  /** Addresses of DNS servers, optionally with a port. */
  servers(name: SettingName): string[] {
    const entries = (this.#value(name) ?? '').split(',').map((entry) => entry.trim());
    const filled = entries.filter((entry) => entry !== '');
    for (const entry of filled) {
      const address = /^\[(.*)\](?::\d{1,5})?$/.exec(entry)?.[1] ?? entry.replace(/^([\d.]+):\d{1,5}$/, '$1');
      if (isIP(address) === 0) this.#problem(name, entry, 'addresses of DNS servers, separated by commas');
    }
    return filled;
  }

  /** An http address with any path, without a trailing slash. */
  httpUrl(name: SettingName, fallback: string): string {
    const raw = this.#value(name, { fallback }) ?? fallback;
    const url = URL.parse(raw);
    if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
      this.#problem(name, raw, 'an http or https address, such as https://cdn.example.com/codes');
    }
    return raw.replace(/(?<!\/)\/+$/, '');
  }

  /**
   * One or several secrets, separated by commas.
   * @param isLocal whether our own addresses are all loopback: everybody knows the development value, so it is useless elsewhere.
   */
  secrets(name: SettingName, developmentValue: string, isLocal: boolean): string[] {
    const remedy = 'generate one: openssl rand -base64 48';
    const keys = this.#required(name, developmentValue, remedy)
      .split(',')
      .map((key) => key.trim());
    if (keys.some((key) => key.length < secretLengthMin))
      this.#problems.push(`${name} has fewer than ${secretLengthMin} characters; ${remedy}`);
    if (new Set(keys).size < keys.length) this.#problems.push(`${name} contains the same secret twice`);
    const isMissing = this.#production && (this.#environment[name] ?? '').trim() === '';
    if (keys.includes(developmentValue) && !isMissing && (this.#production || !isLocal))
      this.#problems.push(
        `${name} is the built-in development secret, which works with loopback addresses only; ${remedy}`,
      );
    return keys;
  }

  /** One of our own addresses: a scheme and a host without a path (D26 needs it for short links). */
  origin(name: SettingName, developmentValue: string): string {
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

  /** One host or several, as in libpq. */
  databaseUrl(name: SettingName, developmentValue: string): string {
    return this.#checkDatabaseUrl(
      name,
      this.#required(name, developmentValue, 'set it to a postgres:// address'),
    );
  }

  #checkDatabaseUrl(name: SettingName, raw: string): string {
    // The value may contain a password, so messages don't repeat it.
    if (parseDatabaseUrl(raw) === null)
      this.#problems.push(
        `${name} must be a postgres:// address, with one host or several separated by commas`,
      );
    return raw;
  }

  /** Separated by spaces, because an address can list several hosts separated by commas. */
  databaseUrls(name: SettingName): string[] {
    const urls = this.text(name, '')
      .split(/\s+/)
      .filter((url) => url !== '');
    if (urls.some((url) => parseDatabaseUrl(url) === null))
      this.#problems.push(`${name} must be postgres:// addresses, separated by spaces`);
    return urls;
  }

  /** A folder for sockets; the kernel limits their whole path to 107 bytes. */
  socketFolder(name: SettingName, fallback: string): string {
    const folder = this.text(name, fallback);
    if (Buffer.byteLength(folder) > socketFolderBytesMax)
      this.#problems.push(
        `${name} must have at most ${socketFolderBytesMax} bytes, because of the lock files in it; use a shorter path`,
      );
    return folder;
  }

  redisUrl(name: SettingName, developmentValue: string): string {
    const raw = this.#required(name, developmentValue, 'set it to a redis:// address');
    if (parseRedisUrl(raw) === null)
      this.#problems.push(`${name} must be a redis:// or redis+sentinel://host,host/name address`);
    return raw;
  }

  optionalDatabaseUrl(name: SettingName): string | undefined {
    const raw = this.#value(name);
    return raw === undefined ? undefined : this.#checkDatabaseUrl(name, raw);
  }

  optionalUrl(name: SettingName, protocols: string[]): string | undefined {
    const raw = this.#value(name);
    return raw === undefined ? undefined : this.#checkUrl(name, raw, protocols);
  }

  #checkUrl(name: SettingName, raw: string, protocols: string[]): string {
    const url = URL.parse(raw);
    // The value may contain a password, so messages don't repeat it.
    if (!url || !protocols.includes(url.protocol))
      this.#problems.push(`${name} must be a ${protocols[0]}// address`);
    return raw;
  }

  #required(name: SettingName, developmentValue: string, remedy: string): string {
    const raw = this.#value(name, { fallback: developmentValue, isRequired: this.#production });
    if (raw === undefined && this.#production) this.#problems.push(`${name} is not set; ${remedy}`);
    return raw ?? developmentValue;
  }

  #value(name: SettingName, form: Partial<SettingForm> = {}): string | undefined {
    this.#onRead({ name, fallback: null, isRequired: false, range: null, choices: null, ...form });
    const raw = this.#environment[name]?.trim();
    return raw === '' ? undefined : raw;
  }

  #problem(name: SettingName, raw: string, expected: string): void {
    this.#problems.push(`${name}=${raw} is not valid; it must be ${expected}`);
  }
}

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

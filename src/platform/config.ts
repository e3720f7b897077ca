import { isIP } from 'node:net';
import type { S3Location } from './s3-file-store.ts';

export interface Config {
  production: boolean;
  databaseUrl: string;
  databaseDirectUrl: string;
  databasePoolMax: number;
  redisUrl: string;
  redisKeyPrefix: string;
  apiPort: number;
  scanPort: number;
  internalPort: number;
  bindAddress: string;
  apiBaseUrl: string;
  publicBaseUrl: string;
  trustedProxies: string[];
  secretKey: string;
  plansFile: string;
  journalDir: string;
  journalMbMax: number;
  /** Null: the file that comes with us. */
  countryFile: string | null;
  /** In lower case; believed only from trusted proxies (D49). */
  countryHeader: string | null;
  scanLanes: number;
  scanRetentionDays: number;
  scanCacheMb: number;
  fileStore: FileStoreConfig;
  fileBaseUrl: string;
  logLevel: LogLevel;
  logFormat: 'json' | 'pretty';
  shutdownDelaySeconds: number;
  allowPrivateDestinations: boolean;
}

export type FileStoreConfig = { kind: 'folder'; folder: string } | { kind: 's3'; location: S3Location };

export type LogLevel = (typeof logLevels)[number];
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
const logFormats = ['json', 'pretty'] as const;
const switches = ['on', 'off'] as const;

export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: string[] };
type Environment = Record<string, string | undefined>;

const developmentDatabase = 'postgres://postgres@127.0.0.1:5432/waypost';
const secretLengthMin = 32;

/** Reads the whole environment at once, so that every mistake is told together with what to do about it. */
export function parseConfig(environment: Environment): ConfigResult {
  const problems: string[] = [];
  const production = environment['NODE_ENV'] === 'production';
  const read = new EnvironmentReader(environment, production, problems);

  const databaseUrl = read.url('DATABASE_URL', developmentDatabase, ['postgres:', 'postgresql:']);
  const apiPort = read.integer('API_PORT', 3000, 0, 65_535);
  const scanPort = read.integer('SCAN_PORT', 3001, 0, 65_535);
  const apiBaseUrl = read.origin('API_BASE_URL', `http://localhost:${apiPort}`);
  const config: Config = {
    production,
    databaseUrl,
    databaseDirectUrl: read.optionalUrl('DATABASE_DIRECT_URL', ['postgres:', 'postgresql:']) ?? databaseUrl,
    databasePoolMax: read.integer('DATABASE_POOL_MAX', 10, 2, 500),
    redisUrl: read.url('REDIS_URL', 'redis://127.0.0.1:6379', ['redis:', 'rediss:']),
    redisKeyPrefix: read.text('REDIS_KEY_PREFIX', 'waypost:'),
    apiPort,
    scanPort,
    internalPort: read.integer('INTERNAL_PORT', 9090, 0, 65_535),
    bindAddress: read.address('BIND_ADDRESS', production ? '0.0.0.0' : '127.0.0.1'),
    apiBaseUrl,
    publicBaseUrl: read.origin('PUBLIC_BASE_URL', `http://localhost:${scanPort}`),
    trustedProxies: read.networks('TRUSTED_PROXIES'),
    secretKey: read.secret('SECRET_KEY', 'waypost-development-secret-not-for-production'),
    plansFile: read.text('PLANS_FILE', './plans.json'),
    journalDir: read.text('JOURNAL_DIR', './data/journal'),
    journalMbMax: read.integer('JOURNAL_MAX_MB', 256, 1, 1_024),
    countryFile: read.text('COUNTRY_FILE', '') || null,
    countryHeader: read.text('COUNTRY_HEADER', '').toLowerCase() || null,
    scanRetentionDays: read.integer('SCAN_RETENTION_DAYS', 90, 1, 36_500),
    scanLanes: read.integer('SCAN_LANES', 1, 1, 64),
    scanCacheMb: read.integer('SCAN_CACHE_MB', 128, 1, 100_000),
    fileStore: read.fileStore(),
    fileBaseUrl: read.httpUrl('FILE_BASE_URL', `${apiBaseUrl}/files`),
    logLevel: read.choice('LOG_LEVEL', 'info', logLevels),
    logFormat: read.choice('LOG_FORMAT', 'json', logFormats),
    shutdownDelaySeconds: read.integer('SHUTDOWN_DELAY_SECONDS', 0, 0, 3),
    allowPrivateDestinations:
      read.choice('ALLOW_PRIVATE_DESTINATIONS', production ? 'off' : 'on', switches) === 'on',
  };
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config };
}

class EnvironmentReader {
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

  /** An http address with any path, without a slash at its end. */
  httpUrl(name: string, fallback: string): string {
    const raw = this.#value(name) ?? fallback;
    const url = URL.parse(raw);
    if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
      this.#problem(name, raw, 'an http or https address, such as https://cdn.example.com/codes');
    }
    return raw.replace(/\/+$/, '');
  }

  secret(name: string, developmentValue: string): string {
    const raw = this.#required(name, developmentValue, 'generate one: openssl rand -base64 48');
    if (raw.length < secretLengthMin) {
      this.#problems.push(
        `${name} has fewer than ${secretLengthMin} characters; generate one: openssl rand -base64 48`,
      );
    }
    if (this.#production && raw === developmentValue && this.#value(name) !== undefined) {
      this.#problems.push(`${name} is the one of development; generate one: openssl rand -base64 48`);
    }
    return raw;
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

  url(name: string, developmentValue: string, protocols: string[]): string {
    const raw = this.#required(name, developmentValue, `set it to a ${protocols[0]}// address`);
    return this.#checkUrl(name, raw, protocols);
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

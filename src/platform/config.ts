import { type Environment, EnvironmentReader, type SettingForm } from './environment-reader.ts';
import type { FileStoreConfig } from './open-file-store.ts';

export interface Config {
  production: boolean;
  databaseUrl: string;
  databaseDirectUrl: string;
  databasePoolMax: number;
  /** Additional servers for scans (docs/scaling.md). */
  ledgerDatabaseUrls: string[];
  redisUrl: string;
  redisKeyPrefix: string;
  apiPort: number;
  scanPort: number;
  internalPort: number;
  bindAddress: string;
  /** Address for health checks and metrics. Loopback, unless a probe or scraper runs on another machine. */
  internalBindAddress: string;
  apiBaseUrl: string;
  publicBaseUrl: string;
  /** Our own hosts, without port, which serve every code. */
  ownHosts: string[];
  /** The host that the CNAME of a custom domain points to. */
  domainTarget: string;
  trustedProxies: string[];
  /** The first one encrypts, all of them decrypt, so that a secret can be rotated (docs/security.md). */
  secretKeys: string[];
  plansFile: string;
  journalDir: string;
  journalMbMax: number;
  /** What happens to a scan that can't be stored any more (D78). */
  journalFull: 'refuse' | 'redirect';
  snapshotMbMax: number;
  /** Null: the included file. */
  countryFile: string | null;
  /** In lower case; only trusted proxies are believed (D49). */
  countryHeader: string | null;
  scanLanes: number;
  /** Whether days are written to the file store before they are dropped. */
  archivesScans: boolean;
  scanRetentionDays: number;
  scanCacheMb: number;
  fileStore: FileStoreConfig;
  fileBaseUrl: string;
  logLevel: LogLevel;
  logFormat: 'json' | 'pretty';
  /** Off without an endpoint. */
  tracing: { endpoint: string | null; percent: number };
  shutdownDelaySeconds: number;
  allowPrivateDestinations: boolean;
  /** Null: webhooks are sent directly. */
  webhookProxy: string | null;
  /** Where the roots of our own hosts redirect; null: a page. */
  homeUrl: string | null;
  /** Where owners get another plan. */
  upgradeUrl: string | null;
  safety: SafetyConfig;
  watch: WatchConfig;
  mail: MailConfig;
  abuse: AbuseConfig;
}

export interface MailConfig {
  /** Null: mails are written to the log, including links. Production needs an explicit setting for that. */
  smtpUrl: string | null;
  from: string;
  /** Maximum number of mails per hour, over all accounts; null: no limit. */
  perHourMax: number | null;
}

export interface AbuseConfig {
  /** Whether sign-up costs the browser a second of computing. */
  signUpProof: boolean;
  /** First certificates per account and day, so that nobody uses up the operator's quota. */
  firstCertificatesPerDay: number;
  /** For security.txt, such as mailto:security@example.com. Null: the report form. */
  securityContact: string | null;
}

/** The providers that check destinations, besides our own rules and the operator's. */
export interface SafetyConfig {
  webRisk: { url: string; key: string; threats: ThreatType[] } | null;
  /** The address of each threat feed; null if it isn't used. */
  feedSources: Record<FeedSetting, string | null>;
  followRedirects: boolean;
  /** Empty: the machine's DNS servers. */
  dnsServers: string[];
  sweepDays: number;
}

export interface WatchConfig {
  /** Whether owners can have destinations checked every day. */
  isOffered: boolean;
  /** Of the list of RDAP servers. */
  rdapListUrl: string;
}

/** Feeds of whole URLs; `url-safety/lists/threat-feeds.ts` describes them. */
export const feedSettings = ['PHISHTANK_SOURCE', 'URLHAUS_SOURCE'] as const;
export type FeedSetting = (typeof feedSettings)[number];

export type ThreatType = (typeof threatTypes)[number];
const threatTypes = [
  'MALWARE',
  'SOCIAL_ENGINEERING',
  'UNWANTED_SOFTWARE',
  'SOCIAL_ENGINEERING_EXTENDED_COVERAGE',
] as const;

export type LogLevel = (typeof logLevels)[number];
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
const logFormats = ['json', 'pretty'] as const;
const switches = ['on', 'off'] as const;

export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: string[] };

const developmentSecret = 'waypost-development-secret-not-for-production';
const developmentDatabase = 'postgres://postgres@127.0.0.1:5432/waypost';

/** Reads the whole environment at once, so that all mistakes are reported together with their solution. */
export function parseConfig(environment: Environment, onRead?: (form: SettingForm) => void): ConfigResult {
  const problems: string[] = [];
  const production = environment['NODE_ENV'] === 'production';
  const read = new EnvironmentReader(environment, production, problems, onRead);

  const databaseUrl = read.databaseUrl('DATABASE_URL', developmentDatabase);
  const apiPort = read.integer('API_PORT', 3000, 0, 65_535);
  const scanPort = read.integer('SCAN_PORT', 3001, 0, 65_535);
  const apiBaseUrl = read.origin('API_BASE_URL', `http://localhost:${apiPort}`);
  const publicBaseUrl = read.origin('PUBLIC_BASE_URL', `http://localhost:${scanPort}`);
  const config: Config = {
    production,
    databaseUrl,
    databaseDirectUrl: read.optionalDatabaseUrl('DATABASE_DIRECT_URL') ?? databaseUrl,
    databasePoolMax: read.integer('DATABASE_POOL_MAX', 10, 2, 500),
    ledgerDatabaseUrls: read.databaseUrls('LEDGER_DATABASE_URLS'),
    redisUrl: read.redisUrl('REDIS_URL', 'redis://127.0.0.1:6379'),
    redisKeyPrefix: read.text('REDIS_KEY_PREFIX', 'waypost:'),
    apiPort,
    scanPort,
    internalPort: read.integer('INTERNAL_PORT', 9090, 0, 65_535),
    bindAddress: read.address('BIND_ADDRESS', production ? '0.0.0.0' : '127.0.0.1'),
    internalBindAddress: read.address('INTERNAL_BIND_ADDRESS', '127.0.0.1'),
    apiBaseUrl,
    publicBaseUrl,
    ownHosts: readOwnHosts(read, publicBaseUrl, production),
    domainTarget: read
      .text('DOMAIN_TARGET', new URL(publicBaseUrl).hostname)
      .toLowerCase()
      .replace(/\.$/, ''),
    trustedProxies: read.networks('TRUSTED_PROXIES'),
    secretKeys: read.secrets(
      'SECRET_KEY',
      developmentSecret,
      isLoopback(apiBaseUrl) && isLoopback(publicBaseUrl),
    ),
    plansFile: read.text('PLANS_FILE', './plans.json'),
    journalDir: read.socketFolder('JOURNAL_DIR', './data/journal'),
    journalMbMax: read.integer('JOURNAL_MAX_MB', 256, 1, 1_024),
    journalFull: read.choice('JOURNAL_FULL', 'refuse', ['refuse', 'redirect']),
    snapshotMbMax: read.integer('SNAPSHOT_MAX_MB', 1_024, 1, 100_000),
    countryFile: read.text('COUNTRY_FILE', '') || null,
    countryHeader: read.text('COUNTRY_HEADER', '').toLowerCase() || null,
    archivesScans: read.choice('ARCHIVE', 'off', switches) === 'on',
    scanRetentionDays: read.integer('SCAN_RETENTION_DAYS', 90, 1, 36_500),
    scanLanes: read.integer('SCAN_LANES', 1, 1, 64),
    scanCacheMb: read.integer('SCAN_CACHE_MB', 128, 1, 100_000),
    fileStore: read.fileStore(),
    fileBaseUrl: read.httpUrl('FILE_BASE_URL', `${apiBaseUrl}/files`),
    tracing: {
      endpoint: read.optionalUrl('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']) ?? null,
      percent: read.integer('TRACES_PERCENT', 100, 0, 100),
    },
    logLevel: read.choice('LOG_LEVEL', 'info', logLevels),
    logFormat: read.choice('LOG_FORMAT', 'json', logFormats),
    shutdownDelaySeconds: read.integer('SHUTDOWN_DELAY_SECONDS', 0, 0, 60),
    allowPrivateDestinations:
      read.choice('ALLOW_PRIVATE_DESTINATIONS', production ? 'off' : 'on', switches) === 'on',
    webhookProxy: read.optionalUrl('WEBHOOK_PROXY', ['http:', 'https:']) ?? null,
    homeUrl: read.optionalUrl('HOME_URL', ['https:', 'http:']) ?? null,
    upgradeUrl: read.optionalUrl('UPGRADE_URL', ['https:', 'http:', 'mailto:']) ?? null,
    safety: readSafety(read),
    watch: {
      isOffered: read.choice('WATCH_DESTINATIONS', 'on', switches) === 'on',
      rdapListUrl: read.httpUrl('RDAP_LIST', 'https://data.iana.org/rdap/dns.json'),
    },
    mail: readMail(read, production, problems),
    abuse: {
      signUpProof: read.choice('SIGN_UP_PROOF', 'off', switches) === 'on',
      firstCertificatesPerDay: read.integer('FIRST_CERTIFICATES_PER_DAY', 20, 1, 100_000),
      securityContact: read.optionalUrl('SECURITY_CONTACT', ['mailto:', 'https:', 'tel:']) ?? null,
    },
  };
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config };
}

/** Whether an address points to the machine of the person who opens it. */
export function isLoopback(origin: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(origin).hostname);
}

/** Mails contain sign-in links, so a production log gets them only with an explicit setting. */
function readMail(read: EnvironmentReader, production: boolean, problems: string[]): MailConfig {
  const smtpUrl = read.optionalUrl('SMTP_URL', ['smtp:', 'smtps:']) ?? null;
  const mail = read.choice('MAIL', 'smtp', ['smtp', 'log']);
  if (production && smtpUrl === null && mail !== 'log')
    problems.push('SMTP_URL is not set; set it, or set MAIL=log to write mails with their links to the log');
  const perHour = read.integer('MAIL_PER_HOUR', 0, 0, 10_000_000);
  return {
    smtpUrl: mail === 'log' ? null : smtpUrl,
    from: read.text('MAIL_FROM', 'Waypost <waypost@localhost>'),
    perHourMax: perHour === 0 ? null : perHour,
  };
}

/** The hosts that serve every code. During development, also those of this machine. */
function readOwnHosts(read: EnvironmentReader, publicBaseUrl: string, production: boolean): string[] {
  const named = read
    .text('OWN_HOSTS', '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '');
  const local = production ? [] : ['localhost', '127.0.0.1', '[::1]'];
  return [...new Set([new URL(publicBaseUrl).hostname, ...named, ...local])];
}

function readSafety(read: EnvironmentReader): SafetyConfig {
  const key = read.text('WEB_RISK_KEY', '');
  const url = read.httpUrl('WEB_RISK_URL', 'https://webrisk.googleapis.com');
  const threats = read.choices('WEB_RISK_LISTS', threatTypes.slice(0, 3), threatTypes);
  return {
    webRisk: key === '' ? null : { url, key, threats },
    feedSources: Object.fromEntries(
      feedSettings.map((name) => [name, read.source(name)]),
    ) as SafetyConfig['feedSources'],
    followRedirects: read.choice('FOLLOW_REDIRECTS', 'off', switches) === 'on',
    dnsServers: read.servers('DNS_SERVERS'),
    sweepDays: read.integer('SAFETY_SWEEP_DAYS', 7, 1, 365),
  };
}

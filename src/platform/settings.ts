interface Setting {
  text: string;
  /** The default in docs/configuration.md, if the value itself would not explain it. */
  fallback?: string;
}

/** All environment variables that Waypost reads, by group. `npm run openapi` writes docs/configuration.md from it. */
export const settings = {
  'Database and cache': {
    DATABASE_URL: {
      text: 'Address of PostgreSQL. It can list several hosts, such as `postgres://user@one,two,three/waypost?target_session_attrs=read-write`; Waypost uses the first host that accepts writes. Only the API can use a connection pooler ([details](high-availability.md#pgbouncer-and-other-poolers)).',
    },
    DATABASE_DIRECT_URL: {
      text: 'Address of PostgreSQL without a pooler. Set it if `DATABASE_URL` points to a pooler.',
      fallback: 'the value of `DATABASE_URL`',
    },
    DATABASE_POOL_MAX: { text: 'Maximum number of database connections per API process.' },
    LEDGER_DATABASE_URLS: {
      text: 'Additional PostgreSQL servers that store scans, separated by spaces ([details](scaling.md#ledger-servers)).',
    },
    REDIS_URL: {
      text: 'Address of Redis or Valkey, used for rate limits. For Sentinel: `redis+sentinel://host,host/name`.',
    },
    REDIS_KEY_PREFIX: { text: 'Prefix of every Redis key, so that several services can share one server.' },
  },
  'Addresses and ports': {
    API_BASE_URL: { text: 'Public address of the API and the dashboard.' },
    PUBLIC_BASE_URL: { text: 'Public address of short links, which are `{PUBLIC_BASE_URL}/{slug}`.' },
    API_PORT: { text: 'Port of the API and the dashboard.' },
    SCAN_PORT: { text: 'Port of short links.' },
    INTERNAL_PORT: { text: 'Port of `/livez`, `/readyz` and `/metrics`.' },
    BIND_ADDRESS: { text: 'IP address that the API and short links listen on.' },
    INTERNAL_BIND_ADDRESS: {
      text: 'IP address that health checks and metrics listen on. Change it only if a probe or scraper runs on another machine.',
    },
    OWN_HOSTS: {
      text: 'Additional host names that serve every code, separated by commas. `api` and `worker` refuse to start if printed images use a host that is no longer served.',
    },
    DOMAIN_TARGET: {
      text: 'Host name that the CNAME record of a [custom domain](domains.md) must point to.',
      fallback: 'the host of `PUBLIC_BASE_URL`',
    },
    TRUSTED_PROXIES: {
      text: 'CIDR ranges of your proxies, separated by commas. Waypost believes `X-Forwarded-For`, `X-Forwarded-Host` and `COUNTRY_HEADER` only from these addresses.',
    },
  },
  'Secrets and sign-in': {
    SECRET_KEY: {
      text: 'One secret, or several separated by commas. The first one encrypts; all of them decrypt ([rotation](security.md#rotating-secrets)).',
      fallback: 'a built-in secret that works with loopback addresses only',
    },
    SMTP_URL: {
      text: 'Mail server for sign-in mails, such as `smtps://user:password@mail.example.com`. In production, set this or `MAIL=log`.',
    },
    MAIL: {
      text: '`smtp` sends mails. `log` writes them to the log of the worker, including sign-in links.',
    },
    MAIL_FROM: { text: 'Sender of all mails.' },
    MAIL_PER_HOUR: { text: 'Maximum number of sign-up mails per hour. 0 means no limit.' },
    SIGN_UP_PROOF: {
      text: '`on` makes the browser compute for about one second before it can sign up, which slows down bots.',
    },
    FIRST_CERTIFICATES_PER_DAY: {
      text: 'Maximum number of first certificates per account and day. Renewals do not count.',
    },
    HOME_URL: {
      text: 'Where visitors are redirected who open `API_BASE_URL` or `PUBLIC_BASE_URL` without a path, such as your own website.',
      fallback: 'a page about Waypost; on the host of short links, a plain page',
    },
    UPGRADE_URL: {
      text: 'Where owners get a larger plan: a page, or an address such as `mailto:sales@example.com`. The dashboard links to it wherever a plan ends.',
    },
    SECURITY_CONTACT: {
      text: 'Contact in `/.well-known/security.txt`, such as `mailto:security@example.com`.',
      fallback: 'the report form',
    },
  },
  'Destination safety': {
    ALLOW_PRIVATE_DESTINATIONS: {
      text: '`on` allows destinations on private networks, such as `http://192.168.0.10/`.',
    },
    WEB_RISK_KEY: { text: 'API key of Google Web Risk.' },
    WEB_RISK_LISTS: { text: 'Web Risk lists to use, separated by commas.' },
    WEB_RISK_URL: { text: 'Address of Web Risk. Change it if you run your own proxy.' },
    URLHAUS_SOURCE: {
      text: 'Address of the URLhaus feed (text, CSV or JSON), or `file:` and a path. Check the terms of the publisher.',
    },
    PHISHTANK_SOURCE: { text: 'The same for PhishTank (CSV or JSON).' },
    FOLLOW_REDIRECTS: {
      text: '`on` requests destinations to find out where they redirect: up to 5 redirects, public addresses only.',
    },
    WEBHOOK_PROXY: {
      text: 'Proxy for webhooks, such as `http://user:password@proxy.example.com:3128`. Waypost resolves and checks the receiver itself, and asks the proxy (CONNECT) for its IP address.',
    },
    DNS_SERVERS: {
      text: 'DNS servers for custom domains, webhooks, watched destinations and `FOLLOW_REDIRECTS`, separated by commas.',
      fallback: 'those of the machine',
    },
    WATCH_DESTINATIONS: {
      text: '`on` lets owners have their destinations checked once a day ([details](watches.md)). The worker requests public addresses for it.',
    },
    RDAP_LIST: { text: 'Address of the list of RDAP servers, which know when domains end.' },
    SAFETY_SWEEP_DAYS: { text: 'Time in days for one check of all destinations.' },
  },
  'Scans and countries': {
    JOURNAL_DIR: {
      text: 'Folder that keeps scans while PostgreSQL is unavailable. Use a local volume that survives restarts. All `scan` processes of the machine share it; no other machine may use it.',
    },
    JOURNAL_MAX_MB: { text: 'Maximum size of that journal.' },
    JOURNAL_FULL: {
      text: 'What happens to scans when the journal is full: `refuse` responds with 503, `redirect` redirects without counting (only codes without a scan limit).',
    },
    SNAPSHOT_MAX_MB: {
      text: 'Maximum size of the snapshot of destinations next to the journal. While Waypost writes a new one, it needs 2.3 times as much. A process that starts while PostgreSQL is unavailable reads destinations from it.',
    },
    SCAN_CACHE_MB: { text: 'Memory for cached destinations per `scan` process.' },
    SCAN_LANES: {
      text: 'Number of batches that a `scan` process writes at the same time. Increase it if your disk needs milliseconds for a sync.',
    },
    SCAN_RETENTION_DAYS: { text: 'How long Waypost keeps individual scans. Counts and statistics stay.' },
    ARCHIVE: {
      text: '`on`: after `SCAN_RETENTION_DAYS`, Waypost writes individual scans as Parquet to the file store before it deletes them ([details](analytics.md#years-of-single-scans)).',
    },
    COUNTRY_FILE: {
      text: 'MMDB file that maps IP addresses to countries. You can replace the file at any time ([details](countries.md)).',
      fallback: 'the file that comes with Waypost',
    },
    COUNTRY_HEADER: {
      text: 'Header in which a trusted proxy sends the country of the visitor, such as `CF-IPCountry`.',
    },
  },
  Files: {
    FILE_STORE: {
      text: 'Where Waypost stores images: `file:` and a folder, `s3:bucket`, or `s3:bucket/prefix`.',
    },
    FILE_BASE_URL: {
      text: "Public address of the images. You can put a CDN in front, because the content of a file name never changes. If the CDN does not fetch from `/files`, it must send SVG with `Content-Security-Policy: default-src 'none'; img-src data:; sandbox`.",
      fallback: '`{API_BASE_URL}/files`',
    },
    S3_ENDPOINT: { text: 'Address of a service that is compatible with S3.', fallback: 'Amazon S3' },
    S3_REGION: { text: 'Region of the bucket.' },
    S3_ACCESS_KEY_ID: { text: 'Access key of the bucket.', fallback: 'the AWS credential chain' },
    S3_SECRET_ACCESS_KEY: { text: 'Secret of that access key.', fallback: 'the AWS credential chain' },
    PLANS_FILE: { text: 'File with the plans and their limits.' },
  },
  'Logs, traces and shutdown': {
    LOG_LEVEL: { text: 'Least severe level that is logged.' },
    LOG_FORMAT: { text: '`json` for machines, `pretty` for people.' },
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      text: 'Collector that accepts OTLP over HTTP. Without it, Waypost sends no traces. `OTEL_EXPORTER_OTLP_HEADERS` works as OpenTelemetry defines it.',
    },
    TRACES_PERCENT: { text: 'Percentage of traces to send.' },
    SHUTDOWN_DELAY_SECONDS: {
      text: 'How long a process keeps accepting requests after SIGTERM. Meanwhile `/readyz` fails, so that the load balancer can take the process out.',
    },
  },
} as const satisfies Record<string, Record<string, Setting>>;

type Groups = typeof settings;
export type SettingName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

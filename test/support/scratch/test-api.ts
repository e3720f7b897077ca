import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { formatIdentifier, parseIdentifier } from '#core/identifier.ts';
import type { AccountInput } from '#features/accounts/account-input.ts';
import { createAccount } from '#features/accounts/create-account.ts';
import { loadPlanCatalogue } from '#features/accounts/load-plan-catalogue.ts';
import { createApiKey } from '#features/api-keys/create-api-key.ts';
import type { Database, Db } from '#features/database.ts';
import { startApi } from '#main/api.ts';
import type { ProcessPart } from '#main/process-part.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import { type Config, parseConfig } from '#platform/config.ts';
import { Health } from '#platform/health.ts';
import { logOptions } from '#platform/log.ts';
import { createMetrics, type Metrics } from '#platform/metrics.ts';
import { createDatabase, createPostgresPool } from '#platform/postgres.ts';
import { testSecret } from '../data/test-secret.ts';
import { type Answer, checkAnswer } from '../measure/check-answer.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './test-database.ts';
import { addLedgerServers } from './test-ledger.ts';

export interface TestAccount {
  accountId: string;
  uuid: string;
  key: string;
  keyId: string;
  defaultProjectId: string;
}

export interface RequestOptions {
  key?: string;
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  rawBody?: string | Uint8Array;
  headers?: Record<string, string>;
}

export interface TestApi {
  url: string;
  db: Db;
  config: Config;
  metrics: Metrics;
  /** Everything that was logged. */
  logged(): string;
  /** Sends a request and checks its response against the OpenAPI document. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  createAccount(input?: Partial<AccountInput>): Promise<TestAccount>;
  /** Creates a code, by default of type url, with the given fields. */
  createQrCode(account: TestAccount, body?: Record<string, unknown>): Promise<Answer['body']>;
  /** Like the renderer after the first image; returns the slug. */
  publishQrCode(qrId: string): Promise<string>;
  close(): Promise<void>;
}

/** For about ten seconds. */
const unavailableTriesMax = 50;

interface TestApiOptions {
  environment?: Record<string, string>;
  clock?: Clock;
  clockRulesRedis?: boolean;
  /** Two of them on one database stand for two processes. */
  databaseUrl?: string;
  redisKeyPrefix?: string;
}

export const roomyLimits = {
  requests_per_second: 1_000_000,
  requests_per_minute: 1_000_000,
  requests_per_day: 1_000_000_000,
};

/** The address of the pooler of `test/pooler.test.ts`. */
const poolerPort = process.env['TEST_POOLER_PORT'];

function throughPooler(url: string): string {
  if (poolerPort === undefined) return url;
  const pooled = new URL(url);
  pooled.port = poolerPort;
  return pooled.href;
}

const ledgerCount = Number(process.env['TEST_LEDGER_SERVERS'] ?? '0');

function createLedgers(): Promise<TestDatabase[]> {
  return Promise.all(Array.from({ length: ledgerCount }, createEmptyDatabase));
}

/** The whole API on its own port, with a real database and Redis. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const database = options.databaseUrl ? null : await createTestDatabase();
  // Suites can also run with ledger servers: test/scan/ledger-never-stale.test.ts.
  const ledgers = database === null ? [] : await createLedgers();
  const databaseUrl = options.databaseUrl ?? database?.url ?? '';
  const config = testConfig({
    DATABASE_URL: throughPooler(databaseUrl),
    DATABASE_DIRECT_URL: databaseUrl,
    LEDGER_DATABASE_URLS: ledgers.map(({ url }) => url).join(' '),
    REDIS_KEY_PREFIX: options.redisKeyPrefix ?? `test-${randomBytes(6).toString('hex')}:`,
    ...options.environment,
  });
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = pino(logOptions({ logLevel: 'debug' }, 'test'), sink);
  const metrics = createMetrics();
  const context = {
    environment: {},
    config,
    log,
    clock: options.clock ?? systemClock,
    health: new Health(),
    internalRoutes: new Map(),
    metrics,
    tracing: null,
  };
  const part: ProcessPart = await startApi(context, { clockRulesRedis: options.clockRulesRedis ?? false });
  const db = createDatabase<Database>(
    createPostgresPool({ url: config.databaseDirectUrl, poolMax: 4, applicationName: 'test', log }),
  );
  if (ledgers.length > 0)
    await addLedgerServers(db, config.ledgerDatabaseUrls).then((databases) => databases.end());
  const plans = await loadPlanCatalogue(config.plansFile);
  const url = part.address ?? '';

  return {
    url,
    db,
    config,
    metrics,
    logged: () => lines.join(''),
    request: (method, path, request) => sendRequest(url, method, path, request),
    createAccount: async (input = {}) => {
      const email = `${randomBytes(6).toString('hex')}@example.com`;
      const { account, defaultProjectId } = await createAccount(db, plans, {
        plan: 'enterprise',
        limits: roomyLimits,
        ...input,
        email: input.email ?? email,
      });
      const { row, apiKey } = await createApiKey(db, plans, account.account_id, 'test');
      return {
        accountId: formatIdentifier('acc', account.account_id),
        uuid: account.account_id,
        key: apiKey,
        keyId: row.key_id,
        defaultProjectId: formatIdentifier('prj', defaultProjectId),
      };
    },
    createQrCode: async (account, body = {}) => {
      for (let attempt = 0; ; attempt++) {
        const answer = await sendRequest(url, 'POST', '/v1/qr-codes', {
          key: account.key,
          body: { ...(body['type'] !== 'text' && { redirect_url: 'https://example.com/' }), ...body },
        });
        if (answer.status === 201) return answer.body;
        // As after an outage that the test caused.
        if (answer.status !== 503 || attempt === unavailableTriesMax)
          throw new Error(JSON.stringify(answer.body));
        await sleep(200);
      }
    },
    publishQrCode: async (qrId) => {
      const row = await db
        .updateTable('qr_codes')
        .set({ is_slug_public: true, last_rendered_at: new Date(), render_status: 'done' })
        .where('qr_id', '=', parseIdentifier('qrc', qrId) ?? '')
        .returning('reserved_slug')
        .executeTakeFirstOrThrow();
      return row.reserved_slug;
    },
    close: async () => {
      await part.close();
      await db.destroy();
      await database?.drop();
      for (const ledger of ledgers) await ledger.drop();
    },
  };
}

export function testConfig(environment: Record<string, string>): Config {
  const parsed = parseConfig({
    API_PORT: '0',
    SCAN_PORT: '0',
    INTERNAL_PORT: '0',
    SECRET_KEY: testSecret,
    ...environment,
  });
  if (!parsed.ok) throw new Error(parsed.problems.join('; '));
  return parsed.config;
}

export async function sendRequest(
  url: string,
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<Answer> {
  const headers = new Headers(options.headers);
  if (options.key !== undefined) headers.set('x-api-key', options.key);
  const body = options.rawBody ?? (options.body === undefined ? null : JSON.stringify(options.body));
  if (body !== null && !headers.has('content-type')) headers.set('content-type', 'application/json');
  const response = await fetch(url + path, {
    method,
    headers,
    body: body as NonNullable<RequestInit['body']> | null,
  });
  const answer = { status: response.status, headers: response.headers, body: await response.json() };
  checkAnswer(method, new URL(url + path).pathname, answer);
  return answer;
}

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ProcessPart } from '#main/process-part.ts';
import { startScan } from '#main/scan.ts';
import type { Clock } from '#platform/clock.ts';
import { quietProcess } from './quiet-process.ts';
import { type RunningWaypost, startWaypost } from './spawn-waypost.ts';
import type { TestApi } from './test-api.ts';

export interface TestScan {
  url: string;
  internalUrl: string;
  process: RunningWaypost;
  journalDir: string;
  stop(): void;
}

/** A scan process on the database of a test API. */
export async function startTestScan(
  api: Pick<TestApi, 'config'>,
  environment: Record<string, string> = {},
): Promise<TestScan> {
  const ownFolder = environment['JOURNAL_DIR'] === undefined ? mkdtempSync('/tmp/waypost-journal-') : null;
  const journalDir = environment['JOURNAL_DIR'] ?? ownFolder ?? '';
  const process = await startWaypost(['--only', 'scan'], {
    DATABASE_URL: api.config.databaseDirectUrl,
    LEDGER_DATABASE_URLS: api.config.ledgerDatabaseUrls.join(' '),
    REDIS_KEY_PREFIX: `test-${randomBytes(4).toString('hex')}:`,
    JOURNAL_DIR: journalDir,
    ...environment,
  });
  return {
    url: process.addresses['scan'] ?? '',
    internalUrl: process.addresses['internal'] ?? '',
    process,
    journalDir,
    stop: () => {
      process.child.kill('SIGKILL');
      if (ownFolder !== null) rmSync(ownFolder, { recursive: true, force: true });
    },
  };
}

/** The scan server inside the test process, for tests that move the clock. */
export async function startScanHere(
  api: Pick<TestApi, 'config'>,
  clock: Clock,
  journalDir = mkdtempSync('/tmp/waypost-journal-'),
): Promise<ProcessPart> {
  const config = { ...api.config, scanPort: 0, journalDir };
  return startScan(quietProcess(config, clock));
}

export interface ScanResult {
  status: number;
  location: string | null;
  headers: Headers;
  body: string;
}

/** One request to a public link, like a phone: redirects are not followed. */
export async function scanLink(
  url: string,
  slug: string,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<ScanResult> {
  const response = await fetch(`${url}/${slug}`, { redirect: 'manual', ...options });
  return {
    status: response.status,
    location: response.headers.get('location'),
    headers: response.headers,
    body: await response.text(),
  };
}

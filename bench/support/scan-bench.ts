import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import type { Db } from '#features/database.ts';
import type { TestApi } from '../../test/support/scratch/test-api.ts';

/** Statements have a time limit. */
const codesPerInsert = 10_000;

/** Codes with five rules that don't match, so that all are tested. */
export async function makeCodes(api: TestApi, codeCount: number): Promise<string[]> {
  const account = await api.createAccount();
  const rules = JSON.stringify([
    { condition: 'device', value: 'ios', url: 'https://example.com/ios' },
    {
      condition: 'device',
      value: 'android',
      condition2: 'country',
      value2: 'DE',
      url: 'https://example.com/de',
    },
    { condition: 'country', value: 'FR', url: 'https://example.com/fr' },
    { condition: 'country', value: 'JP', url: 'https://example.com/jp' },
    {
      condition: 'schedule',
      schedule_days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
      schedule_start: '00:00',
      schedule_end: '00:01',
      url: 'https://example.com/night',
    },
  ]);
  const slugs: string[] = [];
  for (let first = 1; first <= codeCount; first += codesPerInsert) {
    const last = Math.min(codeCount, first + codesPerInsert - 1);
    const { rows } = await sql<{ reserved_slug: string }>`
    with codes as (
      insert into qr_codes (qr_id, account_id, project_id, label, type, redirect_url, redirect_rules, reserved_slug,
        is_slug_public, last_rendered_at, render_status)
      select gen_random_uuid(), p.account_id, p.project_id, 'Bench', 'url', 'https://example.com/', ${rules}::jsonb,
        'qr-' || translate(substr(md5(n::text), 1, 12), 'ilou', 'wxyz'), true, now(), 'done'
      from generate_series(${first}::int, ${last}::int) n, projects p where p.account_id = ${account.uuid}
      returning qr_id, reserved_slug),
    states as (insert into scan_state (qr_id, status) select qr_id, 'active' from codes)
    select reserved_slug from codes`.execute(api.db);
    slugs.push(...rows.map((row) => row.reserved_slug));
  }
  return slugs;
}

/** A program of this folder on the test database; it prints its address. */
export async function spawnServer(api: TestApi, file: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [new URL(file, import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: api.config.databaseUrl,
      LEDGER_DATABASE_URLS: api.config.ledgerDatabaseUrls.join(' '),
    },
  });
  const [line] = await once(child.stdout ?? assert.fail(), 'data');
  return { child, url: String(line).trim() };
}

/** Those that count and fold. */
export async function listPostgresPids({ db }: { db: Db }): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and application_name in ('waypost-scan', 'waypost-worker')`.execute(
    db,
  );
  return rows.map(({ pid }) => pid);
}

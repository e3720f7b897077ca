import { sql } from 'kysely';
import type { Db } from '../database.ts';
import type { LedgerDatabases } from '../ledger-servers/ledger-databases.ts';
import { withOpenScans } from '../ledger-servers/with-open-scans.ts';
import { exactScanCount } from '../qr-codes/qr-code-queries.ts';

/** The time zone of the owner of a code or project. */
export async function findSubjectZone(db: Db, subjectId: string): Promise<string | undefined> {
  const { rows } = await sql<{
    time_zone: string;
  }>`select time_zone from accounts where account_id = coalesce(
    (select account_id from qr_codes where qr_id = ${subjectId}),
    (select account_id from projects where project_id = ${subjectId}))`.execute(db);
  return rows[0]?.time_zone;
}

/**
 * A code or project of this account, with its project.
 * @param kind the only kind to look for.
 */
export async function findOwnSubject(
  db: Db,
  accountId: string,
  subjectId: string,
  kind: 'code' | 'project' | null = null,
): Promise<{ subjectId: string; projectId: string } | undefined> {
  const { rows } = await sql<{ project_id: string }>`
    select project_id from qr_codes where qr_id = ${subjectId} and account_id = ${accountId} and ${kind !== 'project'}
    union all select project_id from projects
    where project_id = ${subjectId} and account_id = ${accountId} and ${kind !== 'code'}`.execute(db);
  return rows[0] && { subjectId, projectId: rows[0].project_id };
}

export async function findScanCount(
  db: Db,
  ledgers: LedgerDatabases,
  accountId: string,
  qrId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('qr_codes')
    .select(['qr_codes.qr_id', exactScanCount])
    .where('qr_codes.qr_id', '=', qrId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const [exact = row] = await withOpenScans(db, ledgers, [row]);
  return exact.scan_count;
}

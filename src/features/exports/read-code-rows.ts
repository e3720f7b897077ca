import { sql } from 'kysely';
import { firstId } from '#core/first-id.ts';
import type { Row } from '#core/table-rows.ts';
import type { Db } from '../database.ts';
import type { LedgerDatabases } from '../ledger-servers/ledger-databases.ts';
import { withOpenScans } from '../ledger-servers/with-open-scans.ts';
import { listQrCodesById } from '../qr-codes/qr-code-queries.ts';
import { type Addresses, qrCodeView } from '../qr-codes/qr-code-view.ts';
import type { RowChunk } from './export-tools.ts';

const codesAtOnce = 500;

/** All codes of an account or project, archived ones too, in the order of their IDs. */
export async function* readCodeRows(
  db: Db,
  ledgers: LedgerDatabases,
  { accountId, projectId }: { accountId: string; projectId: string | null },
  addresses: Addresses,
): AsyncGenerator<RowChunk> {
  const total = await countCodes(db, accountId, projectId);
  let done = 0;
  for (let after = firstId; ; ) {
    const ids = await listCodeIds(db, { accountId, projectId, after });
    const last = ids.at(-1);
    if (last === undefined) return;
    const codes = await withOpenScans(db, ledgers, await listQrCodesById(db, accountId, ids));
    const rows: Row[] = codes
      .toSorted((a, b) => (a.qr_id < b.qr_id ? -1 : 1))
      .map((code) => qrCodeView(code, addresses));
    done += ids.length;
    yield { rows, progress: done / Math.max(total, done) };
    after = last;
  }
}

async function countCodes(db: Db, accountId: string, projectId: string | null): Promise<number> {
  const { rows } = await sql<{ codes: number }>`
    select count(*)::int as codes from qr_codes
    where account_id = ${accountId} and (${projectId}::uuid is null or project_id = ${projectId}::uuid)`.execute(
    db,
  );
  return rows[0]?.codes ?? 0;
}

async function listCodeIds(
  db: Db,
  { accountId, projectId, after }: { accountId: string; projectId: string | null; after: string },
): Promise<string[]> {
  const { rows } = await sql<{ qr_id: string }>`
    select qr_id from qr_codes
    where account_id = ${accountId} and (${projectId}::uuid is null or project_id = ${projectId}::uuid) and qr_id > ${after}
    order by qr_id limit ${codesAtOnce}`.execute(db);
  return rows.map(({ qr_id }) => qr_id);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import { type OpenScansRow, openScansSql } from '#core/ledger-shard.ts';
import type { Db } from '../database.ts';
import type { LedgerDatabases, LedgerServer } from './ledger-databases.ts';

const triesMax = 5;
const pauseMs = 20;
const openScans = openScansSql();

interface Counted {
  qr_id: string;
  scan_count: number;
}

interface ServerNumbers {
  server_id: string;
  fold_number: number;
  has_left: boolean;
}

/**
 * The same codes with exact counts: adds scans that ledger servers have counted but not transferred. Without ledger servers they are already
 * exact. Nothing is added for a server that is away.
 */
export async function withOpenScans<Code extends Counted>(
  db: Db,
  ledgers: LedgerDatabases,
  codes: readonly Code[],
): Promise<readonly Code[]> {
  const qrIds = codes.map(({ qr_id }) => qr_id);
  if (codes.length === 0) return codes;
  for (let attempt = 1; ; attempt++) {
    // The other servers first: later transfers are detected by their number.
    const answers = await ledgers.ask(async (server) => ({
      server,
      rows: await listOpenScans(server, qrIds),
    }));
    const open = answers.filter((answer) => answer !== null);
    if (open.length === 0) return codes;
    const { counts, servers } = await readCounts(db, qrIds);
    const sums = new Map(counts.map(({ qr_id, scan_count }) => [qr_id, scan_count]));
    let isWhole = true;
    for (const { server, rows } of open) {
      const known = servers.find(({ server_id }) => server_id === server.id);
      // Forgotten: an operator has given it up.
      if (known === undefined) continue;
      for (const { qr_id, number, is_folding, folding, open: left } of rows) {
        const isAdded = known.fold_number === number;
        isWhole &&= (isAdded && !(is_folding && known.has_left)) || known.fold_number === number - 1;
        sums.set(qr_id, (sums.get(qr_id) ?? 0) + left + (isAdded ? 0 : folding));
      }
    }
    if (isWhole || attempt === triesMax)
      return codes.map((code) => ({ ...code, scan_count: sums.get(code.qr_id) ?? code.scan_count }));
    await sleep(pauseMs);
  }
}

async function listOpenScans({ db }: LedgerServer, qrIds: string[]): Promise<OpenScansRow[]> {
  const { rows } = await db.executeQuery<OpenScansRow>(CompiledQuery.raw(openScans, [qrIds]));
  return rows;
}

/** Counts and the numbers of the added transfers, from one snapshot. */
async function readCounts(db: Db, qrIds: string[]): Promise<{ counts: Counted[]; servers: ServerNumbers[] }> {
  const { rows } = await sql<{ counts: Counted[] | null; servers: ServerNumbers[] | null }>`
    select (select json_agg(json_build_object('qr_id', qr_id, 'scan_count', scan_count)) from scan_counts
        where qr_id = any(${qrIds}::uuid[])) as counts,
      (select json_agg(json_build_object('server_id', server_id, 'fold_number', fold_number, 'has_left', fold_left::text <> '[]'))
        from ledger_servers) as servers`.execute(db);
  return { counts: rows[0]?.counts ?? [], servers: rows[0]?.servers ?? [] };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ledgerShard, type OpenScansRow, openScansSql } from '#core/ledger-shard.ts';
import { isLockTimeout, isPostgresUnavailable } from '#platform/postgres.ts';
import { clearDoubts } from './ledger-doubts.ts';
import type { LedgerServer, LedgerServers } from './ledger-servers.ts';

/** The open scans of one code on one ledger server, in the form that `settle_scan_limits` expects. */
export interface OpenElsewhere {
  qr_id: string;
  server_id: string;
  fold_number: number;
  is_folding: boolean;
  folding: number;
  open: number;
}

const triesMax = 5;
const pauseMs = 20;
/** Limits don't include replayed scans, because their redirects left before. */
const openScans = openScansSql('not is_replayed');

/**
 * Open scans on ledger servers of codes that have just got a limit. From now on nobody can append to them there: a batch that has not seen
 * the limit was checked under an older epoch. Null if one of the servers is away.
 */
export async function listOpenElsewhere(
  first: pg.Pool,
  servers: LedgerServers,
  qrIds: string[],
): Promise<OpenElsewhere[] | null> {
  const needed = new Map<string, string[]>();
  // A code may wait at two versions.
  for (const qrId of new Set(qrIds))
    for (const id of servers.idsOf(qrId)) needed.set(id, [...(needed.get(id) ?? []), qrId]);
  if (needed.size === 0) return [];
  if (![...needed.keys()].every((id) => servers.find(id)?.contact.isUp)) return null;
  const { rows } = await first.query<{ epoch: number }>('select raise_ledger_epoch() as epoch');
  const epoch = rows[0]?.epoch;
  if (epoch === undefined) throw new Error('the ledger has no epoch');
  const listed = await Promise.all(
    [...needed].map(async ([id, own]) => {
      const server = servers.find(id);
      if (!server?.contact.isUp) return null;
      return listOpen(first, server, epoch, own).catch((error: unknown) => {
        // So that the next limit doesn't wait for this server again.
        if (isPostgresUnavailable(error) && !isLockTimeout(error)) server.contact.failed(error);
        throw error;
      });
    }),
  );
  return listed.includes(null) ? null : listed.flatMap((own) => own ?? []);
}

async function listOpen(
  first: pg.Pool,
  server: LedgerServer,
  epoch: number,
  qrIds: string[],
): Promise<OpenElsewhere[] | null> {
  const shards = [...new Set(qrIds.map(ledgerShard))];
  if (!(await raiseFence(server, epoch, shards))) return null;
  await clearDoubts(first, server, qrIds);
  const { rows } = await server.pool.query<OpenScansRow>(openScans, [qrIds]);
  return rows.map(({ qr_id, number, is_folding, folding, open }) => ({
    qr_id,
    server_id: server.id,
    fold_number: number,
    is_folding,
    folding,
    open,
  }));
}

/** Waits for running appends on the server. */
async function raiseFence(
  { pool, contact }: LedgerServer,
  epoch: number,
  shards: number[],
): Promise<boolean> {
  for (let attempt = 1; attempt <= triesMax && contact.isUp; attempt++) {
    try {
      await pool.query('select raise_fence($1, $2)', [epoch, shards]);
      return true;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      await sleep(pauseMs);
    }
  }
  return false;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { tallyScans } from '#core/analytics/tally-scans.ts';
import type { Log } from '#platform/log.ts';
import type { Db, Tx } from '../database.ts';
import type { LedgerDatabases, LedgerServer } from '../ledger-servers/ledger-databases.ts';
import {
  acceptTransfer,
  beginRollUp,
  endTransfer,
  takeTransfer,
} from '../ledger-servers/transfer-queries.ts';
import { boundValues } from './bound-values.ts';
import { projectsAt } from './projects-at.ts';
import {
  type ClaimBounds,
  claimBatches,
  insertVisitors,
  listProjectsOf,
  listRollingBatches,
  type OpenBatch,
  updateRolledUp,
  upsertDays,
} from './rollup-queries.ts';

const bounds: ClaimBounds = { rows: 200, events: 5_000, ageSeconds: 2 };
const lanes = 2;
const pauseMs = 1_000;
const runMsMax = 55_000;

/** Runs for most of a minute, so that scans are rolled up within seconds. All servers in parallel. */
export async function rollUpScans(
  db: Db,
  ledgers: LedgerDatabases,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const endMs = performance.now() + runMsMax;
  const run = async (rollUp: () => Promise<number>) => {
    while (!signal.aborted && performance.now() < endMs) {
      if ((await rollUp()) > 0) continue;
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  };
  const here = Array.from({ length: lanes }, () => run(() => rollUpBatches(db, bounds)));
  const there = (await ledgers.list()).map((server) =>
    run(() =>
      rollUpServer(db, server, bounds).catch((error: unknown) => {
        log.warn(
          { err: error, ledger_server: server.id },
          'a ledger server could not be rolled up; retrying soon',
        );
        return 0;
      }),
    ),
  );
  await Promise.all([...here, ...there]);
}

/** Adds batches of a ledger server to the roll-ups on the first server, in the same way as `foldServer`. Returns how many. */
export async function rollUpServer(
  db: Db,
  server: LedgerServer,
  claim: ClaimBounds = { ...bounds, ageSeconds: 0 },
): Promise<number> {
  const transfer = await takeTransfer(server.db, 'roll_up', () => beginRollUp(server.db, claim));
  if (transfer === null) return 0;
  const batches = await listRollingBatches(server.db, transfer.transferId);
  await db.transaction().execute(async (tx) => {
    if (!(await acceptTransfer(tx, server.id, transfer))) return;
    const known = await listProjectsOf(tx, codesOf(batches));
    await addBatches(tx, keepKnown(batches, known));
  });
  await server.db.transaction().execute(async (tx) => {
    if (await endTransfer(tx, transfer)) await updateRolledUp(tx, batches);
  });
  return batches.length;
}

/** Claims batches and adds them in one transaction: nothing is missed or doubled, even if a process is killed. Returns how many. */
export async function rollUpBatches(
  db: Db,
  claim: ClaimBounds = { ...bounds, ageSeconds: 0 },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const batches = await claimBatches(tx, claim);
    if (batches.length === 0) return 0;
    await addBatches(tx, batches);
    await updateRolledUp(tx, batches);
    return batches.length;
  });
}

async function addBatches(tx: Tx, batches: OpenBatch[]): Promise<void> {
  const { days, visitors } = tallyScans(batches, await projectsAt(tx, codesOf(batches)));
  if (days.length > 0) await upsertDays(tx, await boundValues(tx, days));
  if (visitors.length > 0) await insertVisitors(tx, visitors);
}

function codesOf(batches: readonly OpenBatch[]): string[] {
  return [...new Set(batches.flatMap(({ qr_ids }) => qr_ids))];
}

/** Without erased codes, which belong to no statistics. */
function keepKnown(batches: readonly OpenBatch[], known: ReadonlyMap<string, string>): OpenBatch[] {
  return batches.map((batch) => ({
    ...batch,
    events: batch.events.filter(([place]) => known.has(batch.qr_ids[place - 1] ?? '')),
  }));
}

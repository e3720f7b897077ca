import { scanType } from '#core/event-type.ts';
import { formatIdentifier } from '#core/identifier.ts';
import type { SingleScan } from '#core/single-scan.ts';
import type { DeliveryMessage } from '#core/webhooks/delivery-body.ts';
import { scanBody } from '#core/webhooks/scan-body.ts';
import type { Db } from '../database.ts';
import type { LedgerDatabases } from '../ledger-servers/ledger-databases.ts';
import { type AccountRange, readRanges } from '../scans/read-ranges.ts';
import type { DeliveryRow } from './delivery-queries.ts';
import { listScanGroups, type ScanGroupRow } from './scan-group-queries.ts';

/** The messages with scans, by event. Scans that left no record, or that are no longer kept, have none. */
export async function buildScanMessages(
  db: Db,
  ledgers: LedgerDatabases,
  deliveries: readonly DeliveryRow[],
): Promise<Map<string, DeliveryMessage>> {
  const wanted = deliveries.filter(
    ({ type, event_id, delivery_id }) => type === scanType && event_id !== delivery_id,
  );
  const groups = await listScanGroups(db, [...new Set(wanted.map(({ event_id }) => event_id))]);
  const messages = new Map<string, DeliveryMessage>();
  for (const round of roundsOf(groups)) {
    const scans = await readRanges(db, ledgers, round.map(rangeOf));
    for (const group of round.flat()) {
      const own = (scans.get(group.qr_id) ?? []).filter((scan) => isOf(group, scan));
      if (own.length > 0) messages.set(group.event_id, messageOf(group, own));
    }
  }
  return messages;
}

/** Each round has one run of consecutive groups per code. */
function roundsOf(groups: ScanGroupRow[]): ScanGroupRow[][][] {
  const runsByCode = [...Map.groupBy(groups, ({ qr_id: qrId }) => qrId).values()].map(runsOf);
  const most = Math.max(0, ...runsByCode.map(({ length }) => length));
  return Array.from({ length: most }, (_, round) =>
    runsByCode.flatMap((runs) => (runs[round] === undefined ? [] : [runs[round]])),
  );
}

function runsOf(groups: ScanGroupRow[]): ScanGroupRow[][] {
  const runs: ScanGroupRow[][] = [];
  for (const group of groups.toSorted((a, b) => a.first_number - b.first_number)) {
    const run = runs.at(-1);
    if (run?.at(-1)?.last_number === group.first_number - 1) run.push(group);
    else runs.push([group]);
  }
  return runs;
}

function rangeOf(run: ScanGroupRow[]): AccountRange {
  const [first] = run;
  if (first === undefined) throw new Error('a run has at least one group');
  const { qr_id: qrId, account_id: accountId, first_number: firstNumber } = first;
  return { qrId, accountId, firstNumber, lastNumber: run.at(-1)?.last_number ?? firstNumber };
}

function isOf(group: ScanGroupRow, { scan_number: number }: SingleScan): boolean {
  return number !== null && number >= group.first_number && number <= group.last_number;
}

function messageOf(group: ScanGroupRow, scans: SingleScan[]): DeliveryMessage {
  const id = formatIdentifier('evt', group.event_id);
  const body = scanBody({
    eventId: id,
    createdAt: group.created_at.toISOString(),
    qrId: formatIdentifier('qrc', group.qr_id),
    projectId: formatIdentifier('prj', group.project_id),
    firstNumber: group.first_number,
    lastNumber: group.last_number,
    scans,
  });
  return { id, body, subject: { type: scanType, projectId: group.project_id, qrId: group.qr_id } };
}

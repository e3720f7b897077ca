import { randomBytes } from 'node:crypto';
import { firstId } from '#core/first-id.ts';
import { formatIdentifier } from '#core/identifier.ts';
import { decodeGrant, keepCounted } from '#core/ledger-record.ts';
import type { Row } from '#core/table-rows.ts';
import type { LargeFiles } from '#platform/large-files.ts';
import type { Db } from '../database.ts';
import { scanColumns } from '../exports/export-columns.ts';
import { ParquetFile } from '../exports/parquet-file.ts';
import { giveWay } from '../give-way.ts';
import { listFirstNumbers } from '../scans/place-queries.ts';
import { scanView } from '../scans/scan-view.ts';
import {
  countDetached,
  type DetachedBatch,
  deleteArchive,
  detachDay,
  dropDetached,
  findDetachedId,
  finishRun,
  hasArchive,
  insertArchive,
  isFinished,
  listDetached,
  listOwners,
  listUnfinished,
  removeUnfinished,
  removeUnlessFinished,
  sumTable,
} from './archive-queries.ts';

export interface ArchivedLedger {
  db: Db;
  /** Null: the first server. */
  serverId: string | null;
}

const batchesAtOnce = 200;
/** Rows in memory. */
const rowsMax = 200_000;
const rowsAtOnce = 20_000;

/** A scan belongs to the project that its code is in when it is archived. */
export const archiveColumns = [...scanColumns, { name: 'project_id', type: 'text' as const }];

/**
 * Writes a day of one server to files per account, compares them with the ledger, and drops the day only then. Whatever was left by a killed
 * worker is removed first.
 * @returns how many scans; null if it has to wait.
 */
export async function archiveDay(
  db: Db,
  { db: ledger, serverId }: ArchivedLedger,
  store: LargeFiles,
  day: string,
): Promise<number | null> {
  if (!(await giveWay(ledger, (tx) => detachDay(tx, day)))) return null;
  const tableId = await findDetachedId(ledger, day);
  if (tableId === null) return 0;
  const table = { day, serverId, tableId };
  if (!(await isFinished(db, table))) {
    await removeLeftovers(db, store, day, serverId);
    const writer = new DayWriter(db, store, table);
    try {
      await writeDay(db, ledger, writer, table);
    } catch (error) {
      // Another run may have removed what it lists before this one had written it.
      for (const file of writer.files) await removeUnlessFinished(db, file, () => store.removeLarge(file));
      throw error;
    }
  }
  // Those of another run, if it was faster.
  await removeLeftovers(db, store, day, serverId);
  const scans = await sumTable(db, table);
  await dropDetached(ledger, day);
  return scans;
}

async function writeDay(
  db: Db,
  ledger: Db,
  writer: DayWriter,
  table: { day: string; serverId: string | null; tableId: string },
): Promise<void> {
  const { day } = table;
  for (let afterId = firstId; ; ) {
    const batches = await listDetached(ledger, day, afterId, batchesAtOnce);
    const last = batches.at(-1);
    if (last === undefined) break;
    await writer.add(batches);
    afterId = last.batch_id;
  }
  await writer.finish();
  const expected = await countDetached(ledger, day);
  if (writer.written + writer.erased !== expected)
    throw new Error(
      `the archive of ${day} has ${writer.written} scans and ${writer.erased} of erased accounts, the ledger has ${expected}; the ledger is kept`,
    );
  await finishRun(db, { ...table, run: writer.run }, writer.written);
}

async function removeLeftovers(
  db: Db,
  store: LargeFiles,
  day: string,
  serverId: string | null,
): Promise<void> {
  for (const file of await listUnfinished(db, day, serverId))
    await removeUnfinished(db, file, () => store.removeLarge(file));
}

export async function removeArchive(db: Db, store: LargeFiles, file: string): Promise<void> {
  await store.removeLarge(file);
  await deleteArchive(db, file);
}

/** Collects the scans of each account, and writes those with the most whenever there are too many. */
class DayWriter {
  readonly #db: Db;
  readonly #store: LargeFiles;
  readonly #place: { day: string; serverId: string | null };
  /** Part of the names of its files. */
  readonly run: string;
  readonly #rows = new Map<string, Row[]>();
  #waiting = 0;
  /** All that it has written, or was about to. */
  readonly files: string[] = [];
  written = 0;
  /** Scans of accounts that were erased. */
  erased = 0;

  constructor(
    db: Db,
    store: LargeFiles,
    { tableId, ...place }: { day: string; serverId: string | null; tableId: string },
  ) {
    this.#db = db;
    this.#store = store;
    this.#place = place;
    this.run = `t${tableId}-${randomBytes(4).toString('hex')}`;
  }

  async add(batches: DetachedBatch[]): Promise<void> {
    const qrIds = [...new Set(batches.flatMap(({ qr_ids }) => qr_ids))];
    const owners = await listOwners(this.#db, qrIds);
    const numbers = await listFirstNumbers(
      this.#db,
      this.#place.day,
      qrIds,
      batches.map(({ batch_id }) => batch_id),
    );
    for (const { batch_id: batchId, qr_ids: codes, grants, events } of batches)
      for (const event of keepCounted(events, grants.map(decodeGrant))) {
        const qrId = codes[event[0] - 1] ?? firstId;
        const owner = owners.get(qrId);
        if (owner === undefined) this.erased += 1;
        else
          this.#collect(owner.account_id, {
            qr_id: formatIdentifier('qrc', qrId),
            ...scanView(owner.account_id, event, numbers.get(`${batchId} ${qrId}`) ?? null),
            project_id: formatIdentifier('prj', owner.project_id),
          });
      }
    while (this.#waiting > rowsMax) await this.#writeLargest();
  }

  async finish(): Promise<void> {
    for (const accountId of this.#rows.keys()) await this.#write(accountId);
  }

  #collect(accountId: string, row: Row): void {
    const rows = this.#rows.get(accountId) ?? [];
    this.#rows.set(accountId, rows);
    rows.push(row);
    this.#waiting += 1;
  }

  async #writeLargest(): Promise<void> {
    const [largest] = [...this.#rows].sort(([, a], [, b]) => b.length - a.length);
    if (largest !== undefined) await this.#write(largest[0]);
  }

  async #write(accountId: string): Promise<void> {
    const rows = this.#rows.get(accountId) ?? [];
    this.#rows.delete(accountId);
    this.#waiting -= rows.length;
    const { day, serverId } = this.#place;
    const file = `archive/scans/account=${formatIdentifier('acc', accountId)}/date=${day}/${this.run}-${this.files.length + 1}.parquet`;
    this.files.push(file);
    if (!(await insertArchive(this.#db, { file, accountId, day, serverId, scans: rows.length }))) {
      this.erased += rows.length;
      return;
    }
    this.written += rows.length;
    const writer = await this.#store.create(file);
    try {
      const table = new ParquetFile(writer, archiveColumns);
      await table.begin();
      const sorted = rows.toSorted((a, b) => (String(a['scanned_at']) < String(b['scanned_at']) ? -1 : 1));
      for (let at = 0; at < sorted.length; at += rowsAtOnce)
        await table.write(sorted.slice(at, at + rowsAtOnce));
      await table.finish();
      await writer.finish();
    } catch (error) {
      await writer.abandon().catch(() => {});
      throw error;
    }
    // The account was erased meanwhile.
    if (await hasArchive(this.#db, file)) return;
    await this.#store.removeLarge(file);
    this.written -= rows.length;
    this.erased += rows.length;
  }
}

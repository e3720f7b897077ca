import type { Row } from '#core/table-rows.ts';
import type { Log } from '#platform/log.ts';
import type { AllFiles } from '#platform/open-file-store.ts';
import type { PlaceCount } from '#platform/place-count.ts';
import type { LedgerDatabases } from '../ledger-servers/ledger-databases.ts';
import type { Addresses } from '../qr-codes/qr-code-view.ts';
import type { RenderPool } from '../rendering/render-pool.ts';

/** Some rows, and how much of the export is read with them (0 to 1). */
export interface RowChunk {
  rows: Row[];
  progress: number;
}

/** How much is written so far. */
export interface Written {
  rows: number;
  bytes: number;
}

export interface ExportTools {
  ledgers: LedgerDatabases;
  store: AllFiles;
  pool: RenderPool;
  addresses: Addresses;
  log: Log;
  isLastTry: boolean;
  /** Exports of this process at a time: other jobs must not wait for them. */
  places: PlaceCount;
}

/** Each returns how many bytes it wrote. */
export interface TableWriter {
  begin(): Promise<number>;
  write(rows: readonly Row[]): Promise<number>;
  finish(): Promise<number>;
}

import type pg from 'pg';
import type { Log } from '#platform/log.ts';
import { countRecords, type FindLedgerPool } from './count-records.ts';
import type { DatabaseContact } from './database-contact.ts';
import type { JournalRecord } from './journal-file.ts';
import type { ScanJournal } from './scan-journal.ts';

const adoptMs = 2_000;

/** Counts the journals of this process and of ended processes, as soon as PostgreSQL is back. */
export class JournalReplay {
  readonly #pool: pg.Pool;
  readonly #findPool: FindLedgerPool;
  readonly #journal: ScanJournal;
  readonly #contact: DatabaseContact;
  readonly #log: Log;
  #timer: NodeJS.Timeout | null = null;
  #isRunning = false;

  constructor(
    pool: pg.Pool,
    findPool: FindLedgerPool,
    journal: ScanJournal,
    contact: DatabaseContact,
    log: Log,
  ) {
    this.#pool = pool;
    this.#findPool = findPool;
    this.#journal = journal;
    this.#contact = contact;
    this.#log = log;
  }

  start(): void {
    this.#contact.onReturn(() => void this.run());
    this.#timer = setInterval(() => void this.run(), adoptMs);
    this.#timer.unref();
    void this.run();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  async run(): Promise<void> {
    if (this.#isRunning || !this.#contact.isUp) return;
    this.#isRunning = true;
    const count = (records: JournalRecord[]) => countRecords(this.#pool, records, this.#findPool);
    try {
      await this.#journal.open();
      await this.#journal.replay(count);
      await this.#journal.adoptOrphans(count);
    } catch (error) {
      // Tried again soon. A slow replay, or one that waits for a row, tells nothing about PostgreSQL itself.
      this.#log.warn({ err: error }, 'the journal could not be counted yet');
    } finally {
      this.#isRunning = false;
    }
  }
}

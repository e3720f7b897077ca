import assert from 'node:assert';
import type { Db, Tx } from '../../database.ts';
import type { LoadedList, SafetyLists } from './safety-lists.ts';
import {
  findRules,
  findSafetyState,
  findSnapshot,
  listChangesSince,
  listThreatLists,
  type ThreatListRow,
} from './threat-list-queries.ts';

/** The copy of the shared lists in this process. */
export class ThreatLists {
  readonly #db: Db;
  readonly #listIds: readonly string[];
  #current: SafetyLists | null = null;
  #refreshing: Promise<SafetyLists> | null = null;

  constructor(db: Db, listIds: readonly string[]) {
    this.#db = db;
    this.#listIds = listIds;
  }

  /** As last read; the transaction that relies on it compares the version. */
  async current(): Promise<SafetyLists> {
    return this.#current ?? this.refresh();
  }

  /** Reads changes. A read that began before the call doesn't count, because the change may be newer. */
  async refresh(): Promise<SafetyLists> {
    await this.#refreshing?.catch(() => {});
    this.#refreshing ??= this.#load().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #load(): Promise<SafetyLists> {
    const loaded = await this.#db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => this.#read(tx));
    this.#current = loaded;
    return loaded;
  }

  async #read(tx: Tx): Promise<SafetyLists> {
    const old = this.#current;
    const state = await findSafetyState(tx);
    if (old?.version === state.version) return old;
    const threats = new Map<string, LoadedList>();
    for (const row of await listThreatLists(tx, this.#listIds)) {
      // Never loaded: nobody can say that something is not on it.
      if (row.version > 0) threats.set(row.list_id, await readList(tx, row, old?.threats.get(row.list_id)));
    }
    const rulesMoved = old?.rulesVersion !== state.rules_version;
    return {
      version: state.version,
      rulesVersion: state.rules_version,
      rules: old === null || rulesMoved ? await findRules(tx) : old.rules,
      threats,
    };
  }
}

async function readList(tx: Tx, row: ThreatListRow, known: LoadedList | undefined): Promise<LoadedList> {
  if (known?.version === row.version) return known;
  const since = known === undefined ? [] : await listChangesSince(tx, row.list_id, known.version);
  const isUnbroken = known !== undefined && since[0]?.from === known.version;
  const changes = isUnbroken ? since : await listChangesSince(tx, row.list_id, row.snapshot_version);
  const base = isUnbroken ? known.hashes : await findSnapshot(tx, row.list_id);
  const hashes = changes.reduce((list, { added, removed }) => list.change(added, removed), base);
  assert.equal(hashes.size, row.entries, `${row.list_id} has the wrong number of entries`);
  return { version: row.version, hashes };
}

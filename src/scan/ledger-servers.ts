import type pg from 'pg';
import { ledgerShard, ledgerShards } from '#core/ledger-shard.ts';
import type { Clock } from '#platform/clock.ts';
import type { LedgerPools } from '#platform/ledger-pools.ts';
import type { Log } from '#platform/log.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { DatabaseContact } from './database-contact.ts';
import { openRowsMax, openRowsSql } from './ledger-mode.ts';
import { commitNothing } from './ledger-statements.ts';
import { utcDay } from './visitor-salt.ts';

/** An additional server for appended scans (docs/adr/0020-ledger-servers.md). */
export interface LedgerServer {
  id: string;
  pool: pg.Pool;
  contact: DatabaseContact;
  /** Whether so many of its scans are not folded that it takes no more for now. */
  isBehind: boolean;
}

interface ShardRow {
  map_version: number;
  servers: (string | null)[];
  previous: (string | null)[];
}

interface ServersOptions {
  first: pg.Pool;
  pools: LedgerPools;
  clock: Clock;
  log: Log;
}

const askMs = 2_000;

/** Knows which server takes the scans of a code. The first server decides it, and every check of a batch there detects a change. */
export class LedgerServers {
  readonly #options: ServersOptions;
  readonly #servers = new Map<string, LedgerServer>();
  #map: ShardRow = { map_version: 0, servers: [], previous: [] };
  #reading: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(options: ServersOptions) {
    this.#options = options;
  }

  get mapVersion(): number {
    return this.#map.map_version;
  }

  async start(): Promise<void> {
    await this.refresh();
    const askLater = () => {
      if (this.#isStopped) return;
      this.#timer = setTimeout(() => void this.refresh().then(askLater), askMs).unref();
    };
    askLater();
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const { contact } of this.#servers.values()) contact.stop();
  }

  /** The server for the scans of a code; null for the first server, which also counts them while the code's own server is away. */
  serverOf(qrId: string): LedgerServer | null {
    if (this.#servers.size === 0) return null;
    const id = this.#map.servers[ledgerShard(qrId)] ?? null;
    const server = id === null ? undefined : this.#servers.get(id);
    return server?.contact.isUp && !server.isBehind ? server : null;
  }

  /** Number of assigned servers that can't be used now. */
  get away(): number {
    const used = new Set([...this.#map.servers, ...this.#map.previous].filter((id) => id !== null));
    return [...used].filter((id) => !this.#servers.get(id)?.contact.isUp).length;
  }

  find(id: string): LedgerServer | undefined {
    return this.#servers.get(id);
  }

  /** All additional servers that may have open scans of a code. */
  idsOf(qrId: string): string[] {
    const shard = ledgerShard(qrId);
    return [this.#map.servers[shard], this.#map.previous[shard]].filter((id) => id != null);
  }

  /** Reads the map and asks servers that are not identified yet. Concurrent callers wait for the next reading. */
  async refresh(): Promise<void> {
    await this.#reading;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  async #read(): Promise<void> {
    const { first, pools, log } = this.#options;
    try {
      // One statement, so that the map and its version belong together.
      const { rows } = await first.query<ShardRow>(`
        select map_version, (select array_agg(server_id::text order by shard) from ledger_shards) as servers,
          (select array_agg(previous_id::text order by shard) from ledger_shards) as previous
        from ledger_state`);
      if (rows[0] !== undefined && rows[0].servers.length === ledgerShards) this.#map = rows[0];
    } catch (error) {
      // The check of each batch detects decisions with an old map.
      log.debug({ err: error }, 'the map of the ledger servers could not be read');
    }
    await pools.identify();
    for (const [id, pool] of pools.known)
      if (!this.#servers.has(id)) this.#servers.set(id, this.#add(id, pool));
    await Promise.all([...this.#servers.values()].map((server) => this.#readBacklog(server)));
  }

  async #readBacklog(server: LedgerServer): Promise<void> {
    if (!server.contact.isUp) return;
    try {
      const { rows } = await server.pool.query<{ open: number }>(`select ${openRowsSql}`);
      server.isBehind = (rows[0]?.open ?? 0) > openRowsMax;
    } catch (error) {
      // Its contact decides whether it is away.
      this.#options.log.debug({ err: error }, 'the backlog of a ledger server could not be read');
    }
  }

  #add(id: string, pool: pg.Pool): LedgerServer {
    const { clock, log } = this.#options;
    const contact = new DatabaseContact({
      commit: () => commitNothing(pool, newUuid(), utcDay(clock.nowMs())),
      whileAway: 'its scans are counted on the first server',
      clock,
      log: log.child({ ledger_server: id }),
    });
    return { id, pool, contact, isBehind: false };
  }
}

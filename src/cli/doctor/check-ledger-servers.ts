import { LedgerDatabases } from '#features/ledger-servers/ledger-databases.ts';
import {
  findBacklog,
  listServerShards,
  type ServerBacklog,
  type ServerShards,
} from '#features/ledger-servers/shard-queries.ts';
import type { Config } from '#platform/config.ts';
import { silentLog } from '#platform/log.ts';
import type { CliContext } from '../cli-context.ts';
import { type Finding, failed, hostOf, messageOf, ok } from './finding.ts';

const check = 'ledger servers';
const timeouts = { connectMs: 3_000, statementMs: 3_000, lockMs: 3_000 };

/** Each address of LEDGER_DATABASE_URLS, and each server with shards. */
export async function* checkLedgerServers(context: CliContext, config: Config): AsyncGenerator<Finding> {
  let known: ServerShards[];
  try {
    known = await listServerShards(context.db());
  } catch {
    // PostgreSQL is away or has no tables, which other checks report.
    return;
  }
  const found = new Set<string>();
  for (const url of config.ledgerDatabaseUrls) {
    const ledgers = new LedgerDatabases([url], {
      poolMax: 1,
      applicationName: 'waypost-doctor',
      log: silentLog,
      timeouts,
    });
    try {
      const [server] = await ledgers.listAll();
      if (server === undefined) continue;
      found.add(server.id);
      const before = findServer(await listServerShards(context.db()), server.id);
      const backlog = await findBacklog(server.db);
      const after = findServer(await listServerShards(context.db()), server.id);
      yield before === undefined || after === undefined
        ? failed(check, `${hostOf(url)} is not known to the first server`, 'Run: waypost migrate')
        : describe(url, before, backlog, after);
    } catch (error) {
      const remedy = 'Start this server, check its address in LEDGER_DATABASE_URLS, and run: waypost migrate';
      yield failed(check, `${hostOf(url)}: ${messageOf(error)}`, remedy);
    } finally {
      await ledgers.end();
    }
  }
  for (const { server_id, shards, leaving } of known)
    if (!found.has(server_id) && shards + leaving > 0)
      yield failed(
        check,
        `${server_id} has ${shards} of 256 shards, but none of the addresses in LEDGER_DATABASE_URLS belongs to it`,
        'Add its address. If its data is lost, run: waypost ledger forget SERVER',
      );
}

function findServer(known: ServerShards[], id: string): ServerShards | undefined {
  return known.find(({ server_id }) => server_id === id);
}

/** Transfers continue meanwhile, so the ledger server is read between two reads of the first one. */
function describe(url: string, before: ServerShards, backlog: ServerBacklog, after: ServerShards): Finding {
  const host = hostOf(url);
  const {
    fold_number: fold,
    is_folding: isFolding,
    roll_up_number: rollUp,
    is_rolling_up: isRolling,
  } = backlog;
  const isSame =
    fold >= before.fold_number &&
    fold - Number(isFolding) <= after.fold_number &&
    rollUp >= before.roll_up_number &&
    rollUp - Number(isRolling) <= after.roll_up_number;
  if (!isSame)
    return failed(
      check,
      `${host} and the first server disagree about the transferred scans: one of them was restored`,
      `Read "After a restore" in docs/scaling.md, then run: waypost ledger accept ${after.server_id}`,
    );
  return ok(check, `${host}: ${after.shards} of 256 shards, ${backlog.open_rows} rows to transfer`);
}

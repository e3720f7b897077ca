import { networkOf } from '#core/ledger-record.ts';
import type { Db } from '../../database.ts';
import type { LedgerDatabases } from '../../ledger-servers/ledger-databases.ts';
import { recentScans } from '../../rehearsals/recent-scans.ts';

const scansMax = 20_000;
/** With those of other codes and hours. */
const readMax = 300_000;
const dayMs = 86_400_000;

/** The share of scans that came from the most frequent network, from 0 to 1; null if that was not recorded, or takes too long to find out. */
export async function findMainNetwork(
  db: Db,
  ledgers: LedgerDatabases,
  qrId: string,
  range: { fromMs: number; untilMs: number },
): Promise<number | null> {
  /** The hash of a network changes at midnight in UTC. */
  const days = new Map<number, Map<string, number>>();
  let [all, looked] = [0, 0];
  for await (const { own, read } of recentScans(db, ledgers, qrId, range)) {
    for (const { event } of own) {
      const network = networkOf(event);
      if (network === null) continue;
      const day = Math.floor(event[2] / dayMs);
      const networks = days.get(day) ?? new Map<string, number>();
      networks.set(network, (networks.get(network) ?? 0) + 1);
      days.set(day, networks);
      all += 1;
    }
    looked += read;
    if (looked > readMax) return null;
    if (all >= scansMax) break;
  }
  const most = [...days.values()].reduce((sum, networks) => sum + Math.max(...networks.values()), 0);
  return all === 0 ? null : Math.round((100 * most) / all) / 100;
}

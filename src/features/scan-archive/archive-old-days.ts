import type { LargeFiles } from '#platform/large-files.ts';
import type { Db } from '../database.ts';
import { giveWay } from '../give-way.ts';
import type { LedgerDatabases } from '../ledger-servers/ledger-databases.ts';
import { listOldDays } from '../scan-upkeep/upkeep-queries.ts';
import { archiveDay } from './archive-day.ts';
import { dropNumbers, listDetachedDays } from './archive-queries.ts';

const daysMax = 31;

/**
 * Archives days after their retention, the oldest first, on all servers. The numbers of a day go last, because the archive has them too; none
 * goes after one that stays, so that numbers have no gaps.
 */
export async function archiveOldDays(
  db: Db,
  ledgers: LedgerDatabases,
  store: LargeFiles,
  retentionDays: number,
): Promise<{ day: string; scans: number }[]> {
  const servers = [
    { db, serverId: null },
    ...(await ledgers.listAll()).map(({ db: own, id }) => ({ db: own, serverId: id })),
  ];
  const days = new Set<string>();
  for (const { db: ledger } of servers)
    for (const day of [...(await listOldDays(ledger, retentionDays)), ...(await listDetachedDays(ledger))])
      days.add(day);
  const archived: { day: string; scans: number }[] = [];
  for (const day of [...days].sort().slice(0, daysMax)) {
    let scans = 0;
    for (const server of servers) {
      const own = await archiveDay(db, server, store, day);
      if (own === null) return archived;
      scans += own;
    }
    if (!(await giveWay(db, (tx) => dropNumbers(tx, day).then(() => true)))) return archived;
    archived.push({ day, scans });
  }
  return archived;
}

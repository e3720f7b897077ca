import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../database.ts';
import { giveWay } from '../give-way.ts';
import { dropEventPartition, makeEventPartitions } from './event-queries.ts';

const daysAhead = 14;
/** Events and deliveries; the API promises 30. */
const eventDays = 35;
const dropsMax = 100;
const pauseMs = 50;

/** Makes the partitions of the next days, and drops old ones. */
export async function keepEventPartitions(db: Db, scanRetentionDays: number): Promise<number> {
  await makeEventPartitions(db, daysAhead);
  const days = {
    events: eventDays,
    webhook_deliveries: eventDays,
    // For as long as the scans in them can be read again.
    scan_groups: Math.max(eventDays, scanRetentionDays),
  } as const;
  let dropped = 0;
  for (const [table, kept] of Object.entries(days))
    while (dropped < dropsMax && (await giveWay(db, (tx) => dropEventPartition(tx, table, kept)))) {
      dropped += 1;
      await sleep(pauseMs);
    }
  return dropped;
}

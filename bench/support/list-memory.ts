import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { Database } from '#features/database.ts';
import { ThreatLists } from '#features/url-safety/lists/threat-lists.ts';
import { createDatabase, createPostgresPool } from '#platform/postgres.ts';

/** Loads a threat list like every process, and prints its memory. Run with --expose-gc. */
const log = pino({ level: 'silent' });
const url = process.env['DATABASE_URL'] ?? '';
const db = createDatabase<Database>(createPostgresPool({ url, poolMax: 1, applicationName: 'bench', log }));
const usedBytes = async () => {
  // Buffers are released some time after their owners.
  for (let round = 0; round < 5; round++) {
    (globalThis as unknown as { gc(): void }).gc();
    await sleep(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

// Memory of code and connection is allocated already.
await new ThreatLists(db, []).refresh();
const before = await usedBytes();
const lists = new ThreatLists(db, ['web_risk/MALWARE']);
const { threats } = await lists.refresh();
const entries = threats.get('web_risk/MALWARE')?.hashes.size ?? 0;
process.stdout.write(JSON.stringify({ entries, bytes: (await usedBytes()) - before }));
await db.destroy();

import pg from 'pg';
import { decodeGrant } from '#core/ledger-record.ts';
import { batchValues, ledgerBatches, writeBatch } from '../test/support/data/ledger-writer.ts';

/** The batch size of a busy process. */
const scansOfCodeMax = 40;

/** Writes batches until it has written this many scans, like a `scan` process; prints how many. */
const { DATABASE_URL: url, QR_IDS: ids = '', SEED: seed, SCANS: wanted } = process.env;
const client = new pg.Client(url ?? '');
await client.connect();
const span = { fromMs: Date.now() - 2 * 86_400_000, untilMs: Date.now() };
let scans = 0;
for (const batch of ledgerBatches(Number(seed), ids.split(','), span, scansOfCodeMax)) {
  await write(batchValues(batch));
  scans += batch.grants.reduce((sum, value) => sum + decodeGrant(value).counted, 0);
  if (scans >= Number(wanted)) break;
}
await client.end();
process.stdout.write(String(scans));

/** The order of rows doesn't matter here; the ledger's own statement handles it. */
async function write(values: unknown[]): Promise<void> {
  for (;;) {
    try {
      await client.query({ name: 'write', text: writeBatch, values });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '40P01') throw error;
    }
  }
}

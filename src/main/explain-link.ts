import { explainScan, type ImaginedScan, type ScanExplanation } from '#core/explain-scan.ts';
import type { Config } from '#platform/config.ts';
import { silentLog } from '#platform/log.ts';
import { createPostgresPool } from '#platform/postgres.ts';
import { listTargets } from '#scan/scan-target-queries.ts';

/** Reads a code like a scan process, and explains the result of a scan. */
export async function explainLink(
  config: Config,
  slug: string,
  scan: Omit<ImaginedScan, 'isDomain'>,
): Promise<ScanExplanation> {
  const pool = createPostgresPool({
    url: config.databaseDirectUrl,
    poolMax: 1,
    applicationName: 'waypost-cli',
    log: silentLog,
  });
  try {
    const target = (await listTargets(pool, [slug], silentLog)).get(slug);
    if (target === undefined) return { status: 404, destination: null, reason: 'There is no such code.' };
    if (target === 'unavailable')
      return {
        status: 503,
        destination: null,
        reason: "This release can't read the code. A newer release wrote it.",
      };
    const { rows } = await pool.query('select from serving_domains where host = $1', [scan.host]);
    return explainScan(target, { ...scan, isDomain: rows.length > 0 });
  } finally {
    await pool.end();
  }
}

import { localMinute } from '#core/watch/local-minute.ts';
import type { Tx } from '../../database.ts';
import { listed, type NewsTools, tellPeople } from '../tell-people.ts';
import type { BaselineRow } from './baseline-queries.ts';

export function tellOfQuiet(
  tx: Tx,
  tools: NewsTools,
  { qr_id: qrId, time_zone: timeZone }: BaselineRow,
  { lastMs, missing }: { lastMs: number; missing: number },
): Promise<void> {
  const since = localMinute(lastMs, timeZone);
  return tellPeople(tx, tools, { name: 'quiet', perDay: 20 }, [qrId], (codes) => ({
    subject: `Waypost: no scans since ${since}: ${codes[0]?.label ?? ''}`,
    text: `Nobody has scanned this code since ${since} (${timeZone}). In this time, about ${missing} scans are usual.\n\n${listed(codes, tools)}\n\nNo scan gets lost at Waypost, so look whether the print is still there: covered, removed, or out of sight?\n`,
  }));
}

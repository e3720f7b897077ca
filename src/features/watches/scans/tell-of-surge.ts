import { localMinute } from '#core/watch/local-minute.ts';
import type { Tx } from '../../database.ts';
import { listed, type NewsTools, tellPeople } from '../tell-people.ts';
import type { BaselineRow } from './baseline-queries.ts';

/** So much from one network is said. */
const oneNetwork = 0.6;

export interface Surge {
  fromMs: number;
  untilMs: number;
  scans: number;
  /** How many are usual. */
  expected: number;
  /** The share of the most frequent network; null if unknown. */
  network: number | null;
}

export function tellOfSurge(
  tx: Tx,
  tools: NewsTools,
  { qr_id: qrId, time_zone: timeZone }: BaselineRow,
  { untilMs, scans, expected, network }: Surge,
): Promise<void> {
  const from =
    network !== null && network >= oneNetwork
      ? ` ${Math.round(network * 100)}% of them came from one network, so this may be a program or a single place.`
      : '';
  const usual = expected < 1 ? 'less than one is' : `about ${Math.round(expected)} are`;
  return tellPeople(tx, tools, { name: 'surge', perDay: 20 }, [qrId], (codes) => ({
    subject: `Waypost: many more scans than usual: ${codes[0]?.label ?? ''}`,
    text: `This code was scanned ${scans} times in the hour before ${localMinute(untilMs, timeZone)} (${timeZone}); ${usual} usual.${from}\n\n${listed(codes, tools)}\n`,
  }));
}

import { randomUUID } from 'node:crypto';
import { countedSql, encodeEvent, encodeGrant, type LedgerEvent } from '#core/ledger-record.ts';
import { seededRandom } from './seeded-random.ts';

const countries = ['DE', 'US', 'JP', 'BR', 'IN', 'FR', null];
const devices = ['ios', 'android', 'desktop', 'tablet'];
const languages = ['de-DE', 'en-US', 'pt-BR', null];
const browsers = ['Safari', 'Chrome', 'Firefox', null];
const systems = ['iOS', 'Android', 'Windows', null];
const referrers = ['example.com', 'news.example.org', null, null];

export interface WrittenBatch {
  batchId: string;
  recordedOn: string;
  qrIds: string[];
  grants: number[];
  events: LedgerEvent[];
}

/** Batches like those of `scan`, with granted, refused and stale scans. */
export function* ledgerBatches(
  seed: number,
  qrIds: string[],
  span: { fromMs: number; untilMs: number },
  scansOfCodeMax = 6,
): Generator<WrittenBatch> {
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  for (;;) {
    const codes = [...new Set(Array.from({ length: 1 + Math.floor(random() * 8) }, () => pick(qrIds)))];
    const grants: number[] = [];
    const events: LedgerEvent[] = [];
    const atMs = Math.floor(span.fromMs + random() * (span.untilMs - span.fromMs));
    for (const [index] of codes.entries()) {
      const wanted = 1 + Math.floor(random() * scansOfCodeMax);
      const granted = random() < 0.1 ? Math.floor(random() * wanted) : wanted;
      grants.push(
        encodeGrant({
          isStale: random() < 0.05,
          isUnsettled: false,
          counted: granted,
          isFull: granted < wanted,
        }),
      );
      for (let nth = 1; nth <= wanted; nth++) {
        const rule = random() < 0.3 ? 1 + Math.floor(random() * 3) : null;
        const visitor = `v${Math.floor(random() * 500)}`;
        const whenMs = atMs + Math.floor(random() * 3_000);
        events.push(
          encodeEvent(index + 1, nth, {
            scannedAtMs: whenMs,
            country: pick(countries),
            device: pick(devices),
            browser: pick(browsers),
            system: pick(systems),
            referrerHost: pick(referrers),
            visitor,
            rule,
            language: pick(languages),
          }),
        );
      }
    }
    yield {
      batchId: randomUUID(),
      recordedOn: new Date(atMs).toISOString().slice(0, 10),
      qrIds: codes,
      grants,
      events,
    };
  }
}

/** One statement like the ledger's own: counts and stores together. */
export const writeBatch = `
  with batch as (
    insert into scan_batches (recorded_on, batch_id, qr_ids, grants, events) values ($1, $2, $3, $4, $5) returning qr_ids, grants),
  counts as (select qr_id, ${countedSql('value')} as scans from batch, unnest(qr_ids, grants) as code (qr_id, value) where value > 0)
  update scan_state set scan_count = scan_count + counts.scans from counts where scan_state.qr_id = counts.qr_id`;

export function batchValues({ recordedOn, batchId, qrIds, grants, events }: WrittenBatch): unknown[] {
  return [recordedOn, batchId, qrIds, grants, JSON.stringify(events)];
}

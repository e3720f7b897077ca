/** Ledger shards: the last byte of a code's ID, which is random, decides its shard. In SQL, `ledger_shard` does the same. */
export const ledgerShards = 256;

export function ledgerShard(qrId: string): number {
  return Number.parseInt(qrId.slice(-2), 16);
}

/**
 * The open scans of codes on a ledger server, from one snapshot: those in transfer to the first server (`folding`, in the fold `number`), and
 * the others.
 * @param condition which rows of `scan_open`.
 */
export function openScansSql(condition = 'true'): string {
  return `
    with open as (
      select open_id, code.qr_id, code.scans from scan_open cross join lateral unnest(qr_ids, scans) as code (qr_id, scans)
      where open_id >= (select open_floor from ledger_state) and ${condition} and qr_ids && $1::uuid[] and code.qr_id = any ($1::uuid[]))
    select wanted.qr_id, number, transfer_id is not null as is_folding,
      coalesce(sum(scans) filter (where open_id = any (open_ids)), 0)::int as folding,
      coalesce(sum(scans) filter (where open_id <> all (open_ids)), 0)::int as open
    from ledger_transfers cross join unnest($1::uuid[]) as wanted (qr_id) left join open using (qr_id)
    where kind = 'fold' group by wanted.qr_id, kind`;
}

export interface OpenScansRow {
  qr_id: string;
  number: number;
  is_folding: boolean;
  folding: number;
  open: number;
}

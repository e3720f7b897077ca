import { type RawBuilder, sql } from 'kysely';

/**
 * Which numbers the batches gave to codes: `qr_id`, `recorded_on`, `batch_id`, `scans`, `first_number`.
 * @param places rows of `scan_places`, named `place`.
 */
export function placedBatches(places: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select place.qr_id, batch.recorded_on, batch.batch_id, batch.scans,
      (place.first_number + coalesce(sum(batch.scans) over (partition by place.qr_id, place.last_number order by batch.nth
        rows between unbounded preceding and 1 preceding), 0))::bigint as first_number
    from (${places}) place cross join lateral unnest(place.recorded_on, place.batch_ids, place.scans) with ordinality
      as batch (recorded_on, batch_id, scans, nth)`;
}

/**
 * The same of batches that are not moved to `scan_places` yet.
 * @param condition on `numbered` and `code`.
 */
export function waitingBatches(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select code.qr_id, numbered.recorded_on, numbered.batch_id, code.scans, code.first_number
    from scan_numbers numbered cross join lateral unnest(numbered.qr_ids, numbered.first_numbers, numbered.scans)
      as code (qr_id, first_number, scans)
    where ${condition}`;
}

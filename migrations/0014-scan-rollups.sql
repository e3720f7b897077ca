-- Analytics without reading single scans: sums by code and by project, a row a UTC day and value, and a row a month above it. A day
-- keeps its quarters of an hour, since zones are not all whole hours: whatever the owner's zone, a range is whole months, whole days
-- and parts of two days.
create table scan_days (
  -- A code or a project.
  subject_id uuid not null,
  -- 'total' has one value, ''.
  dimension text not null check (dimension in ('total', 'country', 'device', 'system', 'browser', 'referrer', 'rule')),
  day date not null,
  -- '' stands for unknown or none.
  value text not null,
  scans integer not null,
  -- Pairs of a quarter of an hour (0 to 95) and its scans.
  slots integer[] not null,
  -- Of the total: different visitors on this day.
  visitors integer not null default 0,
  primary key (subject_id, dimension, day, value)
) with (fillfactor = 80);

create table scan_months (
  subject_id uuid not null,
  dimension text not null,
  month date not null,
  value text not null,
  scans bigint not null,
  primary key (subject_id, dimension, month, value)
) with (fillfactor = 80);

-- Who was seen on a day, until no scan of that day can arrive any more. The salt behind it is destroyed with the day.
create table scan_visitors (
  day date not null,
  subject_id uuid not null,
  visitor text not null,
  primary key (day, subject_id, visitor)
);

create function merge_slots(a integer[], b integer[]) returns integer[] language sql immutable as $$
  select array(select unnest(array[slot, sum(scans)::integer]) from (
    select a[place] as slot, a[place + 1] as scans from generate_series(1, cardinality(a), 2) place
    union all select b[place], b[place + 1] from generate_series(1, cardinality(b), 2) place) pairs
  group by slot order by slot)
$$;

-- What the roll-up has to look at.
create index scan_batches_open on scan_batches (recorded_on, batch_id) where not is_rolled_up;

-- Which rule led the way: its place from 1 on, or null.
create or replace view scan_events as
  select batch.recorded_on, batch.batch_id, batch.qr_ids[(event ->> 0)::integer] as qr_id,
    to_timestamp((event ->> 2)::bigint / 1000.0)::timestamptz(3) as scanned_at,
    event ->> 3 as country, event ->> 4 as device, event ->> 5 as browser, event ->> 6 as system,
    event ->> 7 as referrer_host, event ->> 8 as visitor, event ->> 9 as rule
  from scan_batches batch cross join lateral json_array_elements(batch.events) event
  where batch.grants[(event ->> 0)::integer] / 2 >= (event ->> 1)::integer;

-- As before; but scans of a batch that is rolled up already go into a batch of their own, which is not.
create or replace function repair_scan_batch(batch uuid, day date, codes uuid[], scans integer[]) returns void language plpgsql as $$
declare
  stored scan_batches;
  place integer;
begin
  select * into stored from scan_batches where recorded_on = day and batch_id = batch for update;
  for code in 1 .. cardinality(codes) loop
    place := array_position(stored.qr_ids, codes[code]);
    if place is null or stored.grants[place] <> -1 then
      continue;
    end if;
    if stored.is_rolled_up then
      stored.grants[place] := 0;
      insert into scan_batches (recorded_on, batch_id, qr_ids, grants, events)
        select day, gen_random_uuid(), array[codes[code]], array[2 * scans[code]],
          coalesce(json_agg(jsonb_set(event::jsonb, '{0}', '1')), '[]')
        from json_array_elements(stored.events) event where (event ->> 0)::integer = place;
    else
      stored.grants[place] := 2 * scans[code];
    end if;
    update scan_state set scan_count = scan_count + scans[code] where qr_id = codes[code];
  end loop;
  update scan_batches set grants = stored.grants where recorded_on = day and batch_id = batch;
end
$$;

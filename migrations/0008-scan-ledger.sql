-- Every commit of counted scans is one row. Its id makes it count once, however often it is sent; its grants say what was
-- decided, in case the answer to the commit was lost. Events lie in the same row: one insert a commit, not one a scan.
create table scan_batches (
  -- Chosen by the sender, so that a batch sent again after midnight meets itself.
  recorded_on date not null,
  batch_id uuid not null,
  recorded_at timestamptz(3) not null default now(),
  qr_ids uuid[] not null,
  -- For each code: -1 if what was known of it was out of date; else twice the scans that were counted, plus one if its
  -- limit is reached.
  grants integer[] not null,
  -- [place of the code, which of its scans, milliseconds since the epoch, country, device, browser, system, referrer, visitor]
  events json not null,
  is_rolled_up boolean not null default false,
  primary key (recorded_on, batch_id)
) partition by range (recorded_on);

-- The ledger, a row a scan. Events of scans that were not granted are not there.
create view scan_events as
  select batch.recorded_on, batch.batch_id, batch.qr_ids[(event ->> 0)::integer] as qr_id,
    to_timestamp((event ->> 2)::bigint / 1000.0)::timestamptz(3) as scanned_at,
    event ->> 3 as country, event ->> 4 as device, event ->> 5 as browser, event ->> 6 as system,
    event ->> 7 as referrer_host, event ->> 8 as visitor
  from scan_batches batch cross join lateral json_array_elements(batch.events) event
  where batch.grants[(event ->> 0)::integer] / 2 >= (event ->> 1)::integer;

-- A partition a day. Attached, not created in place: that would lock out everybody who writes.
create function make_scan_partition(day date) returns boolean language plpgsql as $$
declare
  name text := 'scan_batches_' || to_char(day, 'YYYYMMDD');
begin
  perform pg_advisory_xact_lock(hashtext('make_scan_partition'));
  if to_regclass(name) is not null then
    return false;
  end if;
  execute format('create table %I (like scan_batches including defaults including constraints including indexes)', name);
  execute format('alter table scan_batches attach partition %I for values from (%L) to (%L)', name, day, day + 1);
  return true;
end
$$;

select make_scan_partition((now() at time zone 'UTC')::date + ahead) from generate_series(-1, 14) ahead;

-- One salt a UTC day for all processes, so that a visitor is one visitor for a day and nobody afterwards. Unlogged: it must
-- not outlive the day in a backup.
create unlogged table visitor_salts (
  day date primary key,
  salt bytea not null
);

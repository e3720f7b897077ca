-- Tables for counting by appending (docs/adr/0019-counting-by-appending.md). Nothing uses them before a later release turns appending on.

create table ledger_state (
  is_only boolean primary key default true check (is_only),
  -- Whether scans of codes without a limit are appended to scan_open. Once true, it stays true.
  is_appending boolean not null default false,
  -- Every row of scan_open below this id was folded. So readers skip dead rows that a long transaction keeps alive.
  open_floor bigint not null default 1
);
insert into ledger_state default values;

-- Never has a row. Appends hold it as writers; whoever locks it in share mode has waited for every append that began before.
create table scan_gate (id integer);

-- Scans that are counted and not yet added to scan_state.scan_count, in rows of at most 100 codes.
create table scan_open (
  open_id bigint generated always as identity primary key,
  recorded_on date not null,
  batch_id uuid not null,
  qr_ids uuid[] not null,
  -- Per code: scans, 0 for one that was folded or stale.
  scans integer[] not null,
  -- Per code: the version that its visitors saw.
  versions bigint[] not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 100000);
-- Compressing costs more than it saves on rows that live for seconds.
alter table scan_open alter column qr_ids set storage plain, alter column scans set storage plain,
  alter column versions set storage plain;

-- The number of every counted scan of a code, from 1, without gaps. By the day of numbering: numbers rise with it, so that dropping a
-- day never makes a gap.
create table scan_numbers (
  numbered_on date not null,
  recorded_on date not null,
  batch_id uuid not null,
  qr_ids uuid[] not null,
  first_numbers bigint[] not null,
  scans integer[] not null,
  -- Per code: the version that its visitors saw; null where it is not known.
  versions bigint[] not null
) partition by range (numbered_on);
alter table scan_numbers alter column qr_ids set storage plain, alter column first_numbers set storage plain,
  alter column scans set storage plain, alter column versions set storage plain;

-- Makes the partition of a day in both tables, and today's for numbers. Attached, not created in place: that would lock out writers.
create or replace function make_scan_partition(day date) returns boolean language plpgsql as $$
declare
  wanted record;
  is_new boolean := false;
begin
  perform pg_advisory_xact_lock(hashtext('make_scan_partition'));
  for wanted in
    select parent, parent || '_' || to_char(on_day, 'YYYYMMDD') as name, on_day
    from (values ('scan_batches', day), ('scan_numbers', day), ('scan_numbers', (now() at time zone 'UTC')::date)) as listed (parent, on_day)
    where parent = 'scan_batches' or on_day >= (now() at time zone 'UTC')::date - 1
    group by parent, on_day order by parent, on_day
  loop
    if to_regclass(wanted.name) is not null then
      continue;
    end if;
    execute format(
      'create table %I (like %I including defaults including constraints including indexes including compression including storage)',
      wanted.name, wanted.parent);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)',
      wanted.parent, wanted.name, wanted.on_day, wanted.on_day + 1);
    is_new := is_new or wanted.parent = 'scan_batches';
  end loop;
  return is_new;
end
$$;

select make_scan_partition((now() at time zone 'UTC')::date + ahead) from generate_series(-1, 14) ahead;

-- Drops a day of both tables, unless a scan of it is not in the roll-ups. Checked while nobody can write to it any more.
create or replace function drop_scan_partition(day date) returns boolean language plpgsql as $$
declare
  batches text := 'scan_batches_' || to_char(day, 'YYYYMMDD');
  numbers text := 'scan_numbers_' || to_char(day, 'YYYYMMDD');
  is_open boolean := false;
begin
  perform pg_advisory_xact_lock(hashtext('make_scan_partition'));
  if day >= (now() at time zone 'UTC')::date - 1
    or exists (select from scan_batches where recorded_on = day and not is_rolled_up) then
    return false;
  end if;
  if to_regclass(batches) is not null then
    execute format('alter table scan_batches detach partition %I', batches);
    execute format('select exists (select from %I where not is_rolled_up)', batches) into is_open;
    if is_open then
      execute format('alter table scan_batches attach partition %I for values from (%L) to (%L)', batches, day, day + 1);
      return false;
    end if;
    execute format('drop table %I', batches);
  end if;
  if to_regclass(numbers) is not null then
    execute format('alter table scan_numbers detach partition %I', numbers);
    execute format('drop table %I', numbers);
  end if;
  return true;
end
$$;

create view open_counts as
  select code.qr_id, sum(code.scans)::bigint as scans
  from scan_open cross join lateral unnest(qr_ids, scans) as code (qr_id, scans)
  where open_id >= (select open_floor from ledger_state)
  group by code.qr_id;

-- The exact count of one code, for reading few of them: each looks through what is open.
create view scan_counts as
  select state.qr_id, state.scan_count + coalesce((
    select sum(open.scans[array_position(open.qr_ids, state.qr_id)])
    from scan_open open
    where open.open_id >= (select open_floor from ledger_state) and state.qr_id = any (open.qr_ids)), 0)::bigint as scan_count
  from scan_state state;

-- Adds scans that were served already to their codes, whatever limit they have, and numbers them. In the order of the keys, as
-- everybody locks these rows.
create function add_scans(day date, batch uuid, codes uuid[], scans integer[], versions bigint[]) returns void language sql as $$
  with wanted as (
    select * from unnest(codes, scans, versions) with ordinality as listed (qr_id, scans, version, place) where scans > 0),
  locked as materialized (
    select qr_id from scan_state where qr_id in (select qr_id from wanted) order by qr_id for no key update),
  counted as (
    update scan_state state set scan_count = state.scan_count + wanted.scans
    from wanted join locked using (qr_id) where state.qr_id = wanted.qr_id
    returning wanted.*, state.scan_count - wanted.scans + 1 as first_number)
  insert into scan_numbers (numbered_on, recorded_on, batch_id, qr_ids, first_numbers, scans, versions)
  select (clock_timestamp() at time zone 'UTC')::date, day, batch, array_agg(qr_id order by place), array_agg(first_number order by place),
    array_agg(counted.scans order by place), array_agg(version order by place)
  from counted where (select is_appending from ledger_state)
  group by (place - 1) / 100
$$;

create function repair_scan_batch(batch uuid, day date, codes uuid[], scans integer[], versions bigint[]) returns void language plpgsql as $$
declare
  stored scan_batches;
  place integer;
  missing integer[] := array_fill(0, array[cardinality(codes)]);
begin
  select * into stored from scan_batches where recorded_on = day and batch_id = batch for update;
  for code in 1 .. cardinality(codes) loop
    place := array_position(stored.qr_ids, codes[code]);
    if place is null or stored.grants[place] >= 0 then
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
    missing[code] := scans[code];
  end loop;
  update scan_batches set grants = stored.grants where recorded_on = day and batch_id = batch;
  perform add_scans(day, batch, codes, missing, versions);
end
$$;

-- For processes of the release before, which know no versions.
create or replace function repair_scan_batch(batch uuid, day date, codes uuid[], scans integer[]) returns void language sql as $$
  select repair_scan_batch(batch, day, codes, scans, array_fill(null::bigint, array[cardinality(codes)]))
$$;

-- Returns once every append that began before has ended. Gives up after a moment, since appends wait behind it.
create function pass_scan_gate() returns void language plpgsql set lock_timeout = '100ms' as $$
begin
  lock table scan_gate in share mode;
end
$$;

-- A limit that is new counts once it is known how many scans of the code are open. Call it after pass_scan_gate, in another transaction.
create function settle_scan_limits(codes uuid[], at_versions bigint[]) returns void language plpgsql as $$
begin
  perform from scan_state state join unnest(codes, at_versions) as wanted (qr_id, version) using (qr_id, version)
    where not state.is_settled order by state.qr_id for no key update of state;
  -- A statement of its own, so a later snapshot: what was folded while we waited for the rows is not added again.
  with open as materialized (
    select code.qr_id, sum(code.scans) as scans
    from scan_open cross join lateral unnest(scan_open.qr_ids, scan_open.scans) as code (qr_id, scans)
    where open_id >= (select open_floor from ledger_state) and qr_ids && codes and code.qr_id = any (codes)
    group by code.qr_id)
  update scan_state state
  set is_settled = true, pending = coalesce((select open.scans from open where open.qr_id = state.qr_id), 0)
  from unnest(codes, at_versions) as wanted (qr_id, version)
  where state.qr_id = wanted.qr_id and state.version = wanted.version and not state.is_settled;
end
$$;

-- The id is taken while no append runs, so every later row has a larger one.
create function raise_open_floor() returns void language plpgsql as $$
declare
  next_id bigint;
begin
  perform pass_scan_gate();
  next_id := nextval(pg_get_serial_sequence('scan_open', 'open_id'));
  update ledger_state set open_floor = coalesce(
    (select min(open_id) from scan_open where open_id >= open_floor), next_id);
end
$$;

-- Last, because it locks the table of every scan: only for a moment.
alter table scan_state
  -- Of a code with a settled limit: its scans in scan_open, which use up the limit too.
  add column pending integer not null default 0,
  -- False from the change between a limit and none until the open scans are known.
  add column is_settled boolean not null default true;

create or replace function raise_scan_version() returns trigger language plpgsql as $$
begin
  if new.version = old.version
    and (old.scan_limit, old.expires_at) is distinct from (new.scan_limit, new.expires_at) then
    new.version := old.version + 1;
  end if;
  if (old.scan_limit is null) <> (new.scan_limit is null) then
    new.is_settled := false;
    new.pending := 0;
  end if;
  return new;
end
$$;

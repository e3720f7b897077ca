-- Where the scans of a code are, by number (docs/adr/0026-places-of-scans.md). A later release moves the rows of scan_numbers here soon
-- after they were written: scan_numbers is written with every batch and has no index; here a code finds its scans.
create table scan_places (
  numbered_on date not null,
  qr_id uuid not null,
  -- Scans with consecutive numbers, of at most 100 batches.
  last_number bigint not null,
  first_number bigint not null,
  -- Per batch, in the order of the numbers.
  recorded_on date[] not null,
  batch_ids uuid[] not null,
  scans integer[] not null,
  primary key (qr_id, last_number, numbered_on)
) partition by range (numbered_on);

-- Makes the partition of a day, and today's for numbers. Attached, not created in place: that would lock out writers.
create or replace function make_scan_partition(day date) returns boolean language plpgsql as $$
declare
  wanted record;
  is_new boolean := false;
begin
  perform pg_advisory_xact_lock(hashtext('make_scan_partition'));
  for wanted in
    select parent, parent || '_' || to_char(on_day, 'YYYYMMDD') as name, on_day
    from (values ('scan_batches', day), ('scan_numbers', day), ('scan_numbers', (now() at time zone 'UTC')::date),
        ('scan_places', day), ('scan_places', (now() at time zone 'UTC')::date)) as listed (parent, on_day)
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

-- Every day that has numbers.
do $$
declare
  day date;
begin
  for day in
    select to_date(right(child.relname::text, 8), 'YYYYMMDD')
    from pg_inherits join pg_class child on child.oid = inhrelid where inhparent = 'scan_numbers'::regclass
  loop
    execute format('create table scan_places_%s partition of scan_places for values from (%L) to (%L)',
      to_char(day, 'YYYYMMDD'), day, day + 1);
  end loop;
end
$$;

-- Drops the numbers of a day.
create function drop_scan_numbers(day date) returns void language plpgsql as $$
declare
  parent text;
  name text;
begin
  foreach parent in array array['scan_numbers', 'scan_places'] loop
    name := parent || '_' || to_char(day, 'YYYYMMDD');
    if to_regclass(name) is not null then
      execute format('alter table %I detach partition %I', parent, name);
      execute format('drop table %I', name);
    end if;
  end loop;
end
$$;

-- Drops a day of all tables, unless a scan of it is not in the roll-ups. Checked while nobody can write to it any more.
create or replace function drop_scan_partition(day date) returns boolean language plpgsql as $$
declare
  batches text := 'scan_batches_' || to_char(day, 'YYYYMMDD');
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
  perform drop_scan_numbers(day);
  return true;
end
$$;

-- Takes a day out of the ledger, so that nobody writes to it while it is archived; unless a scan of it is not in the roll-ups. A batch
-- that arrives later gets a new partition, which is archived after this one.
create function detach_scan_batches(day date) returns boolean language plpgsql as $$
declare
  batches text := 'scan_batches_' || to_char(day, 'YYYYMMDD');
  archiving text := 'archiving_' || to_char(day, 'YYYYMMDD');
  is_open boolean := false;
begin
  perform pg_advisory_xact_lock(hashtext('make_scan_partition'));
  if to_regclass(archiving) is not null then
    return true;
  end if;
  if day >= (now() at time zone 'UTC')::date - 1
    or exists (select from scan_batches where recorded_on = day and not is_rolled_up) then
    return false;
  end if;
  if to_regclass(batches) is null then
    return true;
  end if;
  execute format('alter table scan_batches detach partition %I', batches);
  execute format('select exists (select from %I where not is_rolled_up)', batches) into is_open;
  if is_open then
    execute format('alter table scan_batches attach partition %I for values from (%L) to (%L)', batches, day, day + 1);
    return false;
  end if;
  execute format('alter table %I rename to %I', batches, archiving);
  return true;
end
$$;

-- The next batches of a day that is being archived.
create function read_detached_batches(day date, after_id uuid, most integer)
  returns table (batch_id uuid, qr_ids uuid[], grants integer[], events json) language plpgsql stable as $$
declare
  archiving text := 'archiving_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass(archiving) is not null then
    return query execute format('select batch_id, qr_ids, grants, events from %I where recorded_on = $3 and batch_id > $1 order by batch_id limit $2',
      archiving) using after_id, most, day;
  end if;
end
$$;

create function drop_detached_batches(day date) returns void language plpgsql as $$
begin
  execute format('drop table if exists %I', 'archiving_' || to_char(day, 'YYYYMMDD'));
end
$$;

-- The files of archived scans. A row comes before its file, so that erasing an account finds every file.
create table scan_archives (
  file text primary key,
  account_id uuid not null references accounts on delete cascade,
  day date not null,
  -- Null: the first server.
  server_id uuid,
  scans bigint not null,
  -- Null until the whole day of the server is archived.
  finished_at timestamptz(3)
);
create index scan_archives_of_account on scan_archives (account_id, day);
create index scan_archives_by_day on scan_archives (day);

-- A deleted code has no scans. The lock waits for whoever moves numbers, and everybody who moves them later sees that the code is gone.
create function delete_scan_places() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('place_scan_numbers'));
  delete from scan_places where qr_id in (select qr_id from gone);
  return null;
end
$$;
create trigger qr_codes_places after delete on qr_codes referencing old table as gone
  for each statement execute function delete_scan_places();

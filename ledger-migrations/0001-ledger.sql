-- The schema of a ledger server (docs/adr/0020-ledger-servers.md). Tables and functions have the names and columns of those on the first
-- server, so that the same statements read them. Nothing here knows codes, projects or accounts.

create table ledger_state (
  is_only boolean primary key default true check (is_only),
  server_id uuid not null default gen_random_uuid(),
  -- Per shard: scans that were checked on the first server under a lower epoch are refused. The highest of all shards tells in the usual
  -- case that none is.
  fences bigint[] not null default array_fill(0, array[256]),
  fence bigint not null default 0,
  -- Every row of scan_open below this id was folded. So readers skip dead rows that a long transaction keeps alive.
  open_floor bigint not null default 1
);
insert into ledger_state default values;

-- What is on its way to the first server, under a number that rises: the first server adds each number once.
create table ledger_transfers (
  kind text primary key,
  number bigint not null default 0,
  -- Null: nothing is on its way, and the number was added.
  transfer_id uuid,
  open_ids bigint[] not null default '{}',
  days date[] not null default '{}',
  batch_ids uuid[] not null default '{}'
);
insert into ledger_transfers (kind) values ('fold'), ('roll_up');

-- Never has a row. Appends hold it as writers; a share lock waits for every append that began before.
create table scan_gate (id integer);

create table scan_batches (
  recorded_on date not null,
  batch_id uuid not null,
  recorded_at timestamptz(3) not null default now(),
  qr_ids uuid[] not null,
  grants integer[] not null,
  events json compression lz4 not null,
  is_rolled_up boolean not null default false,
  primary key (recorded_on, batch_id)
) partition by range (recorded_on);
create index scan_batches_open on scan_batches (recorded_on, batch_id) where not is_rolled_up;

-- Scans that are counted and not yet added to the counts of their codes, in rows of at most 100 codes.
create table scan_open (
  open_id bigint generated always as identity primary key,
  recorded_on date not null,
  batch_id uuid not null,
  qr_ids uuid[] not null,
  scans integer[] not null,
  -- Per code: the version that its visitors saw; null where it is not known.
  versions bigint[] not null,
  -- Whether their redirects had left before: no limit waits for them.
  is_replayed boolean not null default false
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 100000);
alter table scan_open alter column qr_ids set storage plain, alter column scans set storage plain,
  alter column versions set storage plain;

create function events_of(wanted uuid[], qr_ids uuid[], events json) returns json language sql immutable parallel safe as $$
  select coalesce(json_agg(event order by nth), '[]')
  from json_array_elements(events) with ordinality as listed (event, nth)
  where qr_ids[(event ->> 0)::integer] = any (wanted)
$$;

create function make_scan_partition(day date) returns boolean language plpgsql as $$
declare
  name text := 'scan_batches_' || to_char(day, 'YYYYMMDD');
begin
  perform pg_advisory_xact_lock(hashtext('make_scan_partition'));
  if to_regclass(name) is not null then
    return false;
  end if;
  execute format(
    'create table %I (like scan_batches including defaults including constraints including indexes including compression including storage)',
    name);
  execute format('alter table scan_batches attach partition %I for values from (%L) to (%L)', name, day, day + 1);
  return true;
end
$$;

select make_scan_partition((now() at time zone 'UTC')::date + ahead) from generate_series(-1, 14) ahead;

-- Drops a day, unless a scan of it is not in the roll-ups. Checked while nobody can write to it any more.
create function drop_scan_partition(day date) returns boolean language plpgsql as $$
declare
  name text := 'scan_batches_' || to_char(day, 'YYYYMMDD');
  is_open boolean;
begin
  perform pg_advisory_xact_lock(hashtext('make_scan_partition'));
  if day >= (now() at time zone 'UTC')::date - 1
    or exists (select from scan_batches where recorded_on = day and not is_rolled_up) then
    return false;
  end if;
  if to_regclass(name) is null then
    return true;
  end if;
  execute format('alter table scan_batches detach partition %I', name);
  execute format('select exists (select from %I where not is_rolled_up)', name) into is_open;
  if is_open then
    execute format('alter table scan_batches attach partition %I for values from (%L) to (%L)', name, day, day + 1);
    return false;
  end if;
  execute format('drop table %I', name);
  return true;
end
$$;

-- Opens scans that were served already, whatever limit their codes have by now.
create function open_served_scans(
  day date, batch uuid, codes uuid[], scans integer[], versions bigint[], replayed boolean) returns void language sql as $$
  insert into scan_open (recorded_on, batch_id, qr_ids, scans, versions, is_replayed)
  select day, batch, array_agg(listed.qr_id order by place), array_agg(listed.scans order by place), array_agg(version order by place), replayed
  from unnest(codes, scans, versions) with ordinality as listed (qr_id, scans, version, place)
  where listed.scans > 0
  group by (place - 1) / 100
$$;

-- A batch that had been counted after all may have left codes out, whose scans were then answered without it.
create function repair_scan_batch(
  batch uuid, day date, codes uuid[], scans integer[], versions bigint[], replayed boolean) returns void language plpgsql as $$
declare
  stored scan_batches;
  place integer;
  missing integer[] := array_fill(0, array[cardinality(codes)]);
  is_read boolean;
begin
  -- Before the batch: roll-ups take the locks in this order.
  select batch = any (batch_ids) into is_read from ledger_transfers where kind = 'roll_up' for share;
  select * into stored from scan_batches where recorded_on = day and batch_id = batch for update;
  for code in 1 .. cardinality(codes) loop
    place := array_position(stored.qr_ids, codes[code]);
    if place is null or stored.grants[place] >= 0 or scans[code] = 0 then
      continue;
    end if;
    if stored.is_rolled_up or is_read then
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
  perform open_served_scans(day, batch, codes, missing, versions, replayed);
end
$$;

-- Counts a batch whose scans were answered already, once: if it was counted before, only what was left out then.
-- replayed: its codes may have got a limit since, which knows nothing of these scans.
create function count_served_batch(
  batch uuid, day date, codes uuid[], scans integer[], versions bigint[], events json, replayed boolean) returns void language plpgsql as $$
begin
  -- As every append: otherwise the floor could be raised above an open row that is not committed yet, and nobody would ever fold it.
  lock table scan_gate in row exclusive mode;
  insert into scan_batches (batch_id, recorded_on, qr_ids, grants, events)
    values (batch, day, codes, array(
      -- A journal may still bring those that were left out.
      select case own when 0 then -1 else 2 * own end from unnest(scans) with ordinality as listed (own, place) order by place), events)
    on conflict do nothing;
  if found then
    perform open_served_scans(day, batch, codes, scans, versions, replayed);
  else
    perform repair_scan_batch(batch, day, codes, scans, versions, replayed);
  end if;
end
$$;

-- Returns once every append that began before has ended. Gives up after a moment, since appends wait behind it.
create function pass_scan_gate() returns void language plpgsql set lock_timeout = '100ms' as $$
begin
  lock table scan_gate in share mode;
end
$$;

-- From now on scans of these shards that were checked under a lower epoch are refused, and none of them is in flight.
create function raise_fence(epoch bigint, shards integer[]) returns void language plpgsql as $$
begin
  perform pass_scan_gate();
  update ledger_state set fence = greatest(fence, epoch), fences = array(
    select case when place - 1 = any (shards) then greatest(own, epoch) else own end
    from unnest(fences) with ordinality as listed (own, place) order by place);
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

-- The same functions as on the first server: a day is archived before it is dropped.
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

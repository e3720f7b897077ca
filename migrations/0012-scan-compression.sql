-- Events of a batch are compressed as they are written, on the hottest path there is: lz4 where this PostgreSQL has it.
create or replace function make_scan_partition(day date) returns boolean language plpgsql as $$
declare
  name text := 'scan_batches_' || to_char(day, 'YYYYMMDD');
begin
  perform pg_advisory_xact_lock(hashtext('make_scan_partition'));
  if to_regclass(name) is not null then
    return false;
  end if;
  execute format(
    'create table %I (like scan_batches including defaults including constraints including indexes including compression)',
    name);
  execute format('alter table scan_batches attach partition %I for values from (%L) to (%L)', name, day, day + 1);
  return true;
end
$$;

do $$
declare
  partition regclass;
begin
  alter table scan_batches alter column events set compression lz4;
  for partition in select inhrelid::regclass from pg_inherits where inhparent = 'scan_batches'::regclass loop
    execute format('alter table %s alter column events set compression lz4', partition);
  end loop;
exception when feature_not_supported then
  raise notice 'this PostgreSQL has no lz4; events are compressed as it does by default';
end
$$;

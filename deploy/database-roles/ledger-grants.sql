-- What each process may do on a ledger server. `waypost migrate` runs this file there if the three roles exist (create.sql).
set local lock_timeout = '5s';
set local search_path = public, pg_temp;
-- No partition is created or dropped meanwhile.
select pg_advisory_xact_lock(hashtext('make_scan_partition'));

-- 1. Functions that run with the owner's rights.
do $$
declare
  routine regprocedure;
begin
  foreach routine in array array['make_scan_partition(date)', 'drop_scan_partition(date)', 'pass_scan_gate()', 'raise_fence(bigint, integer[])',
    'raise_open_floor()', 'detach_scan_batches(date)', 'read_detached_batches(date, uuid, integer)', 'drop_detached_batches(date)',
    'count_served_batch(uuid, date, uuid[], integer[], bigint[], json, boolean)']::regprocedure[]
  loop
    execute format('alter function %s security definer set search_path = public, pg_temp', routine);
  end loop;
end
$$;

-- 2. Start from nothing.
do $$
declare
  routine regprocedure;
begin
  execute format('revoke connect, temporary on database %I from public', current_database());
  execute format('revoke all on database %I from waypost_api, waypost_scan, waypost_worker', current_database());
  execute format('grant connect on database %I to waypost_api, waypost_scan, waypost_worker', current_database());
  for routine in select oid from pg_proc where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
  loop
    execute format('revoke all on function %s from public, waypost_api, waypost_scan, waypost_worker', routine);
  end loop;
end
$$;
alter default privileges revoke execute on functions from public;
revoke create on schema public from public;
revoke all on schema public from waypost_api, waypost_scan, waypost_worker;
revoke all on all tables in schema public from public, waypost_api, waypost_scan, waypost_worker;
revoke all on all sequences in schema public from public, waypost_api, waypost_scan, waypost_worker;
grant usage on schema public to waypost_api, waypost_scan, waypost_worker;

grant select on ledger_state, ledger_transfers to waypost_api, waypost_scan, waypost_worker;
grant execute on function events_of(uuid[], uuid[], json) to waypost_api, waypost_scan, waypost_worker;

-- 3. scan counts, and can't read who scanned what.
grant select (recorded_on, batch_id, grants), insert (recorded_on, batch_id, qr_ids, grants, events), update (events)
  on scan_batches to waypost_scan;
grant insert on scan_gate to waypost_scan;
grant select, insert on scan_open to waypost_scan;
grant select on sequence scan_open_open_id_seq to waypost_scan, waypost_worker;
grant execute on function make_scan_partition(date), pass_scan_gate(), raise_fence(bigint, integer[]),
  count_served_batch(uuid, date, uuid[], integer[], bigint[], json, boolean) to waypost_scan;

-- 4. api reads what has not been handed over.
grant select on scan_batches, scan_open to waypost_api;

-- 5. worker hands over, keeps days and erases.
grant select, update (is_rolled_up, qr_ids, events) on scan_batches to waypost_worker;
grant select, update (scans, qr_ids), delete on scan_open to waypost_worker;
grant update on ledger_transfers to waypost_worker;
grant execute on function make_scan_partition(date), drop_scan_partition(date), raise_open_floor(), detach_scan_batches(date),
  read_detached_batches(date, uuid, integer), drop_detached_batches(date),
  count_served_batch(uuid, date, uuid[], integer[], bigint[], json, boolean) to waypost_worker;

-- What happened to codes, projects and exports, for programs that follow along (docs/adr/0027-events.md). Triggers write an event in the
-- transaction of its change, so no code path can forget it. A later release reads and delivers them.

-- Events that have no place in the log yet.
create table new_events (
  -- Drawn while the row that changed is locked: the later of two events of one code has the greater number.
  event_number bigint generated always as identity primary key,
  type text not null,
  account_id uuid not null,
  -- The project after the change; null: an export of the whole account.
  project_id uuid,
  qr_id uuid,
  -- The code, project or export after the change, as stored. Null: the code when the event gets its place, because nobody has locked it.
  subject jsonb,
  -- Old values of the changed fields.
  previous jsonb,
  actor_kind text not null,
  actor_id text,
  -- The row of code_history; null: not a change by somebody.
  change_id uuid,
  created_at timestamptz(3) not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index new_events_of_account on new_events (account_id, change_id);

-- The log. It is written by order_events() only, one transaction at a time, so no event appears before one that was already read.
create table events (
  -- Its place in the log and its day, see log_id.
  event_id uuid not null,
  ordered_on date not null,
  type text not null,
  account_id uuid not null,
  project_id uuid,
  qr_id uuid,
  subject jsonb not null,
  previous jsonb,
  actor_kind text not null,
  actor_id text,
  change_id uuid,
  created_at timestamptz(3) not null,
  primary key (event_id, ordered_on)
) partition by range (ordered_on);
create index events_of_account on events (account_id, event_id);
create index events_of_code on events (qr_id, event_id) where qr_id is not null;

create table event_cursor (
  is_only boolean primary key default true check (is_only),
  -- Up to which event deliveries were made.
  delivered_through uuid not null default '00000000-0000-0000-0000-000000000000',
  -- Up to which code expiries from before this table were noted; null: all.
  expiries_through uuid default '00000000-0000-0000-0000-000000000000',
  expiries_since timestamptz(3) not null default now()
);
insert into event_cursor default values;

-- Whether events are written. The release that reads them switches it on, so that none are stored for nobody.
create table event_switch (
  is_only boolean primary key default true check (is_only),
  is_on boolean not null default false,
  -- No event at or below it is waiting or can still appear. A long transaction keeps deleted rows; they are skipped.
  event_floor bigint not null default 0,
  next_floor bigint,
  next_floor_xmax xid8
);
insert into event_switch default values;

create sequence log_order;
-- IDs of logs: a number that only grows, the day (so that its partition is known) and chance.
create function log_id(on_day date) returns uuid language sql volatile security definer set search_path = public, pg_temp as $$
  select encode(int8send(nextval('log_order')) || substr(int4send(on_day - date '2020-01-01'), 3)
    || substr(uuid_send(gen_random_uuid()), 1, 6), 'hex')::uuid
$$;

-- Codes whose expiry has not been announced.
create table waiting_expiries (
  qr_id uuid primary key,
  expires_at timestamptz(3) not null
);
create index waiting_expiries_due on waiting_expiries (expires_at);

-- Codes whose reached limit was announced, so that it is announced once.
create table reached_limits (
  qr_id uuid primary key
);

-- One event for one endpoint.
create table webhook_deliveries (
  delivery_id uuid not null,
  created_on date not null,
  endpoint_id uuid not null,
  account_id uuid not null,
  type text not null,
  -- Of events or scan_groups, by type.
  event_id uuid not null,
  -- What is delivered in order: the code, otherwise the project.
  subject_id uuid,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'dead', 'cancelled')),
  attempts integer not null default 0,
  -- While pending.
  due_at timestamptz(3),
  attempted_at timestamptz(3),
  duration_ms integer,
  response_status integer,
  -- Its first 1 KiB.
  response_start text,
  error text,
  created_at timestamptz(3) not null default now(),
  primary key (delivery_id, created_on),
  check ((status = 'pending') = (due_at is not null))
) partition by range (created_on);
create index webhook_deliveries_of_account on webhook_deliveries (account_id);
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, delivery_id);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at, delivery_id) where status = 'pending';
create index webhook_deliveries_pending on webhook_deliveries (endpoint_id, delivery_id) where status = 'pending';

-- Scans that are delivered together, the same ones to every endpoint and on every replay.
create table scan_groups (
  event_id uuid not null,
  ordered_on date not null,
  account_id uuid not null,
  project_id uuid not null,
  qr_id uuid not null,
  first_number bigint not null,
  last_number bigint not null,
  created_at timestamptz(3) not null default now(),
  primary key (event_id, ordered_on),
  check (last_number - first_number between 0 and 99)
) partition by range (ordered_on);
create index scan_groups_of_code on scan_groups (qr_id, last_number);
create index scan_groups_of_account on scan_groups (account_id, event_id);

-- Up to which scan the deliveries of a code were made.
create table scan_group_heads (
  qr_id uuid primary key,
  account_id uuid not null,
  -- Of its account, see scan_receivers.
  generation bigint not null,
  announced_through bigint not null,
  placed_through bigint not null
);
create index scan_group_heads_waiting on scan_group_heads (qr_id) where placed_through > announced_through;
create index scan_group_heads_of_account on scan_group_heads (account_id);

-- Accounts with an endpoint for scans. The generation is raised when the first one is added or enabled: what happened before is not sent.
create table scan_receivers (
  account_id uuid primary key,
  generation bigint not null default 1,
  endpoints integer not null
);

-- Makes the partitions of a day. Attached, not created in place: that would lock out writers.
create function make_event_partitions(day date) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent text;
  name text;
begin
  if to_regclass('scan_groups_' || to_char(day, 'YYYYMMDD')) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('make_scan_partition'));
  foreach parent in array array['events', 'webhook_deliveries', 'scan_groups'] loop
    name := parent || '_' || to_char(day, 'YYYYMMDD');
    if to_regclass(name) is null then
      execute format('create table %I (like %I including defaults including constraints including indexes)', name, parent);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, day, day + 1);
    end if;
  end loop;
end
$$;

-- Drops the oldest day of a log. False: there is none before.
create function drop_event_partition(parent text, before_day date) returns boolean language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  name text;
begin
  if parent not in ('events', 'webhook_deliveries', 'scan_groups') or before_day > (now() at time zone 'UTC')::date - 30 then
    raise exception 'events are kept for at least 30 days' using errcode = 'restrict_violation';
  end if;
  perform pg_advisory_xact_lock(hashtext('make_scan_partition'));
  select child.relname into name from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = parent::regclass and to_date(right(child.relname::text, 8), 'YYYYMMDD') < before_day
    order by child.relname limit 1;
  if name is null then
    return false;
  end if;
  execute format('alter table %I detach partition %I', parent, name);
  execute format('drop table %I', name);
  return true;
end
$$;

select make_event_partitions((now() at time zone 'UTC')::date + ahead) from generate_series(0, 14) as ahead;

-- Gives events their place in the log. Only one transaction at a time does it: of two events, the one that was read first has the
-- smaller ID. Null: somebody else does it now.
create function order_events(most integer) returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  today date := (clock_timestamp() at time zone 'UTC')::date;
  state event_switch;
  drawn bigint;
  moved integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('order_events')) then
    return null;
  end if;
  select * into state from event_switch;
  if not exists (select from new_events where event_number > state.event_floor) then
    return 0;
  end if;
  -- Even if a clock was set back: the order of IDs is the order of days.
  today := greatest(today, (select max(ordered_on) from events where ordered_on > today));
  perform make_event_partitions(today);
  with taken as (
    delete from new_events where event_number = any(array(
      select event_number from new_events where event_number > state.event_floor order by event_number limit most for update skip locked))
    returning *),
  ordered as (
    insert into events (event_id, ordered_on, type, account_id, project_id, qr_id, subject, previous, actor_kind, actor_id, change_id, created_at)
    select log_id(today), today, type, account_id, project_id, qr_id, subject, previous, actor_kind, actor_id, change_id, created_at
    from (
      select type, account_id, project_id, qr_id, coalesce(subject, code_snapshot(qr_id)) as subject, previous, actor_kind, actor_id,
        change_id, created_at from taken order by event_number) as in_order
    where subject is not null)
  select count(*) into moved from taken;
  -- Whoever drew a number has a transaction ID. Once all of those transactions are over, numbers up to there can't appear any more.
  if state.next_floor is null then
    select last_value into drawn from new_events_event_number_seq;
    if drawn > state.event_floor + 10000 then
      update event_switch set next_floor = drawn, next_floor_xmax = pg_snapshot_xmax(pg_current_snapshot());
    end if;
  elsif pg_snapshot_xmin(pg_current_snapshot()) >= state.next_floor_xmax
    and not exists (select from new_events where event_number > state.event_floor and event_number <= state.next_floor) then
    update event_switch set event_floor = next_floor, next_floor = null, next_floor_xmax = null;
  end if;
  return moved;
end
$$;

create function snapshot_of(code qr_codes, state scan_state) returns jsonb language sql stable as $$
  select jsonb_build_object('qr_id', code.qr_id, 'project_id', code.project_id, 'label', code.label, 'type', code.type, 'status', code.status,
    'redirect_url', code.redirect_url, 'redirect_rules', code.redirect_rules, 'analytics_enabled', code.analytics_enabled,
    'reserved_slug', code.reserved_slug, 'is_slug_public', code.is_slug_public, 'render_status', code.render_status,
    'render_requested_at', code.render_requested_at, 'render_attempt', code.render_attempt, 'render_error', code.render_error,
    'last_rendered_at', code.last_rendered_at, 'svg_file', code.svg_file, 'png_file', code.png_file, 'created_at', code.created_at,
    'updated_at', code.updated_at, 'domain_host', (select host from serving_domains domain where domain.project_id = code.project_id))
    || jsonb_build_object('scan_count', state.scan_count, 'scan_limit', state.scan_limit, 'expires_at', state.expires_at)
$$;

create function code_snapshot(code uuid) returns jsonb language sql stable as $$
  select snapshot_of(found, state) from qr_codes found left join scan_state state using (qr_id) where found.qr_id = code
$$;

create function are_events_on() returns boolean language sql stable as $$ select is_on from event_switch $$;

-- Of a code that the caller has locked.
create function add_code_event(kind text, code uuid, old_values jsonb, actor_kind text, actor_id text, change uuid)
returns void language sql as $$
  insert into new_events (type, account_id, project_id, qr_id, subject, previous, actor_kind, actor_id, change_id)
  select kind, account_id, project_id, qr_id, code_snapshot(qr_id), old_values, actor_kind, actor_id, change
  from qr_codes where qr_id = code
$$;

-- Once, until the limit is changed to one that is not reached.
create function announce_limit(code uuid) returns void language plpgsql as $$
declare
  is_new boolean;
begin
  insert into reached_limits (qr_id) select qr_id from scan_state where qr_id = code and scan_count + pending >= scan_limit
    on conflict (qr_id) do nothing returning true into is_new;
  if is_new then
    insert into new_events (type, account_id, project_id, qr_id, actor_kind)
      select 'qr.limit_reached', account_id, project_id, qr_id, 'system' from qr_codes where qr_id = code;
  end if;
end
$$;

-- As before, and an event for each new code.
create or replace function record_new_codes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with recorded as (
    insert into code_history (account_id, project_id, qr_id, bulk_id, actor_kind, actor_id, via, operation, after)
    select code.account_id, code.project_id, code.qr_id, actor.bulk_id, actor.kind, actor.id, actor.via, 'created',
      code_fields(code) || jsonb_build_object('type', code.type, 'scan_limit', state.scan_limit, 'expires_at', state.expires_at)
    from new_codes as code left join scan_state state using (qr_id) cross join acting() as actor
    returning change_id, qr_id, actor_kind, actor_id)
  insert into new_events (type, account_id, project_id, qr_id, subject, actor_kind, actor_id, change_id)
    select 'qr.created', code.account_id, code.project_id, code.qr_id, snapshot_of(code, state), recorded.actor_kind, recorded.actor_id,
      recorded.change_id
    from new_codes as code join recorded using (qr_id) left join scan_state state using (qr_id)
    where are_events_on() order by recorded.change_id;
  return null;
end
$$;

-- As before; a code that is created and changed in one transaction has one event.
create or replace function add_code_change(account uuid, project uuid, code uuid, was jsonb, became jsonb, seen_version bigint)
returns void language plpgsql as $$
declare
  newest code_history;
  actor record;
begin
  select * into newest from code_history where qr_id = code order by change_id desc limit 1;
  if newest.transaction_id = pg_current_xact_id() and newest.changed_at = now()::timestamptz(3) then
    update code_history history set before = was || history.before, after = history.after || became, project_id = project,
      version = coalesce(seen_version, history.version) where change_id = newest.change_id;
    if newest.operation = 'created' then
      update new_events set subject = code_snapshot(code), project_id = project
        where account_id = account and change_id = newest.change_id;
    end if;
  else
    select * into actor from acting();
    insert into code_history (account_id, project_id, qr_id, bulk_id, actor_kind, actor_id, via, operation, before, after, version)
      values (account, project, code, actor.bulk_id, actor.kind, actor.id,
        case when actor.kind = 'system' and became ? 'blocked_by' then 'safety' else actor.via end, 'changed', was, became, seen_version)
      returning * into newest;
  end if;
  if seen_version is not null and newest.operation = 'changed' then
    insert into unseen_changes (qr_id, change_id, version) values (code, newest.change_id, seen_version)
      on conflict (qr_id, change_id) do update set version = excluded.version;
  end if;
end
$$;

-- From here on, tables of others are locked: nothing slow comes after this.

-- Receivers.
create table webhook_endpoints (
  endpoint_id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  url text not null check (char_length(url) <= 2048),
  description text not null default '' check (char_length(description) <= 500),
  -- Null: all, also later ones.
  types text[],
  project_id uuid,
  qr_ids uuid[] check (cardinality(qr_ids) between 1 and 100),
  -- What its creator may read is the most that it gets. Projects: null means all.
  reads_events boolean not null default true,
  reads_scans boolean not null default true,
  reads_projects uuid[],
  sealed_secret text not null,
  -- The secret before the last rotation; both sign until then.
  sealed_old_secret text,
  old_secret_until timestamptz(3),
  is_enabled boolean not null default true,
  -- Events and deliveries up to this one are not sent: the endpoint was created, disabled or enabled then.
  ended_through uuid,
  disabled_reason text check (disabled_reason in ('owner', 'gone', 'failing', 'plan', 'operator')),
  -- Since its last success.
  failures integer not null default 0,
  failing_since timestamptz(3),
  -- Nothing is sent before, because it failed again and again.
  paused_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  foreign key (account_id, project_id) references projects (account_id, project_id) on delete cascade,
  check (project_id is null or qr_ids is null),
  check (is_enabled = (disabled_reason is null)),
  check ((sealed_old_secret is null) = (old_secret_until is null))
);
create index webhook_endpoints_of_account on webhook_endpoints (account_id, created_at desc, endpoint_id desc);
create index webhook_endpoints_of_project on webhook_endpoints (project_id) where project_id is not null;
create trigger webhook_endpoints_write_history after insert or delete
  or update of url, description, types, project_id, qr_ids, sealed_secret, is_enabled on webhook_endpoints for each row
  execute function record_account_change('webhook', 'endpoint_id', 'url description types project_id qr_ids is_enabled', 'sealed_secret');

create function takes_scans(endpoint webhook_endpoints) returns boolean language sql immutable as $$
  select endpoint.is_enabled and endpoint.reads_scans and (endpoint.types is null or 'qr.scan' = any(endpoint.types))
$$;

create function count_scan_receivers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  change integer := (case when tg_op <> 'DELETE' and takes_scans(new) then 1 else 0 end)
    - (case when tg_op <> 'INSERT' and takes_scans(old) then 1 else 0 end);
begin
  if change <> 0 then
    insert into scan_receivers as receivers (account_id, endpoints) values (coalesce(new.account_id, old.account_id), change)
      on conflict (account_id) do update set endpoints = receivers.endpoints + change,
        generation = receivers.generation + case when receivers.endpoints = 0 then 1 else 0 end;
  end if;
  return null;
end
$$;
create trigger webhook_endpoints_scans after insert or update of is_enabled, reads_scans, types or delete on webhook_endpoints
  for each row execute function count_scan_receivers();

-- At the end of the transaction, when all of its statements are in one row of the history.
create function write_change_events() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  change code_history;
  was jsonb := '{}';
  became jsonb := '{}';
  earlier record;
  kind text;
begin
  if not are_events_on() then
    return null;
  end if;
  select * into change from code_history where change_id = new.change_id;
  if not found then
    return null;
  end if;
  if change.qr_id is null then
    -- Each statement has a row of its own. The first one writes the event of all.
    for earlier in
      select * from (select * from code_history where project_id = new.project_id and qr_id is null order by change_id desc limit 100) newest
      where transaction_id = pg_current_xact_id() order by change_id
    loop
      if earlier.change_id < new.change_id then
        return null;
      end if;
      was := coalesce(earlier.before, '{}') || was;
      became := became || earlier.after;
    end loop;
  else
    was := coalesce(change.before, '{}');
    became := change.after;
  end if;
  -- A secret that changed looks the same as before.
  select coalesce(jsonb_object_agg(field.key, field.value), '{}') into was from jsonb_each(was) field
    where field.value is distinct from became -> field.key or field.key = 'qr_data';
  if change.qr_id is not null then
    kind := case when not was ? 'status' then null
      when became ->> 'status' = 'blocked' then 'qr.blocked'
      when became ->> 'status' = 'archived' then 'qr.archived'
      when was ->> 'status' = 'blocked' then 'qr.unblocked'
      else 'qr.reactivated' end;
    if kind is not null then
      perform add_code_event(kind, change.qr_id, jsonb_build_object('status', was -> 'status'),
        change.actor_kind, change.actor_id, change.change_id);
    end if;
    was := was - array['status', 'blocked_by'];
    if was <> '{}' then
      perform add_code_event('qr.updated', change.qr_id, was - array['qr_data', 'render_metadata'],
        change.actor_kind, change.actor_id, change.change_id);
    end if;
    if was ? 'scan_limit' then
      perform announce_limit(change.qr_id);
    end if;
  else
    insert into new_events (type, account_id, project_id, subject, previous, actor_kind, actor_id, change_id)
      select listed.type, change.account_id, change.project_id,
        to_jsonb(project) || jsonb_build_object('has_custom_domain',
          exists (select from serving_domains domain where domain.project_id = project.project_id)),
        case when listed.type = 'project.updated' then was - 'is_archived' end, change.actor_kind, change.actor_id, change.change_id
      from projects project cross join (values
          (1, 'project.created', change.operation = 'created'),
          (2, 'project.archived', change.operation = 'changed' and was ? 'is_archived' and (became ->> 'is_archived')::boolean),
          (3, 'project.unarchived', change.operation = 'changed' and was ? 'is_archived' and not (became ->> 'is_archived')::boolean),
          (4, 'project.updated', change.operation = 'changed' and was - 'is_archived' <> '{}')) as listed (place, type, is_so)
      where project.project_id = change.project_id and listed.is_so order by listed.place;
  end if;
  return null;
end
$$;
create constraint trigger code_history_write_events after insert on code_history deferrable initially deferred
  for each row when (new.operation = 'changed' or new.qr_id is null) execute function write_change_events();

create function write_rendered_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if are_events_on() then
    perform add_code_event('qr.rendered', new.qr_id, null, 'system', null, null);
  end if;
  return null;
end
$$;
create constraint trigger qr_codes_write_rendered after update on qr_codes deferrable initially deferred
  for each row when (new.last_rendered_at is distinct from old.last_rendered_at) execute function write_rendered_event();

-- Reached by scans; those from before the limit that are not folded yet count as well (pending). The code itself is not locked.
create function write_limit_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if are_events_on() then
    perform announce_limit(new.qr_id);
  end if;
  return null;
end
$$;
create constraint trigger scan_state_write_limit after update of scan_count, pending on scan_state deferrable initially deferred
  for each row when (new.scan_count + new.pending >= new.scan_limit and old.scan_limit = new.scan_limit
    and old.scan_count + old.pending < old.scan_limit) execute function write_limit_event();

create function forget_reached_limit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from reached_limits where qr_id = old.qr_id;
  return null;
end
$$;
create trigger scan_state_write_new_limit after update of scan_limit on scan_state for each row
  when (old.scan_limit is distinct from new.scan_limit
    and (new.scan_limit is null or new.scan_count + new.pending < new.scan_limit)) execute function forget_reached_limit();
create trigger scan_state_write_no_limit after delete on scan_state for each row
  when (old.scan_limit is not null) execute function forget_reached_limit();

create function note_new_expiries() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into waiting_expiries (qr_id, expires_at) select qr_id, expires_at from new_states where expires_at > now()
    on conflict (qr_id) do update set expires_at = excluded.expires_at;
  return null;
end
$$;
create trigger scan_state_write_expiries after insert on scan_state referencing new table as new_states
  for each statement execute function note_new_expiries();

create function note_changed_expiry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' or new.expires_at is null then
    delete from waiting_expiries where qr_id = old.qr_id;
  else
    insert into waiting_expiries (qr_id, expires_at) values (new.qr_id, new.expires_at)
      on conflict (qr_id) do update set expires_at = excluded.expires_at;
  end if;
  return null;
end
$$;
create trigger scan_state_write_expiry after update of expires_at on scan_state for each row
  when (old.expires_at is distinct from new.expires_at) execute function note_changed_expiry();
create trigger scan_state_write_end after delete on scan_state for each row
  when (old.expires_at is not null) execute function note_changed_expiry();

-- Announces codes that have expired. Returns how many were due.
create function announce_expired(most integer) returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  looked_at integer;
begin
  with due as (
    delete from waiting_expiries where qr_id = any(array(
      select qr_id from waiting_expiries where expires_at <= clock_timestamp() order by expires_at limit most for update skip locked))
    returning qr_id, expires_at),
  announced as (
    insert into new_events (type, account_id, project_id, qr_id, actor_kind)
    select 'qr.expired', account_id, project_id, qr_id, 'system'
    from due join scan_state state using (qr_id, expires_at) join qr_codes using (qr_id))
  select count(*) into looked_at from due;
  return looked_at;
end
$$;

create function write_export_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not are_events_on() then
    return null;
  end if;
  insert into new_events (type, account_id, project_id, qr_id, subject, actor_kind)
    values ('export.' || new.status, new.account_id, coalesce(new.project_id, (select project_id from qr_codes where qr_id = new.qr_id)),
      new.qr_id, to_jsonb(new) - array['qr_ids', 'file', 'account_id'], 'system');
  return null;
end
$$;
create trigger exports_write_event after update of status on exports for each row
  when (old.status is distinct from new.status and new.status in ('done', 'failed')) execute function write_export_event();

-- Whatever removes an account removes its events.
create function erase_events() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from new_events where account_id = old.account_id;
  delete from events where account_id = old.account_id;
  delete from webhook_deliveries where account_id = old.account_id;
  delete from scan_groups where account_id = old.account_id;
  delete from scan_group_heads where account_id = old.account_id;
  delete from scan_receivers where account_id = old.account_id;
  return null;
end
$$;
-- At the end of the transaction, after everything that refers to the account is removed.
create constraint trigger accounts_write_last after delete on accounts deferrable initially deferred
  for each row execute function erase_events();

-- Notes the expiries of some codes from before. False: all were noted. A note that is out of date is not announced.
create function note_old_expiries(most integer) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  cursor event_cursor;
  next_position uuid;
begin
  select * into cursor from event_cursor for update skip locked;
  if cursor.expiries_through is null then
    return false;
  end if;
  select max(qr_id::text)::uuid into next_position
    from (select qr_id from scan_state where qr_id > cursor.expiries_through order by qr_id limit most) as page;
  insert into waiting_expiries (qr_id, expires_at)
    select qr_id, expires_at from scan_state
    where qr_id > cursor.expiries_through and qr_id <= next_position and expires_at > cursor.expiries_since
    on conflict (qr_id) do nothing;
  update event_cursor set expiries_through = next_position;
  return next_position is not null;
end
$$;

-- What large lists need: tags, folders, saved views, and orders that are as fast with a million codes as with a few (docs/adr/0029-large-lists.md).
alter table qr_codes add column tags text[] not null default '{}', add column folder_id uuid;
alter table qr_codes add constraint qr_codes_tags check (cardinality(tags) <= 20) not valid;

create table folders (
  folder_id uuid primary key,
  account_id uuid not null,
  project_id uuid not null,
  name text not null check (char_length(name) between 1 and 80),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (project_id, folder_id),
  foreign key (account_id, project_id) references projects (account_id, project_id) on delete cascade
);
create unique index folders_name on folders (project_id, lower(name));
create trigger folders_audit before update on folders for each row execute function keep_audit_fields();
alter table qr_codes add constraint qr_codes_folder foreign key (project_id, folder_id) references folders (project_id, folder_id) not valid;

create table saved_views (
  view_id uuid primary key,
  account_id uuid not null,
  user_id text not null,
  name text not null check (char_length(name) between 1 and 80),
  -- As in the address of the list.
  filter jsonb not null check (octet_length(filter::text) <= 4096),
  created_at timestamptz(3) not null default now(),
  foreign key (account_id, user_id) references account_users (account_id, user_id) on delete cascade
);
create unique index saved_views_name on saved_views (account_id, user_id, lower(name));

-- Of every code, what lists are ordered and filtered by and what qr_codes can't index: scans change too often. scans and has_reached_limit
-- follow a few seconds after a scan, everything else at once.
create table list_facts (
  qr_id uuid primary key,
  account_id uuid not null,
  project_id uuid not null,
  status text not null,
  scans bigint not null default 0,
  expires_at timestamptz(3),
  has_reached_limit boolean not null default false
) with (fillfactor = 85);
create index list_facts_scans on list_facts (account_id, status, scans desc, qr_id desc);
create index list_facts_scans_project on list_facts (project_id, status, scans desc, qr_id desc);
create index list_facts_expiry on list_facts (account_id, expires_at) where expires_at is not null;
create index list_facts_limit on list_facts (account_id, qr_id) where has_reached_limit;

-- The tags that the codes of a project have, or had until recently.
create table project_tags (
  project_id uuid not null,
  tag_key text not null,
  account_id uuid not null,
  name text not null,
  primary key (project_id, tag_key),
  foreign key (account_id, project_id) references projects (account_id, project_id) on delete cascade
);
create index project_tags_account on project_tags (account_id, tag_key);

-- Letter case does not matter.
create function fold_tags(tags text[]) returns text[] language sql immutable parallel safe as $$
  select array(select lower(tag) from unnest(tags) with ordinality as listed (tag, place) order by place)
$$;

-- Names in the order that people expect: without letter case and accents, and "Table 2" before "Table 10", because each number is cut or
-- filled to 20 digits. A loop: regular expressions take five times as long, and an index calls this for every code.
create function name_key(label text) returns text language plpgsql immutable parallel safe as $$
declare
  plain text := lower(label);
  zeros text;
  rest text;
  key text := '';
  start integer;
begin
  if octet_length(plain) <> char_length(plain) then
    plain := regexp_replace(normalize(plain, nfkd), '[\u0300-\u036f]+', '', 'g');
  end if;
  zeros := translate(plain, '123456789', '000000000');
  loop
    start := position('0' in zeros);
    exit when start = 0;
    rest := ltrim(substr(zeros, start), '0');
    key := key || left(plain, start - 1)
      || right('00000000000000000000' || substr(plain, start, char_length(zeros) - start + 1 - char_length(rest)), 20);
    plain := right(plain, char_length(rest));
    zeros := rest;
  end loop;
  return left(key || plain, 200);
end
$$;

-- What a search looks at besides the name, which has an index of its own.
create function search_text(redirect_url text, redirect_rules jsonb, tags text[]) returns text language sql immutable parallel safe as $$
  select concat_ws(E'\n', redirect_url, case when redirect_rules <> '[]' then jsonb_path_query_array(redirect_rules, '$[*].url')::text end,
    case when tags <> '{}' then array_to_string(tags, E'\n') end)
$$;

create function list_new_codes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into list_facts (qr_id, account_id, project_id, status, scans, expires_at, has_reached_limit)
    select code.qr_id, code.account_id, code.project_id, code.status, coalesce(state.scan_count, 0), state.expires_at,
      coalesce(state.scan_count >= state.scan_limit, false)
    from new_codes code left join scan_state state using (qr_id)
    on conflict (qr_id) do nothing;
  insert into project_tags (project_id, tag_key, account_id, name)
    select distinct on (code.project_id, tag_key) code.project_id, tag_key, code.account_id, tag
    from new_codes code cross join unnest(code.tags, fold_tags(code.tags)) as own (tag, tag_key) order by code.project_id, tag_key
    on conflict (project_id, tag_key) do nothing;
  return null;
end
$$;
create trigger qr_codes_list_new after insert on qr_codes referencing new table as new_codes
  for each statement execute function list_new_codes();

-- Inserts as well: the row of an older code may not be there yet.
create function list_changed_code() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into list_facts (qr_id, account_id, project_id, status, scans, expires_at, has_reached_limit)
    select new.qr_id, new.account_id, new.project_id, new.status, state.scan_count, state.expires_at,
      coalesce(state.scan_count >= state.scan_limit, false)
    from scan_state state where state.qr_id = new.qr_id
    on conflict (qr_id) do update set project_id = excluded.project_id, status = excluded.status,
      scans = greatest(list_facts.scans, excluded.scans), has_reached_limit = excluded.has_reached_limit;
  insert into project_tags (project_id, tag_key, account_id, name)
    select distinct on (tag_key) new.project_id, tag_key, new.account_id, tag
    from unnest(new.tags, fold_tags(new.tags)) as own (tag, tag_key) order by tag_key
    on conflict (project_id, tag_key) do nothing;
  return null;
end
$$;
create trigger qr_codes_list_changed after update of status, project_id, tags on qr_codes for each row
  when (old.status is distinct from new.status or old.project_id is distinct from new.project_id or old.tags is distinct from new.tags)
  execute function list_changed_code();

create function list_scan_settings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into list_facts (qr_id, account_id, project_id, status, scans, expires_at, has_reached_limit)
    select code.qr_id, code.account_id, code.project_id, code.status, new.scan_count, new.expires_at,
      coalesce(new.scan_count >= new.scan_limit, false)
    from qr_codes code where code.qr_id = new.qr_id
    on conflict (qr_id) do update set scans = greatest(list_facts.scans, excluded.scans), expires_at = excluded.expires_at,
      has_reached_limit = excluded.has_reached_limit;
  return null;
end
$$;
create trigger scan_state_list_changed after update of scan_limit, expires_at on scan_state for each row
  when (old.scan_limit is distinct from new.scan_limit or old.expires_at is distinct from new.expires_at)
  execute function list_scan_settings();

create function forget_listed_codes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from list_facts where qr_id in (select qr_id from gone);
  return null;
end
$$;
create trigger qr_codes_list_end after delete on qr_codes referencing old table as gone
  for each statement execute function forget_listed_codes();

-- How far list_facts has been compared with the codes. Until the first comparison has finished, codes of earlier releases are missing.
create table list_state (
  is_only boolean primary key default true check (is_only),
  reached uuid not null default '00000000-0000-0000-0000-000000000000',
  finished_at timestamptz(3)
);

-- Compares the next codes, in key order; rows that somebody changes right now are left to them. False: that was the end.
create function sync_list_facts(codes integer) returns boolean language plpgsql as $$
declare
  start uuid;
  last uuid;
begin
  select reached into start from list_state for update;
  select max(qr_id::text)::uuid into last from (select qr_id from qr_codes where qr_id > start order by qr_id limit codes) next;
  if last is null then
    update list_state set reached = default, finished_at = now();
    return false;
  end if;
  insert into list_facts (qr_id, account_id, project_id, status, scans, expires_at, has_reached_limit)
    select code.qr_id, code.account_id, code.project_id, code.status, state.scan_count, state.expires_at,
      coalesce(state.scan_count >= state.scan_limit, false)
    from qr_codes code join scan_state state using (qr_id) where code.qr_id > start and code.qr_id <= last order by code.qr_id
    on conflict (qr_id) do nothing;
  perform refresh_list_facts(array(select qr_id from list_facts where qr_id > start and qr_id <= last));
  update list_state set reached = last;
  return true;
end
$$;

-- Takes over what scans have changed; rows that somebody changes right now are left out. Locked first, so that what is read then is current.
create function refresh_list_facts(codes uuid[]) returns void language plpgsql as $$
declare
  mine uuid[];
begin
  select array_agg(qr_id) into mine
    from (select qr_id from list_facts where qr_id = any(codes) order by qr_id for update skip locked) locked;
  update list_facts facts set scans = state.scan_count, has_reached_limit = coalesce(state.scan_count >= state.scan_limit, false),
    expires_at = state.expires_at, status = state.status, project_id = code.project_id
  from scan_state state join qr_codes code using (qr_id)
  where facts.qr_id = any(mine) and state.qr_id = facts.qr_id
    and (facts.scans, facts.has_reached_limit, facts.status, facts.project_id, facts.expires_at)
      is distinct from (state.scan_count, coalesce(state.scan_count >= state.scan_limit, false), state.status, code.project_id, state.expires_at);
end
$$;

-- Tags are part of every shape of a code, folders of its history.
create or replace function code_fields(code qr_codes) returns jsonb language sql stable as $$
  select jsonb_build_object('project_id', code.project_id, 'label', code.label, 'status', code.status, 'blocked_by', code.blocked_by,
    'redirect_url', code.redirect_url, 'qr_data', without_secrets(code.type, code.qr_data), 'redirect_rules', code.redirect_rules,
    'analytics_enabled', code.analytics_enabled, 'render_metadata', code.render_metadata, 'tags', code.tags, 'folder_id', code.folder_id)
$$;
create or replace function snapshot_of(code qr_codes, state scan_state) returns jsonb language sql stable as $$
  select jsonb_build_object('qr_id', code.qr_id, 'project_id', code.project_id, 'label', code.label, 'type', code.type, 'status', code.status,
    'redirect_url', code.redirect_url, 'redirect_rules', code.redirect_rules, 'analytics_enabled', code.analytics_enabled,
    'reserved_slug', code.reserved_slug, 'is_slug_public', code.is_slug_public, 'render_status', code.render_status,
    'render_requested_at', code.render_requested_at, 'render_attempt', code.render_attempt, 'render_error', code.render_error,
    'last_rendered_at', code.last_rendered_at, 'svg_file', code.svg_file, 'png_file', code.png_file, 'created_at', code.created_at,
    'updated_at', code.updated_at, 'domain_host', (select host from serving_domains domain where domain.project_id = code.project_id))
    || jsonb_build_object('scan_count', state.scan_count, 'scan_limit', state.scan_limit, 'expires_at', state.expires_at, 'tags', code.tags)
$$;
create or replace trigger qr_codes_write_changed after update on qr_codes for each row
  when (old.project_id is distinct from new.project_id or old.label is distinct from new.label or old.status is distinct from new.status
    or old.blocked_by is distinct from new.blocked_by or old.redirect_url is distinct from new.redirect_url
    or old.qr_data is distinct from new.qr_data or old.redirect_rules is distinct from new.redirect_rules
    or old.analytics_enabled is distinct from new.analytics_enabled or old.render_metadata is distinct from new.render_metadata
    or old.tags is distinct from new.tags or old.folder_id is distinct from new.folder_id)
  execute function record_changed_code();

create or replace function write_change_events() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
    -- Folders are not part of the API.
    was := was - array['status', 'blocked_by', 'folder_id'];
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

-- A folder belongs to one project.
create function leave_folder() returns trigger language plpgsql as $$
begin
  if new.folder_id is not distinct from old.folder_id then
    new.folder_id := null;
  end if;
  return new;
end
$$;
create trigger qr_codes_leave_folder before update of project_id on qr_codes for each row
  when (old.project_id is distinct from new.project_id) execute function leave_folder();

-- Names of other tables are no dates: whatever the plan, they are sorted out before one is read.
create or replace function drop_event_partition(parent text, before_day date) returns boolean language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  name text;
begin
  if parent not in ('events', 'webhook_deliveries', 'scan_groups') or before_day > (now() at time zone 'UTC')::date - 30 then
    raise exception 'events are kept for at least 30 days' using errcode = 'restrict_violation';
  end if;
  perform pg_advisory_xact_lock(hashtext('make_scan_partition'));
  with partitions as materialized (
    select child.relname::text as partition from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = parent::regclass)
  select partition into name from partitions where to_date(right(partition, 8), 'YYYYMMDD') < before_day order by partition limit 1;
  if name is null then
    return false;
  end if;
  execute format('alter table %I detach partition %I', parent, name);
  execute format('drop table %I', name);
  return true;
end
$$;

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Lets a code's foreign key say that its project belongs to its account.
alter table projects add constraint projects_of_account unique (account_id, project_id);

create table qr_codes (
  qr_id uuid primary key,
  account_id uuid not null references accounts,
  project_id uuid not null,
  label text not null check (char_length(label) between 1 and 255),
  type text not null check (type in
    ('url', 'dynamic_url', 'text', 'vcard', 'wifi', 'email', 'sms', 'phone', 'geo', 'event', 'app_store')),
  status text not null default 'active' check (status in ('active', 'archived', 'blocked')),
  -- Who blocked it; kept while a blocked code is archived (D36).
  blocked_by text check (blocked_by in ('rescan', 'operator')),
  -- Empty for types that have none: the interface says it is a string.
  redirect_url text not null default '' check (char_length(redirect_url) <= 2048),
  -- Null where redirect_url says it all.
  qr_data jsonb,
  redirect_rules jsonb not null default '[]'
    check (jsonb_typeof(redirect_rules) = 'array' and jsonb_array_length(redirect_rules) <= 20),
  analytics_enabled boolean not null default true,
  -- Null: the default style.
  render_metadata jsonb,
  -- Drawn at creation, so that two runs of one render can't print two links; public once the first image is done.
  reserved_slug text not null unique check (reserved_slug ~ '^qr-[0-9a-hjkmnp-tv-z]{12}$'),
  is_slug_public boolean not null default false,
  render_status text not null default 'pending'
    check (render_status in ('staging', 'pending', 'rendering', 'done', 'error', 'idle')),
  -- A render that began under an older generation loses.
  render_generation integer not null default 1,
  render_requested_at timestamptz(3),
  render_attempt integer not null default 0,
  render_error text,
  last_rendered_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  foreign key (account_id, project_id) references projects (account_id, project_id),
  constraint qr_codes_content check (case
    when type in ('url', 'dynamic_url') then redirect_url <> '' and qr_data is null
    else redirect_url = '' and qr_data is not null end),
  constraint qr_codes_blocked check (case status when 'blocked' then blocked_by is not null
    when 'active' then blocked_by is null else true end),
  constraint qr_codes_published check (is_slug_public = (last_rendered_at is not null))
-- Rendering updates every code at least twice: room in the page keeps that out of the indexes.
) with (fillfactor = 85);

-- One for each list filter, with the keyset order behind it (D29). A list is read status by status and merged.
create index qr_codes_list on qr_codes (account_id, status, created_at desc, qr_id desc);
create index qr_codes_list_type on qr_codes (account_id, type, status, created_at desc, qr_id desc);
create index qr_codes_list_project on qr_codes (project_id, status, created_at desc, qr_id desc);
create index qr_codes_list_project_type on qr_codes (project_id, type, status, created_at desc, qr_id desc);
-- Without a list of pending entries, which every search would read and some unlucky create would flush.
create index qr_codes_label on qr_codes using gin (account_id, label gin_trgm_ops) with (fastupdate = off);

-- What a scan reads and counts, in a narrow table of its own: a hot update stays in its page.
create table scan_state (
  qr_id uuid primary key references qr_codes,
  scan_count bigint not null default 0 check (scan_count >= 0),
  scan_limit integer check (scan_limit >= 1),
  expires_at timestamptz(3),
  status text not null check (status in ('active', 'archived', 'blocked')),
  -- Raised by every change that a scan can see.
  version bigint not null default 1
) with (fillfactor = 50);

-- No code without its scan state: both are there when the transaction commits.
alter table qr_codes add constraint qr_codes_scan_state
  foreign key (qr_id) references scan_state (qr_id) deferrable initially deferred;

-- How many codes are not archived (D37), so that a quota is never a count(*).
create table account_usage (
  account_id uuid primary key references accounts,
  live_qr_codes integer not null default 0 check (live_qr_codes >= 0)
) with (fillfactor = 50);

create table project_usage (
  project_id uuid primary key references projects,
  live_qr_codes integer not null default 0 check (live_qr_codes >= 0)
) with (fillfactor = 50);

insert into account_usage (account_id) select account_id from accounts;
insert into project_usage (project_id) select project_id from projects;

create function add_account_usage() returns trigger language plpgsql as $$
begin
  insert into account_usage (account_id) values (new.account_id);
  return null;
end
$$;

create function add_project_usage() returns trigger language plpgsql as $$
begin
  insert into project_usage (project_id) values (new.project_id);
  return null;
end
$$;

create trigger accounts_usage after insert on accounts for each row execute function add_account_usage();
create trigger projects_usage after insert on projects for each row execute function add_project_usage();

create function count_live_codes(account uuid, project uuid, change integer) returns void language sql as $$
  update account_usage set live_qr_codes = live_qr_codes + change where account_id = account;
  update project_usage set live_qr_codes = live_qr_codes + change where project_id = project;
$$;

-- Once a statement: a row at a time would make each insert of a large one wait for all versions before it.
create function count_new_codes() returns trigger language plpgsql as $$
begin
  update account_usage set live_qr_codes = live_qr_codes + added.codes
    from (select account_id, count(*) as codes from new_codes where status <> 'archived' group by account_id) added
    where account_usage.account_id = added.account_id;
  update project_usage set live_qr_codes = live_qr_codes + added.codes
    from (select project_id, count(*) as codes from new_codes where status <> 'archived' group by project_id) added
    where project_usage.project_id = added.project_id;
  return null;
end
$$;

create function count_changed_code() returns trigger language plpgsql as $$
begin
  if old.status <> 'archived' then
    perform count_live_codes(old.account_id, old.project_id, -1);
  end if;
  if new.status <> 'archived' then
    perform count_live_codes(new.account_id, new.project_id, 1);
  end if;
  return null;
end
$$;

create trigger qr_codes_count_new after insert on qr_codes referencing new table as new_codes
  for each statement execute function count_new_codes();
create trigger qr_codes_count_changed after update of status, project_id on qr_codes
  for each row when ((old.status = 'archived') is distinct from (new.status = 'archived')
    or old.project_id is distinct from new.project_id)
  execute function count_changed_code();

create trigger qr_codes_audit before update on qr_codes
  for each row execute function keep_audit_fields();

-- A printed link never changes, and never becomes private again.
create function keep_slug() returns trigger language plpgsql as $$
begin
  if new.reserved_slug <> old.reserved_slug or (old.is_slug_public and not new.is_slug_public) then
    raise exception 'the slug of a code never changes' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create trigger qr_codes_slug before update of reserved_slug, is_slug_public on qr_codes
  for each row execute function keep_slug();

-- The version rises with whatever a scan can see, whoever changes it.
create function mirror_scan_state() returns trigger language plpgsql as $$
begin
  update scan_state set status = new.status, version = version + 1 where qr_id = new.qr_id;
  return null;
end
$$;

create trigger qr_codes_version after update on qr_codes
  for each row when ((old.status, old.redirect_url, old.redirect_rules, old.analytics_enabled, old.project_id, old.is_slug_public)
    is distinct from (new.status, new.redirect_url, new.redirect_rules, new.analytics_enabled, new.project_id, new.is_slug_public)
    or old.qr_data is distinct from new.qr_data)
  execute function mirror_scan_state();

create function raise_scan_version() returns trigger language plpgsql as $$
begin
  if new.version = old.version
    and (old.scan_limit, old.expires_at) is distinct from (new.scan_limit, new.expires_at) then
    new.version := old.version + 1;
  end if;
  return new;
end
$$;

-- Not for the count: only statements that name these columns pay for it.
create trigger scan_state_version before update of scan_limit, expires_at on scan_state
  for each row execute function raise_scan_version();

-- Tells every process to forget a target. The same words twice in one transaction are sent once.
create function notify_scan_target() returns trigger language plpgsql as $$
begin
  perform pg_notify('scan_target_changed', tg_argv[0] || ':' || (to_jsonb(new) ->> tg_argv[1]));
  return null;
end
$$;

create trigger scan_state_changed after update of version, status, scan_limit, expires_at on scan_state
  for each row when (old.version is distinct from new.version)
  execute function notify_scan_target('code', 'qr_id');
create trigger projects_scan_changed after update on projects
  for each row when (old.version is distinct from new.version)
  execute function notify_scan_target('project', 'project_id');
create trigger accounts_scan_changed after update on accounts
  for each row when (old.version is distinct from new.version)
  execute function notify_scan_target('account', 'account_id');

-- Who changed what, and when. Triggers write it in the transaction of the change, so no code path can forget it. They have the rights of the
-- owner, because processes may not write history themselves.

-- The later of two changes to the same row has the greater ID, whatever the clocks say.
create sequence change_order;
create function new_change_id() returns uuid language sql volatile security definer set search_path = public, pg_temp as $$
  select encode(int8send(nextval('change_order')) || substr(uuid_send(gen_random_uuid()), 9), 'hex')::uuid
$$;

-- Changes to many codes that one person made at once, and that can be reverted as one.
create table bulk_changes (
  bulk_id uuid primary key default new_change_id(),
  account_id uuid not null,
  -- The member who asked for it.
  user_id text not null,
  -- The fields to change; null: reverts another bulk change.
  change jsonb,
  reverts_id uuid references bulk_changes,
  qr_ids uuid[] not null check (cardinality(qr_ids) between 1 and 10000),
  -- Codes that are finished, and the reasons for those that could not be changed.
  done integer not null default 0,
  failures jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  -- A process works on it until then.
  claimed_until timestamptz(3),
  finished_at timestamptz(3),
  check ((change is null) = (reverts_id is not null))
);
create index bulk_changes_of_account on bulk_changes (account_id, bulk_id);
create index bulk_changes_reverted on bulk_changes (reverts_id);

-- Codes and projects, kept as long as they exist.
create table code_history (
  change_id uuid primary key default new_change_id(),
  account_id uuid not null,
  -- The project itself, or the project of the code after the change.
  project_id uuid not null,
  -- Null: the project itself.
  qr_id uuid,
  bulk_id uuid,
  actor_kind text not null check (actor_kind in ('member', 'api_key', 'oauth_client', 'operator', 'system')),
  actor_id text,
  via text not null check (via in ('dashboard', 'api', 'cli', 'safety', 'schedule')),
  changed_at timestamptz(3) not null default now(),
  transaction_id xid8 not null default pg_current_xact_id(),
  operation text not null check (operation in ('created', 'changed')),
  -- Changed fields only. Secrets are replaced by {"secret": true}.
  before jsonb,
  after jsonb not null,
  -- The version of the code that scans compare; null if scans see nothing of the change.
  version bigint,
  -- Null until a scan with that version is numbered.
  first_scan_number bigint
);
-- A bulk change is one entry of the account.
create index code_history_of_account on code_history (account_id, change_id) where bulk_id is null;
create index code_history_of_code on code_history (qr_id, change_id) where qr_id is not null;
create index code_history_of_project on code_history (project_id, change_id) where qr_id is null;
create index code_history_of_bulk on code_history (bulk_id, qr_id) where bulk_id is not null;

alter sequence change_order owned by code_history.change_id;

-- Changes that no numbered scan has seen yet.
create table unseen_changes (
  qr_id uuid not null,
  change_id uuid not null,
  version bigint not null,
  primary key (qr_id, change_id)
);

-- Everything else of an account, kept for two years.
create table account_history (
  change_id uuid primary key default new_change_id(),
  account_id uuid not null,
  subject text not null check (subject in ('account', 'member', 'invitation', 'key', 'template', 'domain', 'webhook', 'sso')),
  subject_id text not null,
  project_id uuid,
  actor_kind text not null check (actor_kind in ('member', 'api_key', 'oauth_client', 'operator', 'system')),
  actor_id text,
  via text not null check (via in ('dashboard', 'api', 'cli', 'safety', 'schedule')),
  changed_at timestamptz(3) not null default now(),
  operation text not null check (operation in ('created', 'changed', 'removed')),
  before jsonb,
  after jsonb
);
create index account_history_of_account on account_history (account_id, change_id);
create index account_history_age on account_history (changed_at);

-- Who acts in this transaction: "kind via id bulk_id", with "-" for what is missing. Without it, the installation itself acts.
create function acting(out kind text, out via text, out id text, out bulk_id uuid) language plpgsql stable as $$
declare
  parts text[] := string_to_array(nullif(current_setting('waypost.actor', true), ''), ' ');
begin
  kind := coalesce(parts[1], 'system');
  via := coalesce(parts[2], 'schedule');
  id := nullif(parts[3], '-');
  bulk_id := nullif(parts[4], '-')::uuid;
end
$$;

create function without_secrets(type text, content jsonb) returns jsonb language sql immutable as $$
  select case when type = 'wifi' and content ->> 'password' <> '' then jsonb_set(content, '{password}', '{"secret": true}') else content end
$$;

-- One transaction makes one change of a code, however many statements it takes.
create function add_code_change(account uuid, project uuid, code uuid, was jsonb, became jsonb, seen_version bigint)
returns void language plpgsql as $$
declare
  newest code_history;
  actor record;
begin
  select * into newest from code_history where qr_id = code order by change_id desc limit 1;
  if newest.transaction_id = pg_current_xact_id() and newest.changed_at = now()::timestamptz(3) then
    update code_history history set before = was || history.before, after = history.after || became, project_id = project,
      version = coalesce(seen_version, history.version) where change_id = newest.change_id;
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

create function code_fields(code qr_codes) returns jsonb language sql stable as $$
  select jsonb_build_object('project_id', code.project_id, 'label', code.label, 'status', code.status, 'blocked_by', code.blocked_by,
    'redirect_url', code.redirect_url, 'qr_data', without_secrets(code.type, code.qr_data), 'redirect_rules', code.redirect_rules,
    'analytics_enabled', code.analytics_enabled, 'render_metadata', code.render_metadata)
$$;

-- The statement that inserts codes inserts their scan state as well.
create function record_new_codes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into code_history (account_id, project_id, qr_id, bulk_id, actor_kind, actor_id, via, operation, after)
    select code.account_id, code.project_id, code.qr_id, actor.bulk_id, actor.kind, actor.id, actor.via, 'created',
      code_fields(code) || jsonb_build_object('type', code.type, 'scan_limit', state.scan_limit, 'expires_at', state.expires_at)
    from new_codes as code left join scan_state state using (qr_id) cross join acting() as actor;
  return null;
end
$$;
create trigger qr_codes_write_new after insert on qr_codes referencing new table as new_codes
  for each statement execute function record_new_codes();

create function record_changed_code() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was jsonb := code_fields(old);
  became jsonb := code_fields(new);
  seen_version bigint;
begin
  select jsonb_object_agg(field.key, was -> field.key), jsonb_object_agg(field.key, field.value) into was, became
    from jsonb_each(became) field
    where field.value is distinct from was -> field.key
      or field.key = 'qr_data' and old.qr_data is distinct from new.qr_data;
  if became ?| array['project_id', 'status', 'redirect_url', 'qr_data', 'redirect_rules', 'analytics_enabled'] then
    select version into seen_version from scan_state where qr_id = new.qr_id;
  end if;
  perform add_code_change(new.account_id, new.project_id, new.qr_id, was, became, seen_version);
  return null;
end
$$;
-- By name, it comes after the trigger that raises the version.
create trigger qr_codes_write_changed after update on qr_codes for each row
  when (old.project_id is distinct from new.project_id or old.label is distinct from new.label or old.status is distinct from new.status
    or old.blocked_by is distinct from new.blocked_by or old.redirect_url is distinct from new.redirect_url
    or old.qr_data is distinct from new.qr_data or old.redirect_rules is distinct from new.redirect_rules
    or old.analytics_enabled is distinct from new.analytics_enabled or old.render_metadata is distinct from new.render_metadata)
  execute function record_changed_code();

create function record_scan_settings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was jsonb := jsonb_build_object('scan_limit', old.scan_limit, 'expires_at', old.expires_at);
  became jsonb := jsonb_build_object('scan_limit', new.scan_limit, 'expires_at', new.expires_at);
begin
  select jsonb_object_agg(field.key, was -> field.key), jsonb_object_agg(field.key, field.value) into was, became
    from jsonb_each(became) field where field.value is distinct from was -> field.key;
  perform add_code_change(account_id, project_id, qr_id, was, became, new.version) from qr_codes where qr_id = new.qr_id;
  return null;
end
$$;
create trigger scan_state_write_changed after update of scan_limit, expires_at on scan_state for each row
  when (old.scan_limit is distinct from new.scan_limit or old.expires_at is distinct from new.expires_at)
  execute function record_scan_settings();

create function record_project_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was jsonb;
  became jsonb := jsonb_build_object('name', new.name, 'description', new.description, 'is_default', new.is_default, 'is_archived', new.is_archived);
  actor record;
begin
  if tg_op = 'UPDATE' then
    was := jsonb_build_object('name', old.name, 'description', old.description, 'is_default', old.is_default, 'is_archived', old.is_archived);
    select jsonb_object_agg(field.key, was -> field.key), jsonb_object_agg(field.key, field.value) into was, became
      from jsonb_each(became) field where field.value is distinct from was -> field.key;
  end if;
  select * into actor from acting();
  insert into code_history (account_id, project_id, bulk_id, actor_kind, actor_id, via, operation, before, after)
    values (new.account_id, new.project_id, actor.bulk_id, actor.kind, actor.id, actor.via,
      case tg_op when 'INSERT' then 'created' else 'changed' end, was, became);
  return null;
end
$$;
create trigger projects_write_new after insert on projects for each row execute function record_project_change();
create trigger projects_write_changed after update on projects for each row
  when (old.name is distinct from new.name or old.description is distinct from new.description
    or old.is_default is distinct from new.is_default or old.is_archived is distinct from new.is_archived)
  execute function record_project_change();

-- Arguments: subject, the column of its ID, the recorded columns, and the secret columns, of which only "changed" is recorded.
create function record_account_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  became jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  both_sides jsonb := coalesce(became, was);
  actor record;
begin
  select jsonb_object_agg(field, case when is_secret then '{"secret": true}' else was -> field end),
      jsonb_object_agg(field, case when is_secret then '{"secret": true}' else became -> field end) into was, became
    from (select unnest(string_to_array(tg_argv[2], ' ')) as field, false as is_secret
      union all select unnest(string_to_array(tg_argv[3], ' ')), true) listed
    where tg_op <> 'UPDATE' or was -> field is distinct from became -> field;
  if became is null then
    return null;
  end if;
  select * into actor from acting();
  insert into account_history (account_id, subject, subject_id, project_id, actor_kind, actor_id, via, operation, before, after)
    values ((both_sides ->> 'account_id')::uuid, tg_argv[0], both_sides ->> tg_argv[1], (both_sides ->> 'project_id')::uuid,
      actor.kind, actor.id, actor.via, case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'removed' end,
      case when tg_op <> 'INSERT' then was end, case when tg_op <> 'DELETE' then became end);
  return null;
end
$$;
create trigger accounts_write_history after insert or update of email, plan, time_zone, api_access, limit_overrides, suspended_at, erase_at,
    requires_two_factors on accounts for each row execute function record_account_change(
  'account', 'account_id', 'email plan time_zone api_access limit_overrides suspended_at suspended_reason erase_at requires_two_factors');
create trigger account_users_write_history after insert or update or delete on account_users for each row
  execute function record_account_change('member', 'user_id', 'role');
create trigger member_projects_write_history after insert or update or delete on member_projects for each row
  execute function record_account_change('member', 'user_id', 'project_id role');
create trigger invitations_write_history after insert or update or delete on invitations for each row
  execute function record_account_change('invitation', 'invitation_id', 'email role projects expires_at');
create trigger api_keys_write_history after insert
  or update of name, scope, scopes, has_all_projects, expires_at, revoked_at or delete on api_keys for each row
  execute function record_account_change('key', 'key_id', 'name kind display_prefix scope scopes has_all_projects expires_at revoked_at');
create trigger key_projects_write_history after insert or delete on key_projects for each row
  execute function record_account_change('key', 'key_id', 'project_id');
create trigger sso_connections_write_history after insert or update or delete on sso_connections for each row
  execute function record_account_change('sso', 'account_id',
    'issuer client_id mail_domain verified_at is_enforced groups_claim group_roles default_role', 'sealed_secret');
create trigger style_templates_write_history after insert or update or delete on style_templates for each row
  execute function record_account_change('template', 'template_id', 'name design');
create trigger domains_write_history after insert or update of project_id, host, state, root_url or delete on domains for each row
  execute function record_account_change('domain', 'domain_id', 'project_id host state root_url');

-- The number of the first scan that saw a change is known when the scan is numbered.
create function note_first_scans() returns trigger language plpgsql security definer set search_path = public, pg_temp set enable_hashjoin = on as $$
begin
  if not exists (select from unseen_changes) then
    return null;
  end if;
  with numbered as (
    select unseen.qr_id, unseen.change_id, min(listed.first_number) as number
    from new_numbers numbers cross join lateral unnest(numbers.qr_ids, numbers.first_numbers, numbers.scans, numbers.versions)
        as listed (qr_id, first_number, scans, version)
      join unseen_changes unseen on unseen.qr_id = listed.qr_id and unseen.version <= listed.version
    where listed.scans > 0 group by unseen.qr_id, unseen.change_id),
  seen as (
    delete from unseen_changes unseen using numbered
    where unseen.qr_id = numbered.qr_id and unseen.change_id = numbered.change_id returning unseen.change_id)
  update code_history history set first_scan_number = numbered.number
    from numbered join seen using (change_id) where history.change_id = numbered.change_id;
  return null;
end
$$;
create trigger scan_numbers_first after insert on scan_numbers referencing new table as new_numbers
  for each statement execute function note_first_scans();

-- Nobody rewrites history. Only erasure and the end of the two years remove it.
create function keep_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if (tg_table_name = 'account_history' and old.changed_at < now() - interval '2 years')
      or not exists (select from accounts where account_id = old.account_id and erased_at is null) then
      return old;
    end if;
  elsif tg_table_name = 'code_history' then
    -- By the change itself, or by the first scan that saw it.
    if (old.transaction_id = pg_current_xact_id() and old.changed_at = now()::timestamptz(3))
      or (old.first_scan_number is null and to_jsonb(new) - 'first_scan_number' = to_jsonb(old) - 'first_scan_number') then
      return new;
    end if;
  end if;
  raise exception 'history never changes' using errcode = 'restrict_violation';
end
$$;
create trigger code_history_kept before update or delete on code_history for each row execute function keep_history();
create trigger account_history_kept before update or delete on account_history for each row execute function keep_history();

-- Whatever removes an account removes its history, also that of the removal itself.
create function erase_history() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from unseen_changes where change_id in (select change_id from code_history where account_id = old.account_id and bulk_id is null);
  delete from code_history where account_id = old.account_id and bulk_id is null;
  delete from account_history where account_id = old.account_id;
  delete from bulk_changes where account_id = old.account_id;
  return null;
end
$$;
-- At the end of the transaction, after everything that refers to the account is removed, which is recorded as well.
create constraint trigger accounts_write_end after delete on accounts deferrable initially deferred
  for each row execute function erase_history();

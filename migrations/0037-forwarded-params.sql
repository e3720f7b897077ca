-- Parameters of the scanned link that a code passes on to its destination. The next release uses them.
alter table qr_codes add column forwarded_params text[] not null default '{}';
alter table qr_codes add constraint qr_codes_forwarded_params check (cardinality(forwarded_params) <= 20) not valid;

-- They are part of every shape of a code and of its history, and scans depend on them.
create or replace function code_fields(code qr_codes) returns jsonb language sql stable as $$
  select jsonb_build_object('project_id', code.project_id, 'label', code.label, 'status', code.status, 'blocked_by', code.blocked_by,
    'redirect_url', code.redirect_url, 'qr_data', without_secrets(code.type, code.qr_data), 'redirect_rules', code.redirect_rules,
    'forwarded_params', code.forwarded_params, 'analytics_enabled', code.analytics_enabled, 'render_metadata', code.render_metadata,
    'tags', code.tags, 'folder_id', code.folder_id)
$$;
create or replace function snapshot_of(code qr_codes, state scan_state) returns jsonb language sql stable as $$
  select jsonb_build_object('qr_id', code.qr_id, 'project_id', code.project_id, 'label', code.label, 'type', code.type, 'status', code.status,
    'redirect_url', code.redirect_url, 'redirect_rules', code.redirect_rules, 'analytics_enabled', code.analytics_enabled,
    'reserved_slug', code.reserved_slug, 'is_slug_public', code.is_slug_public, 'render_status', code.render_status,
    'render_requested_at', code.render_requested_at, 'render_attempt', code.render_attempt, 'render_error', code.render_error,
    'last_rendered_at', code.last_rendered_at, 'svg_file', code.svg_file, 'png_file', code.png_file, 'created_at', code.created_at,
    'updated_at', code.updated_at, 'domain_host', (select host from serving_domains domain where domain.project_id = code.project_id))
    || jsonb_build_object('scan_count', state.scan_count, 'scan_limit', state.scan_limit, 'expires_at', state.expires_at, 'tags', code.tags,
      'forwarded_params', code.forwarded_params)
$$;

create or replace function record_changed_code() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was jsonb := code_fields(old);
  became jsonb := code_fields(new);
  seen_version bigint;
begin
  select jsonb_object_agg(field.key, was -> field.key), jsonb_object_agg(field.key, field.value) into was, became
    from jsonb_each(became) field
    where field.value is distinct from was -> field.key
      or field.key = 'qr_data' and old.qr_data is distinct from new.qr_data;
  if became ?| array['project_id', 'status', 'redirect_url', 'qr_data', 'redirect_rules', 'forwarded_params', 'analytics_enabled'] then
    select version into seen_version from scan_state where qr_id = new.qr_id;
  end if;
  perform add_code_change(new.account_id, new.project_id, new.qr_id, was, became, seen_version);
  return null;
end
$$;

create or replace trigger qr_codes_version after update on qr_codes for each row
  when (old.status is distinct from new.status or old.redirect_url is distinct from new.redirect_url
    or old.redirect_rules is distinct from new.redirect_rules or old.forwarded_params is distinct from new.forwarded_params
    or old.analytics_enabled is distinct from new.analytics_enabled or old.project_id is distinct from new.project_id
    or old.is_slug_public is distinct from new.is_slug_public or old.qr_data is distinct from new.qr_data)
  execute function mirror_scan_state();
create or replace trigger qr_codes_write_changed after update on qr_codes for each row
  when (old.project_id is distinct from new.project_id or old.label is distinct from new.label or old.status is distinct from new.status
    or old.blocked_by is distinct from new.blocked_by or old.redirect_url is distinct from new.redirect_url
    or old.qr_data is distinct from new.qr_data or old.redirect_rules is distinct from new.redirect_rules
    or old.forwarded_params is distinct from new.forwarded_params or old.analytics_enabled is distinct from new.analytics_enabled
    or old.render_metadata is distinct from new.render_metadata or old.tags is distinct from new.tags
    or old.folder_id is distinct from new.folder_id)
  execute function record_changed_code();

-- PostgreSQL plans a function in SQL again for each call, but one in PL/pgSQL once per connection. These run for each change of a code.
create or replace function snapshot_of(code qr_codes, state scan_state) returns jsonb language plpgsql stable as $$
begin
  return jsonb_build_object('qr_id', code.qr_id, 'project_id', code.project_id, 'label', code.label, 'type', code.type, 'status', code.status,
    'redirect_url', code.redirect_url, 'redirect_rules', code.redirect_rules, 'analytics_enabled', code.analytics_enabled,
    'reserved_slug', code.reserved_slug, 'is_slug_public', code.is_slug_public, 'render_status', code.render_status,
    'render_requested_at', code.render_requested_at, 'render_attempt', code.render_attempt, 'render_error', code.render_error,
    'last_rendered_at', code.last_rendered_at, 'svg_file', code.svg_file, 'png_file', code.png_file, 'created_at', code.created_at,
    'updated_at', code.updated_at, 'domain_host', (select host from serving_domains domain where domain.project_id = code.project_id))
    || jsonb_build_object('scan_count', state.scan_count, 'scan_limit', state.scan_limit, 'expires_at', state.expires_at, 'tags', code.tags,
      'forwarded_params', code.forwarded_params);
end
$$;

create or replace function code_snapshot(code uuid) returns jsonb language plpgsql stable as $$
begin
  return (select snapshot_of(own, state) from qr_codes own left join scan_state state using (qr_id) where own.qr_id = code);
end
$$;

create or replace function add_code_event(kind text, code uuid, old_values jsonb, actor_kind text, actor_id text, change uuid)
returns void language plpgsql as $$
begin
  insert into new_events (type, account_id, project_id, qr_id, subject, previous, actor_kind, actor_id, change_id)
  select kind, own.account_id, own.project_id, own.qr_id, code_snapshot(own.qr_id), old_values, add_code_event.actor_kind,
    add_code_event.actor_id, change
  from qr_codes own where own.qr_id = code;
end
$$;

create or replace function are_events_on() returns boolean language plpgsql stable as $$
begin
  return (select is_on from event_switch);
end
$$;

create or replace function new_change_id() returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return encode(int8send(nextval('change_order')) || substr(uuid_send(gen_random_uuid()), 9), 'hex')::uuid;
end
$$;

create or replace function link_changed_code() returns trigger language plpgsql as $$
declare
  targets text[] := array(select target from destination_urls(new.redirect_url, new.redirect_rules, new.qr_data) target);
begin
  insert into destinations (destination_id, url)
    select destination_id(target), target from unnest(targets) target order by 1 on conflict do nothing;
  if exists (select from unnest(targets) target
      join destinations known on known.destination_id = destination_id(target) where known.url <> target) then
    raise exception 'two URLs have one id' using errcode = 'check_violation';
  end if;
  insert into safety_log (event, destination_id, qr_id, verdict, provider, threat, detail, list_version)
    select 'replaced', destination_id, new.qr_id, verdict, provider, threat, url, list_version
    from qr_destinations join destinations using (destination_id)
    where qr_id = new.qr_id and url <> all (targets);
  delete from qr_destinations link using destinations known
    where link.qr_id = new.qr_id and known.destination_id = link.destination_id and known.url <> all (targets);
  insert into qr_destinations (destination_id, qr_id, linked_version)
    select destination_id(target), new.qr_id, (select version from safety_state) from unnest(targets) target
    on conflict do nothing;
  update destinations set is_settled = false, checked_at = now() where verdict = 'unsafe' and destination_id in (
    select destination_id(target) from unnest(targets) target);
  return null;
end
$$;

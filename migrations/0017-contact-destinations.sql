-- A contact card's website is where people go, so it is a destination like any other: linked, examined again, and what its code is blocked for.
create function destination_urls(redirect_url text, rules jsonb, content jsonb) returns setof text language sql immutable as $$
  select destination_urls(redirect_url, rules)
  union select content ->> 'website' where content ->> 'website' <> ''
$$;

-- Also new in these two: whoever is settling the codes of a destination notices by its time that another one was linked meanwhile.
create or replace function link_new_codes() returns trigger language plpgsql as $$
declare
  wanted bigint;
  linked bigint;
begin
  insert into destinations (destination_id, url)
    select distinct destination_id(target), target from new_codes, destination_urls(redirect_url, redirect_rules, qr_data) target
    order by 1 on conflict do nothing;
  select count(*) into wanted from new_codes, destination_urls(redirect_url, redirect_rules, qr_data);
  insert into qr_destinations (destination_id, qr_id, linked_version)
    select known.destination_id, code.qr_id, (select version from safety_state)
    from new_codes code cross join destination_urls(redirect_url, redirect_rules, qr_data) target
      join destinations known on known.destination_id = destination_id(target) and known.url = target;
  get diagnostics linked = row_count;
  if linked <> wanted then
    raise exception 'two URLs have one id' using errcode = 'check_violation';
  end if;
  -- Past every check, somebody linked what is known to be unsafe: its codes have to be settled again.
  update destinations set is_settled = false, checked_at = now() where verdict = 'unsafe' and destination_id in (
    select destination_id(target) from new_codes, destination_urls(redirect_url, redirect_rules, qr_data) target);
  return null;
end
$$;

create or replace function link_changed_code() returns trigger language plpgsql as $$
declare
  targets text[] := array(select destination_urls(new.redirect_url, new.redirect_rules, new.qr_data));
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

drop trigger qr_codes_hold_safety on qr_codes;
create trigger qr_codes_hold_safety before insert or update of redirect_url, redirect_rules, qr_data on qr_codes
  for each statement execute function hold_safety_for_code();
drop trigger qr_codes_link_changed on qr_codes;
create trigger qr_codes_link_changed after update of redirect_url, redirect_rules, qr_data on qr_codes
  for each row when ((old.redirect_url, old.redirect_rules, old.qr_data) is distinct from (new.redirect_url, new.redirect_rules, new.qr_data))
  execute function link_changed_code();

-- Cards that were made before.
insert into destinations (destination_id, url)
  select distinct destination_id(qr_data ->> 'website'), qr_data ->> 'website' from qr_codes
  where type = 'vcard' and qr_data ->> 'website' <> '' on conflict do nothing;
insert into qr_destinations (destination_id, qr_id, linked_at, linked_version)
  select destination_id(qr_data ->> 'website'), qr_id, created_at, 0 from qr_codes
  where type = 'vcard' and qr_data ->> 'website' <> '' on conflict do nothing;

-- Apart from the change itself, and under a lock that scans don't meet.
alter table qr_codes validate constraint qr_codes_content;

-- Links the destinations of new codes. The targets are listed once: joined as they were, PostgreSQL could hash all destinations again for every
-- code, and inserting 200,000 codes took hours.
create or replace function link_new_codes() returns trigger language plpgsql as $$
declare
  wanted bigint;
  linked bigint;
begin
  insert into destinations (destination_id, url)
    select distinct destination_id(target), target from new_codes, destination_urls(redirect_url, redirect_rules, qr_data) target
    order by 1 on conflict do nothing;
  select count(*) into wanted from new_codes, destination_urls(redirect_url, redirect_rules, qr_data);
  with targets as materialized (
    select code.qr_id, destination_id(target) as destination_id, target as url
    from new_codes code cross join destination_urls(redirect_url, redirect_rules, qr_data) target)
  insert into qr_destinations (destination_id, qr_id, linked_version)
    select destination_id, targets.qr_id, (select version from safety_state) from targets join destinations using (destination_id, url);
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

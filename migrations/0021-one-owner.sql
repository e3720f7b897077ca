-- Predicates and formats that several queries need are said once.

-- A domain serves while its owner is proved, and for as long as a failure is forgiven. In TypeScript: `isServing` in core/domain-state.ts.
create function domain_serves(state text) returns boolean language sql immutable parallel safe as $$
  select state in ('verified', 'failing')
$$;

create view serving_domains as
  select domain_id, account_id, project_id, host, root_url, verified_at from domains where domain_serves(state);

create or replace function raise_domain_project() returns trigger language plpgsql as $$
begin
  if domain_serves(old.state) or domain_serves(new.state) then
    update projects set version = version + 1 where project_id in (old.project_id, new.project_id);
  end if;
  return null;
end
$$;

-- The events of a batch whose scans were counted. In TypeScript: core/ledger-record.ts.
create function ledger_events(qr_ids uuid[], grants integer[], events json)
  returns table (place integer, nth integer, qr_id uuid, scanned_at timestamptz, country text, device text, browser text,
    system text, referrer_host text, visitor text, rule text)
  language sql immutable parallel safe as $$
  select at.place, at.nth, qr_ids[at.place], to_timestamp((event ->> 2)::bigint / 1000.0), event ->> 3, event ->> 4, event ->> 5,
    event ->> 6, event ->> 7, event ->> 8, event ->> 9
  from json_array_elements(events) event
    cross join lateral (select (event ->> 0)::integer as place, (event ->> 1)::integer as nth) at
  where grants[at.place] / 2 >= at.nth
$$;

-- The events of some of a batch's codes, as they are stored.
create function events_of(wanted uuid[], qr_ids uuid[], events json) returns json language sql immutable parallel safe as $$
  select coalesce(json_agg(event order by nth), '[]')
  from json_array_elements(events) with ordinality as listed (event, nth)
  where qr_ids[(event ->> 0)::integer] = any (wanted)
$$;

create or replace view scan_events as
  select batch.recorded_on, batch.batch_id, event.qr_id, event.scanned_at::timestamptz(3) as scanned_at, event.country,
    event.device, event.browser, event.system, event.referrer_host, event.visitor, event.rule
  from scan_batches batch cross join lateral ledger_events(batch.qr_ids, batch.grants, batch.events) event;

-- Where a code can lead, in one function. In TypeScript: `destinationsOf` in core/qr-code-input.ts.
create or replace function destination_urls(redirect_url text, rules jsonb, content jsonb) returns setof text language sql immutable as $$
  select redirect_url where redirect_url <> ''
  union select rule ->> 'url' from jsonb_array_elements(rules) rule where rule ->> 'url' <> ''
  union select content ->> 'website' where content ->> 'website' <> ''
$$;
drop function destination_urls(text, jsonb);

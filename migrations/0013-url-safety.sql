-- What is known of the places that codes lead to. A code is as safe as all its destinations; a destination is looked at again
-- when a list that touches it changes, when its verdict's life ends, and by a slow sweep.

create table safety_state (
  is_only boolean primary key default true check (is_only),
  -- Rises with every change of a threat list or of the operator's rules.
  version bigint not null default 1,
  rules_version bigint not null default 1,
  -- The sweep goes through destinations in the order of their ids, which are hashes: its pace is even by itself.
  sweep_position uuid not null default '00000000-0000-0000-0000-000000000000',
  sweep_started_at timestamptz(3) not null default now(),
  sweep_finished_at timestamptz(3)
);
insert into safety_state default values;

create table destinations (
  -- Half of the SHA-256 of the URL.
  destination_id uuid primary key,
  url text not null,
  -- The first four bytes of the hash of each expression, of the URL and of where it redirects. Null: nobody has looked yet.
  prefixes integer[],
  verdict text not null default 'unverified' check (verdict in ('safe', 'unsafe', 'unverified')),
  provider text,
  threat text,
  detail text,
  list_version bigint not null default 0,
  checked_at timestamptz(3) not null default now(),
  -- When the verdict's life ends; null: when a list that touches it changes.
  valid_until timestamptz(3) default now(),
  -- False until every code of it has what its verdict asks for.
  is_settled boolean not null default true
);
-- Without a list of pending entries: a change of a list must see every destination.
create index destinations_prefixes on destinations using gin (prefixes) with (fastupdate = off);
create index destinations_due on destinations (valid_until) where valid_until is not null;
create index destinations_unsettled on destinations (destination_id) where not is_settled;
create index destinations_unverified on destinations (destination_id) where verdict = 'unverified';

create table qr_destinations (
  destination_id uuid not null,
  qr_id uuid not null,
  linked_at timestamptz(3) not null default now(),
  -- What the lists were when it was checked for this code.
  linked_version bigint not null,
  primary key (destination_id, qr_id)
);
create index qr_destinations_code on qr_destinations (qr_id);

-- Only changes: what holds now stands in destinations and qr_codes.
create table safety_log (
  log_id bigint generated always as identity primary key,
  logged_at timestamptz(3) not null default now(),
  event text not null check (event in ('verdict', 'blocked', 'restored', 'replaced')),
  destination_id uuid not null,
  qr_id uuid,
  was text,
  verdict text not null,
  provider text,
  threat text,
  detail text,
  list_version bigint not null
);
create index safety_log_destination on safety_log (destination_id, log_id);
create index safety_log_code on safety_log (qr_id, log_id) where qr_id is not null;

-- Writers of codes hold the lock shared, whoever changes a list or finds a destination unsafe holds it alone, for a moment.
-- Always taken before any row lock: a writer that waits for it must not be waited for.
create function hold_safety() returns void language sql as $$ select pg_advisory_xact_lock_shared(7201613) $$;
create function lock_safety() returns void language sql as $$ select pg_advisory_xact_lock(7201613) $$;

create function destination_id(url text) returns uuid language sql immutable as $$
  select encode(substr(sha256(convert_to(url, 'UTF8')), 1, 16), 'hex')::uuid
$$;

create function destination_urls(redirect_url text, rules jsonb) returns setof text language sql immutable as $$
  select redirect_url where redirect_url <> ''
  union select rule ->> 'url' from jsonb_array_elements(rules) rule where rule ->> 'url' <> ''
$$;

-- Whoever writes a code, its destinations are known: unverified and due at once, if nobody checked them before.
create function hold_safety_for_code() returns trigger language plpgsql as $$
begin
  perform hold_safety();
  return null;
end
$$;

create function link_new_codes() returns trigger language plpgsql as $$
declare
  wanted bigint;
  linked bigint;
begin
  insert into destinations (destination_id, url)
    select distinct destination_id(target), target from new_codes, destination_urls(redirect_url, redirect_rules) target
    order by 1 on conflict do nothing;
  select count(*) into wanted from new_codes, destination_urls(redirect_url, redirect_rules);
  insert into qr_destinations (destination_id, qr_id, linked_version)
    select known.destination_id, code.qr_id, (select version from safety_state)
    from new_codes code cross join destination_urls(redirect_url, redirect_rules) target
      join destinations known on known.destination_id = destination_id(target) and known.url = target;
  get diagnostics linked = row_count;
  if linked <> wanted then
    raise exception 'two URLs have one id' using errcode = 'check_violation';
  end if;
  -- Past every check, somebody linked what is known to be unsafe: its codes have to be settled again.
  update destinations set is_settled = false where verdict = 'unsafe' and is_settled and destination_id in (
    select destination_id(target) from new_codes, destination_urls(redirect_url, redirect_rules) target);
  return null;
end
$$;

create function link_changed_code() returns trigger language plpgsql as $$
declare
  targets text[] := array(select destination_urls(new.redirect_url, new.redirect_rules));
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
  update destinations set is_settled = false where verdict = 'unsafe' and is_settled and destination_id in (
    select destination_id(target) from unnest(targets) target);
  return null;
end
$$;

create trigger qr_codes_hold_safety before insert or update of redirect_url, redirect_rules on qr_codes
  for each statement execute function hold_safety_for_code();
create trigger qr_codes_link_new after insert on qr_codes referencing new table as new_codes
  for each statement execute function link_new_codes();
create trigger qr_codes_link_changed after update of redirect_url, redirect_rules on qr_codes
  for each row when ((old.redirect_url, old.redirect_rules) is distinct from (new.redirect_url, new.redirect_rules))
  execute function link_changed_code();

insert into destinations (destination_id, url)
  select distinct destination_id(target), target
  from qr_codes, destination_urls(redirect_url, redirect_rules) target on conflict do nothing;
insert into qr_destinations (destination_id, qr_id, linked_at, linked_version)
  select destination_id(target), qr_id, created_at, 0 from qr_codes, destination_urls(redirect_url, redirect_rules) target;

create function log_verdict() returns trigger language plpgsql as $$
begin
  insert into safety_log (event, destination_id, was, verdict, provider, threat, detail, list_version)
    values ('verdict', new.destination_id, old.verdict, new.verdict, new.provider, new.threat, new.detail, new.list_version);
  return null;
end
$$;

create trigger destinations_logged after update on destinations
  for each row when ((old.verdict, old.provider, old.threat) is distinct from (new.verdict, new.provider, new.threat))
  execute function log_verdict();

-- The end of a check that came before the transaction. 'moved': the lists are others now; 'flagged': a destination is known
-- to be unsafe, whatever the check saw. In both cases it has to be checked again.
create function clear_destinations(seen_version bigint, checked jsonb) returns text language plpgsql as $$
begin
  perform hold_safety();
  if (select version from safety_state) <> seen_version then
    return 'moved';
  end if;
  insert into destinations as known (destination_id, url, prefixes, verdict, list_version, valid_until)
    select distinct on (1) destination_id(item.url), item.url, item.prefixes, 'safe', seen_version, item.valid_until
    from jsonb_to_recordset(checked) item (url text, prefixes integer[], valid_until timestamptz)
    -- Known as it is: not even locked, since thousands may lead to one place.
    where not exists (select from destinations known where known.destination_id = destination_id(item.url)
      and (known.verdict = 'unsafe' or known.verdict = 'safe' and known.prefixes @> item.prefixes))
    order by 1
    -- What nobody had looked at, or could, is known now; where it leads may be new. What is unsafe stays so.
    on conflict (destination_id) do update set
      prefixes = excluded.prefixes, verdict = 'safe', provider = null, threat = null, detail = null,
      list_version = excluded.list_version, checked_at = now(), valid_until = excluded.valid_until,
      is_settled = known.is_settled and known.verdict = 'safe'
    where known.verdict = 'unverified' or known.verdict = 'safe' and not known.prefixes @> excluded.prefixes;
  if exists (select from jsonb_to_recordset(checked) item (url text)
      join destinations known on known.destination_id = destination_id(item.url) where known.verdict = 'unsafe') then
    return 'flagged';
  end if;
  return 'cleared';
end
$$;

-- Verdicts as they were found under a version of the lists. 'moved': that is another one now. 'alone': something turns unsafe,
-- and who finds that has to hold the lock alone, so that writers who think otherwise commit first and are seen when codes are settled.
create function record_verdicts(seen_version bigint, verdicts jsonb, is_alone boolean) returns text language plpgsql as $$
begin
  if is_alone then
    perform lock_safety();
  else
    perform hold_safety();
  end if;
  if (select version from safety_state) <> seen_version then
    return 'moved';
  end if;
  -- In order, since others do the same.
  perform from destinations where destination_id in (select destination_id(item.url) from jsonb_to_recordset(verdicts) item (url text))
    order by destination_id for no key update;
  if not is_alone and exists (select from jsonb_to_recordset(verdicts) item (url text, verdict text)
      join destinations known on known.destination_id = destination_id(item.url)
      where item.verdict = 'unsafe' and known.verdict <> 'unsafe') then
    return 'alone';
  end if;
  -- What is known to be unsafe does not become less so because nobody can say now, or could look at all of it: it is only
  -- asked for again. Nor is forgotten by which hashes it was found.
  update destinations known set
      prefixes = case when item.is_partial and known.prefixes @> item.prefixes then known.prefixes else item.prefixes end,
      verdict = item.verdict, provider = item.provider, threat = item.threat, detail = item.detail,
      list_version = seen_version, checked_at = now(), valid_until = item.valid_until,
      is_settled = known.is_settled and known.verdict = item.verdict
    from jsonb_to_recordset(verdicts) item (url text, prefixes integer[], verdict text, provider text, threat text, detail text,
      valid_until timestamptz, is_partial boolean)
    where known.destination_id = destination_id(item.url)
      and not (known.verdict = 'unsafe' and (item.verdict = 'unverified' or item.is_partial))
      and (known.verdict, known.provider, known.threat, known.prefixes, known.valid_until) is distinct from
        (item.verdict, item.provider, item.threat, item.prefixes, item.valid_until);
  update destinations known set valid_until = item.valid_until
    from jsonb_to_recordset(verdicts) item (url text, verdict text, valid_until timestamptz, is_partial boolean)
    where known.destination_id = destination_id(item.url) and known.verdict = 'unsafe'
      and (item.verdict = 'unverified' or item.is_partial);
  return 'recorded';
end
$$;

-- Gives a code the status that its destinations ask for. An operator's block and an archived code stay as they are (D36).
create function settle_code_safety(code uuid) returns text language plpgsql as $$
declare
  state qr_codes%rowtype;
  linked uuid[];
  worst destinations%rowtype;
  outcome text;
begin
  select * into state from qr_codes where qr_id = code for no key update;
  if not found or state.status = 'archived' or state.blocked_by = 'operator' then
    return null;
  end if;
  -- In two steps: joined, the planner may start from the few destinations that are not safe, by looking at all.
  linked := array(select destination_id from qr_destinations where qr_id = code);
  select * into worst from destinations where destination_id = any (linked) and verdict <> 'safe'
    order by verdict = 'unsafe' desc, destination_id limit 1;
  if state.status = 'active' and worst.verdict = 'unsafe' then
    update qr_codes set status = 'blocked', blocked_by = 'rescan' where qr_id = code;
    outcome := 'blocked';
  elsif state.status = 'blocked' and worst.destination_id is null then
    update qr_codes set status = 'active', blocked_by = null where qr_id = code;
    outcome := 'restored';
  else
    return null;
  end if;
  insert into safety_log (event, destination_id, qr_id, verdict, provider, threat, detail, list_version)
    select outcome, coalesce(worst.destination_id, destination_id(state.redirect_url)), code, coalesce(worst.verdict, 'safe'),
      worst.provider, worst.threat, coalesce(worst.url, state.redirect_url), version from safety_state;
  return outcome;
end
$$;

-- The operator's own rules, by expression: the most exact that matches decides.
create table safety_rules (
  expression text primary key,
  action text not null check (action in ('block', 'allow')),
  scope text not null check (scope in ('domain', 'url')),
  pattern text not null,
  reason text not null default '',
  made_at timestamptz(3) not null default now()
);

-- Lists of hash prefixes that others publish, downloaded once for all processes: a snapshot in chunks, and changes since.
create table threat_lists (
  list_id text primary key,
  -- Of safety_state, when this list last changed; 0: never loaded.
  version bigint not null default 0,
  snapshot_version bigint not null default 0,
  entries integer not null default 0,
  -- Web Risk's version token, or the validator of a feed.
  token text,
  updated_at timestamptz(3),
  next_update_at timestamptz(3) not null default now(),
  failures integer not null default 0,
  last_error text
);

create table threat_list_chunks (
  list_id text not null references threat_lists,
  prefix_length smallint not null,
  ordinal integer not null,
  entries bytea not null,
  primary key (list_id, prefix_length, ordinal)
);

create table threat_list_changes (
  list_id text not null references threat_lists,
  version bigint not null,
  prefix_length smallint not null,
  from_version bigint not null,
  added bytea not null,
  removed bytea not null,
  primary key (list_id, version, prefix_length)
);

-- What changed and is not examined yet: the first four bytes of every hash that came or went.
create table safety_changes (
  change_id bigint generated always as identity primary key,
  source text not null,
  kind text not null check (kind in ('added', 'removed')),
  keys bytea not null,
  -- How many keys are done.
  position integer not null default 0,
  made_at timestamptz(3) not null default now()
);

-- Hashes don't compress, and a part of them is read without the rest.
alter table safety_changes alter column keys set storage external;

-- What hashes:search said of a prefix, shared by all processes.
create table hash_confirmations (
  prefix bytea not null,
  -- Which kinds of threats were asked for.
  threat_types text not null,
  -- [{"hash": hex, "threat": …, "until": …}]
  threats jsonb not null,
  negative_until timestamptz(3),
  asked_at timestamptz(3) not null default now(),
  primary key (prefix, threat_types)
);

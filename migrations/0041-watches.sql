-- Watched codes: their destinations and their scans. The next releases use these tables.
create table watches (
  qr_id uuid primary key references qr_codes on delete cascade,
  account_id uuid not null,
  watches_destination boolean not null,
  standby_url text,
  watches_scans boolean not null,
  /* In whose name the stand-by address is used. */
  actor_kind text not null check (actor_kind in ('member', 'api_key', 'oauth_client')),
  actor_id text not null,
  created_at timestamp(3) with time zone not null default now(),
  /* When its destinations are looked up again. */
  due_at timestamp(3) with time zone not null default now(),
  /* Since when its main destination has failed three checks in a row. */
  failing_since timestamp(3) with time zone,
  /* The main destination while the stand-by address replaces it, that address, and the planned change that did it. */
  replaced_url text,
  used_url text,
  switch_plan uuid
);
create index watches_due on watches (due_at) where watches_destination;
create index watches_of_account on watches (account_id, qr_id);
create index watches_to_switch on watches (qr_id)
  where replaced_url is not null or failing_since is not null and standby_url is not null;

create table watched_urls (
  url_id uuid primary key,
  url text not null,
  host text not null,
  due_at timestamp(3) with time zone,
  checked_at timestamp(3) with time zone,
  status integer,
  /* What is wrong; null if nothing is. */
  problem text,
  failures integer not null default 0,
  tls_expires_at timestamp(3) with time zone,
  redirect_host text
);
create index watched_urls_due on watched_urls (host, due_at) where due_at is not null;

create table watch_urls (
  qr_id uuid not null references watches on delete cascade,
  url_id uuid not null references watched_urls,
  primary key (qr_id, url_id)
);
create index watch_urls_of_url on watch_urls (url_id);

/* One process at a time asks a host, and waits between two requests. */
create table watched_hosts (
  host text primary key,
  due_at timestamp(3) with time zone,
  next_request_at timestamp(3) with time zone not null default '-infinity',
  claimed_until timestamp(3) with time zone,
  /* By origin: the text of robots.txt, and when it was read. */
  robots jsonb not null default '{}',
  /* The registered domain of the host. */
  domain text
);
create index watched_hosts_domain on watched_hosts (domain);
create index watched_hosts_due on watched_hosts (due_at) where due_at is not null;

create table watched_domains (
  domain text primary key,
  due_at timestamp(3) with time zone not null default now(),
  checked_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  /* The expiry that people were told about. */
  told_expiry timestamp(3) with time zone
);
create index watched_domains_due on watched_domains (due_at);

/* A new destination is checked soon. One that is neither the stand-by address nor what that replaces is a decision: it stays. */
create function watch_new_destination() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  known watches;
begin
  select * into known from watches where qr_id = new.qr_id for update;
  if not found then
    return null;
  end if;
  if new.redirect_url is not distinct from old.redirect_url or new.redirect_url in (known.used_url, known.replaced_url) then
    update watches set due_at = now() where qr_id = new.qr_id;
  else
    update planned_changes set cancelled_at = now() where plan_id = known.switch_plan and finished_at is null and cancelled_at is null;
    update watches set due_at = now(), failing_since = null, replaced_url = null, used_url = null, switch_plan = null where qr_id = new.qr_id;
  end if;
  return null;
end
$$;
create trigger qr_codes_watch_destination after update of redirect_url, redirect_rules on qr_codes for each row
  when ((old.redirect_url, old.redirect_rules::text) is distinct from (new.redirect_url, new.redirect_rules::text))
  execute function watch_new_destination();

/* How many scans are usual per hour of the week. */
create table scan_baselines (
  qr_id uuid primary key references watches on delete cascade,
  computed_at timestamp(3) with time zone not null,
  next_at timestamp(3) with time zone not null,
  hours double precision[] not null,
  quiet_limit double precision not null,
  surge_ratio double precision not null,
  last_scan_at timestamp(3) with time zone not null,
  /* When so much should have happened that silence means something. */
  quiet_at timestamp(3) with time zone,
  quiet_since timestamp(3) with time zone,
  surge_since timestamp(3) with time zone
);
create index scan_baselines_quiet on scan_baselines (quiet_at) where quiet_at is not null;
create index scan_baselines_next on scan_baselines (next_at);

/* Since when a worker has seen every scan, without a break: only then silence means something. */
create table scan_watch (
  id integer primary key check (id = 1),
  sure_since timestamp(3) with time zone not null,
  looked_at timestamp(3) with time zone not null
);

/* Writes an event that no change of a row stands for: an alarm about a code. */
create function announce_alarm(kind text, code uuid, alarm jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if kind not in ('qr.quiet', 'qr.surge', 'qr.destination_failing') then
    raise exception 'there is no such alarm' using errcode = 'check_violation';
  end if;
  if are_events_on() then
    insert into new_events (type, account_id, project_id, qr_id, subject, actor_kind)
      select kind, account_id, project_id, qr_id, code_snapshot(qr_id) || jsonb_build_object('alarm', alarm), 'system'
      from qr_codes where qr_id = code;
  end if;
end
$$;

-- Rules on scan numbers. The next release counts scans of such codes exactly, and the one after it offers these rules.
alter table scan_state add column is_numbered boolean not null default false;

/* Whether some rule depends on the number of a scan: tiers, and splits that are not sticky. */
create function needs_numbers(rules jsonb) returns boolean language sql immutable parallel safe as $$
  select rules @? '$[*] ? (@.condition == "scan_number" || @.condition2 == "scan_number"
    || @.condition == "split" && !(@.sticky == true) || @.condition2 == "split" && !(@.sticky2 == true))'
$$;

create or replace function mirror_scan_state() returns trigger language plpgsql as $$
begin
  update scan_state set status = new.status, version = version + 1, is_numbered = needs_numbers(new.redirect_rules)
    where qr_id = new.qr_id;
  return null;
end
$$;

-- Exact counts need to know the open scans of a code: with a limit, and with rules on numbers.
create or replace function raise_scan_version() returns trigger language plpgsql as $$
begin
  if new.version = old.version
    and (old.scan_limit, old.expires_at) is distinct from (new.scan_limit, new.expires_at) then
    new.version := old.version + 1;
  end if;
  if (old.scan_limit is not null or old.is_numbered) <> (new.scan_limit is not null or new.is_numbered) then
    new.is_settled := false;
    new.pending := 0;
  end if;
  return new;
end
$$;
create or replace trigger scan_state_version before update of scan_limit, expires_at, is_numbered on scan_state for each row
  execute function raise_scan_version();

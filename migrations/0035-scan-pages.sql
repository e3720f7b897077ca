-- What visitors see instead of a redirect, per project: the owner's name, color, logo, and another address (D80). And reports by mail.
create table scan_pages (
  project_id uuid primary key,
  account_id uuid not null,
  display_name text check (char_length(display_name) between 1 and 80),
  color text check (color ~ '^#[0-9a-f]{6}$'),
  -- A small PNG that we encoded ourselves.
  logo bytea check (octet_length(logo) between 1 and 65536),
  -- Offered on the pages of expired, used-up and archived codes.
  fallback_url text check (char_length(fallback_url) between 1 and 2048),
  foreign key (account_id, project_id) references projects (account_id, project_id) on delete cascade
);
create index scan_pages_fallbacks on scan_pages (fallback_url) where fallback_url is not null;
create index scan_pages_account on scan_pages (account_id);

-- A fallback address is checked like every destination, for as long as it is there.
create function link_fallback() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into destinations (destination_id, url) values (destination_id(new.fallback_url), new.fallback_url) on conflict do nothing;
  return null;
end
$$;
create trigger scan_pages_fallback after insert or update of fallback_url on scan_pages
  for each row when (new.fallback_url is not null) execute function link_fallback();

-- Processes of the release before delete destinations that no code and no domain uses; they don't know fallback addresses.
create function keep_fallback() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from scan_pages where fallback_url = old.url) then
    return null;
  end if;
  return old;
end
$$;
create trigger destinations_kept before delete on destinations for each row execute function keep_fallback();

alter table account_history drop constraint account_history_subject_check;
alter table account_history add constraint account_history_subject_check check (subject in
  ('account', 'member', 'invitation', 'key', 'template', 'domain', 'webhook', 'sso', 'page')) not valid;
create trigger scan_pages_write_history after insert or update of display_name, color, logo, fallback_url or delete on scan_pages for each row
  execute function record_account_change('page', 'project_id', 'display_name color fallback_url', 'logo');

-- Reports that members receive by mail. A report and its next time are written in one transaction, so none is sent twice.
create table report_subscriptions (
  account_id uuid not null,
  user_id text not null,
  cadence text not null check (cadence in ('weekly', 'monthly')),
  -- The end of the period that the next report covers.
  next_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, user_id, cadence),
  foreign key (account_id, user_id) references account_users (account_id, user_id) on delete cascade
);
create index report_subscriptions_due on report_subscriptions (next_at);

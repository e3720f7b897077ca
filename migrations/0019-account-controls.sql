-- Tables and columns for suspension, erasure, abuse reports, re-authentication, sealed mails and certificate limits.

-- When the holder of a session last proved who they are. Sessions that existed before have to prove it again.
alter table auth_sessions add column proved_at timestamptz(3) not null default '-infinity';
alter table auth_sessions alter column proved_at set default now();

alter table accounts
  -- Suspended by the operator (D74): one write switches codes, keys, domains and sign-in off, and one switches them on.
  add column suspended_at timestamptz(3),
  add column suspended_reason text check (char_length(suspended_reason) between 1 and 500),
  -- When the account is erased (D82); until then it can be undone.
  add column erase_at timestamptz(3),
  -- Since when its rows are being removed. From then on its codes answer 404.
  add column erased_at timestamptz(3),
  add constraint accounts_suspension check ((suspended_at is null) = (suspended_reason is null));
create index accounts_to_erase on accounts (erase_at) where erase_at is not null;

create or replace function raise_account_version() returns trigger language plpgsql as $$
begin
  if (new.time_zone, new.suspended_at, new.erased_at) is distinct from (old.time_zone, old.suspended_at, old.erased_at) then
    new.version := old.version + 1;
  end if;
  return new;
end
$$;

-- Slugs of erased accounts. A printed link must never lead to somebody else's code.
create table erased_slugs (
  slug text primary key
);

create function refuse_erased_slugs() returns trigger language plpgsql as $$
begin
  if exists (select from new_codes join erased_slugs on slug = reserved_slug) then
    raise exception 'the slug belonged to an erased account' using errcode = 'unique_violation';
  end if;
  return null;
end
$$;

create trigger qr_codes_erased_slugs after insert on qr_codes referencing new table as new_codes
  for each statement execute function refuse_erased_slugs();

-- Mails that wait to be sent, sealed with the installation's secret: neither jobs nor backups hold a link that signs anybody in.
create table mails (
  mail_id uuid primary key,
  sealed bytea not null,
  created_at timestamptz(3) not null default now()
);
create index mails_age on mails (created_at);

-- Hosts for which an account was allowed to fetch a first certificate, so that nobody uses up the operator's quota.
create table first_certificates (
  account_id uuid not null references accounts,
  host text not null,
  granted_at timestamptz(3) not null default now(),
  primary key (account_id, host)
);
create index first_certificates_age on first_certificates (account_id, granted_at);

-- What people reported about a code. A report alone never blocks anything.
create table abuse_reports (
  -- Random: it is also the address of the reporter's status page.
  report_id uuid primary key,
  slug text not null check (char_length(slug) <= 100),
  reason text not null check (reason in ('phishing', 'malware', 'scam', 'illegal', 'other')),
  details text not null default '' check (char_length(details) <= 2000),
  contact text check (char_length(contact) between 3 and 254),
  state text not null default 'open' check (state in ('open', 'closed', 'blocked')),
  -- What the operator tells the reporter.
  note text check (char_length(note) <= 500),
  reported_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  constraint abuse_reports_closed check ((state = 'open') = (closed_at is null))
);
create index abuse_reports_newest on abuse_reports (state, reported_at desc);
create index abuse_reports_slug on abuse_reports (slug);

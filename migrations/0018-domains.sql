-- A project's own domain. Verified, it serves; failing, it serves still, while its owner is told; lapsed, it has stopped, and holds its name
-- for thirty days, because printed codes carry it.
create table domains (
  domain_id uuid primary key,
  account_id uuid not null references accounts,
  project_id uuid not null,
  host text not null check (host = lower(host) and char_length(host) between 4 and 253),
  -- What the owner's TXT record has to say.
  token text not null,
  state text not null default 'pending' check (state in ('pending', 'verified', 'failing', 'lapsed')),
  -- Where the root of the domain leads; null: to a plain page.
  root_url text check (char_length(root_url) between 1 and 2048),
  -- What the last look found wrong, in words for the owner.
  problem text,
  failures integer not null default 0,
  created_at timestamptz(3) not null default now(),
  verified_at timestamptz(3),
  failing_since timestamptz(3),
  lapsed_at timestamptz(3),
  checked_at timestamptz(3),
  next_check_at timestamptz(3) not null default now(),
  foreign key (account_id, project_id) references projects (account_id, project_id)
);
create unique index domains_one_of_project on domains (project_id);
-- Many may claim a name; one has it.
create unique index domains_one_owner on domains (host) where state <> 'pending';
create index domains_claims on domains (host);
create index domains_of_account on domains (account_id);
create index domains_due on domains (next_check_at);

-- A project's version covers its domain: what a scan confirms of the project, it confirms of the domain.
create function raise_domain_project() returns trigger language plpgsql as $$
begin
  if old.state in ('verified', 'failing') or new.state in ('verified', 'failing') then
    update projects set version = version + 1 where project_id in (old.project_id, new.project_id);
  end if;
  return null;
end
$$;

create trigger domains_inserted after insert or delete on domains
  for each row execute function raise_domain_project();
create trigger domains_changed after update on domains
  for each row when ((old.project_id, old.host, old.state, old.root_url) is distinct from (new.project_id, new.host, new.state, new.root_url))
  execute function raise_domain_project();

-- Where a root leads is looked at like every destination, for as long as it is there.
create function link_domain_root() returns trigger language plpgsql as $$
begin
  insert into destinations (destination_id, url) values (destination_id(new.root_url), new.root_url) on conflict do nothing;
  return null;
end
$$;

create trigger domains_root after insert or update of root_url on domains
  for each row when (new.root_url is not null) execute function link_domain_root();
create index domains_roots on domains (root_url) where root_url is not null;

-- Which host the present image carries; null is our own.
alter table qr_codes add column rendered_host text;

-- Drawing a project's images again after its host has changed: how far it has come.
create table project_redraws (
  project_id uuid primary key references projects,
  host text,
  total integer not null default 0,
  asked integer not null default 0,
  -- The place in the list of the project's codes.
  at_status text not null default 'active',
  before_created_at timestamptz(3),
  before_qr_id uuid,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);

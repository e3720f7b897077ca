create table projects (
  project_id uuid primary key,
  account_id uuid not null references accounts,
  name text not null check (char_length(name) between 1 and 120),
  description text not null default '' check (char_length(description) <= 2000),
  is_default boolean not null default false,
  is_archived boolean not null default false,
  -- Null: the default project that came with the account.
  created_via text check (created_via in ('api', 'dashboard')),
  -- Raised by every change that a scan can see.
  version bigint not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create unique index projects_one_default on projects (account_id) where is_default;
create index projects_newest on projects (account_id, created_at desc, project_id desc);

create function keep_project_origin() returns trigger language plpgsql as $$
begin
  if new.created_via is distinct from old.created_via then
    raise exception 'created_via of a project never changes' using errcode = 'check_violation';
  end if;
  if new.is_archived is distinct from old.is_archived then
    new.version := old.version + 1;
  end if;
  return new;
end
$$;

create trigger projects_audit before update on projects
  for each row execute function keep_audit_fields();
create trigger projects_origin before update on projects
  for each row execute function keep_project_origin();

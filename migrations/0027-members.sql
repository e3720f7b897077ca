-- Several members per account, and several accounts per user. The next release uses it; this one lets only owners in.
alter table account_users
  drop constraint account_users_pkey,
  drop constraint account_users_account_id_key,
  add constraint account_users_pkey primary key using index account_users_member;

-- Roles in single projects. A member without a role in the account has only these.
create table member_projects (
  account_id uuid not null,
  user_id text not null,
  project_id uuid not null references projects on delete cascade,
  role text not null check (role in ('admin', 'editor', 'viewer')),
  primary key (account_id, user_id, project_id),
  foreign key (account_id, user_id) references account_users on delete cascade
);
create index member_projects_project on member_projects (project_id);

-- Invitations that nobody has accepted yet.
create table invitations (
  invitation_id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  email text not null,
  -- Null: only the projects.
  role text check (role in ('owner', 'admin', 'editor', 'viewer')),
  -- Role by project ID.
  projects jsonb not null default '{}',
  token_hash bytea not null unique,
  invited_by text references auth_users on delete set null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create unique index invitations_address on invitations (account_id, lower(email));
create index invitations_age on invitations (expires_at);
create index invitations_inviter on invitations (invited_by);

-- The account that a session works on; null is the user's first one. A session may outlive the account, so there is no reference.
alter table auth_sessions add column account_id uuid;

-- An account with members has an owner. The lock makes changes of two members wait for each other.
create function keep_an_owner() returns trigger language plpgsql as $$
declare
  own_id uuid := case tg_op when 'INSERT' then new.account_id else old.account_id end;
begin
  perform from accounts where account_id = own_id for no key update;
  if exists (select from account_users where account_id = own_id)
    and not exists (select from account_users where account_id = own_id and role = 'owner') then
    raise exception 'an account needs an owner' using errcode = 'restrict_violation', constraint = 'account_users_owner';
  end if;
  return null;
end
$$;

create trigger account_users_owner_missing after insert on account_users
  for each row when (new.role is distinct from 'owner') execute function keep_an_owner();
create trigger account_users_owner_removed after delete on account_users
  for each row when (old.role = 'owner') execute function keep_an_owner();
create trigger account_users_owner_changed after update of role on account_users
  for each row when (old.role = 'owner' and new.role is distinct from 'owner') execute function keep_an_owner();

-- When an operator gives the account to another address, invitations of the previous owners end too.
create or replace function end_membership() returns trigger language plpgsql as $$
begin
  delete from invitations where account_id = new.account_id;
  delete from auth_sessions using account_users
    where account_users.account_id = new.account_id and auth_sessions.user_id = account_users.user_id;
  delete from account_users where account_id = new.account_id;
  return null;
end
$$;

-- Restricted keys, OAuth clients and single sign-on. The next release uses them; this one accepts unrestricted keys only.
alter table api_keys
  drop constraint api_keys_scope_check,
  -- An OAuth client counts as a key. Its hash is that of its secret.
  add column kind text not null default 'key',
  -- Null: unrestricted.
  add column scopes text[],
  -- False: only the projects of key_projects, even if there are none left.
  add column has_all_projects boolean not null default true,
  add column expires_at timestamptz(3),
  add constraint api_keys_kind check (kind in ('key', 'oauth_client')) not valid,
  add constraint api_keys_client check (kind = 'key' or scopes is not null) not valid,
  add constraint api_keys_scope check (scope = case when scopes is null then 'qr.write' else 'restricted' end) not valid,
  add constraint api_keys_scopes check (
    cardinality(scopes) > 0 and scopes <@ array['qr.read', 'qr.write', 'analytics.read', 'webhooks.write']) not valid,
  add constraint api_keys_unrestricted check (scopes is not null or has_all_projects and expires_at is null) not valid;

create table key_projects (
  account_id uuid not null,
  key_id uuid not null references api_keys on delete cascade,
  project_id uuid not null,
  primary key (key_id, project_id),
  foreign key (account_id, project_id) references projects (account_id, project_id) on delete cascade
);
create index key_projects_project on key_projects (account_id, project_id);

create function notify_key_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('account_changed', account_id::text) from api_keys
    where key_id = case tg_op when 'DELETE' then old.key_id else new.key_id end;
  return null;
end
$$;
create trigger key_projects_changed after insert or delete on key_projects for each row execute function notify_key_changed();
create trigger api_keys_limits_changed after update of scopes, has_all_projects, expires_at on api_keys
  for each row execute function notify_account_changed();

-- Access tokens of OAuth clients.
create table oauth_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  key_id uuid not null references api_keys on delete cascade,
  scopes text[] not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index oauth_tokens_of_client on oauth_tokens (key_id, created_at);
create index oauth_tokens_age on oauth_tokens (expires_at);
create trigger oauth_tokens_revoked after delete on oauth_tokens for each row execute function notify_key_changed();

-- OpenID Connect per account.
create table sso_connections (
  account_id uuid primary key references accounts on delete cascade,
  issuer text not null check (char_length(issuer) <= 2048),
  client_id text not null check (char_length(client_id) <= 255),
  sealed_secret bytea not null,
  mail_domain text not null check (mail_domain = lower(mail_domain) and char_length(mail_domain) <= 253),
  -- Expected in DNS.
  token text not null,
  verified_at timestamptz(3),
  is_enforced boolean not null default false,
  groups_claim text not null default 'groups' check (char_length(groups_claim) <= 100),
  -- Role by group.
  group_roles jsonb not null default '{}',
  -- Of people without such a group; null: they are refused.
  default_role text check (default_role in ('admin', 'editor', 'viewer')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (not is_enforced or verified_at is not null)
);
create unique index sso_connections_domain on sso_connections (mail_domain) where verified_at is not null;

-- Who signed in through which connection.
create table sso_identities (
  account_id uuid not null references sso_connections on delete cascade,
  subject text not null check (char_length(subject) <= 255),
  user_id text not null references auth_users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, subject),
  unique (account_id, user_id)
);
create index sso_identities_user on sso_identities (user_id);

-- The account whose connection started the session; null: signed in here.
alter table auth_sessions add column sso_account_id uuid;
-- It lasts 12 hours, however often it is used.
create function keep_sso_session() returns trigger language plpgsql as $$
begin
  new.sso_account_id := old.sso_account_id;
  new.expires_at := least(new.expires_at, old.created_at + interval '12 hours');
  return new;
end
$$;
create trigger auth_sessions_sso before update on auth_sessions for each row
  when (old.sso_account_id is not null) execute function keep_sso_session();

alter table accounts add column requires_two_factors boolean not null default false;

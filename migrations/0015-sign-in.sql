-- People who sign in to the dashboard. These tables are better-auth's, under names of our own; what an account owns hangs on
-- accounts, never on them.
create table auth_users (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null,
  image text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  two_factor_enabled boolean
);

create table auth_sessions (
  id text primary key,
  expires_at timestamptz(3) not null,
  token text not null unique,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null,
  ip_address text,
  user_agent text,
  user_id text not null references auth_users on delete cascade
);
create index auth_sessions_user on auth_sessions (user_id);

create table auth_accounts (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references auth_users on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  password text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null
);
create index auth_accounts_user on auth_accounts (user_id);

create table auth_verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index auth_verifications_identifier on auth_verifications (identifier);

create table auth_two_factors (
  id text primary key,
  secret text not null,
  backup_codes text not null,
  user_id text not null references auth_users on delete cascade,
  verified boolean,
  failed_verification_count integer,
  locked_until timestamptz(3)
);
create unique index auth_two_factors_user on auth_two_factors (user_id);
create index auth_two_factors_secret on auth_two_factors (secret);

create table auth_passkeys (
  id text primary key,
  name text,
  public_key text not null,
  user_id text not null references auth_users on delete cascade,
  credential_id text not null,
  counter integer not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  created_at timestamptz(3),
  aaguid text
);
create index auth_passkeys_user on auth_passkeys (user_id);
create unique index auth_passkeys_credential on auth_passkeys (credential_id);

create table auth_rate_limits (
  id text primary key,
  key text not null unique,
  count integer not null,
  last_request bigint not null
);
create index auth_rate_limits_age on auth_rate_limits (last_request);

-- Tries at one account, and mails to one address, wherever they come from. Keys are keyed hashes of the address.
create table sign_in_tries (
  key bytea primary key,
  tries integer not null,
  began_at timestamptz(3) not null default now()
);
create index sign_in_tries_age on sign_in_tries (began_at);

-- Whose account somebody who signs in works on. One person an account, for now.
create table account_users (
  user_id text primary key references auth_users on delete cascade,
  account_id uuid not null unique references accounts
);

-- Whoever had the old address has no business with the account any more.
create function end_membership() returns trigger language plpgsql as $$
begin
  delete from auth_sessions using account_users
    where account_users.account_id = new.account_id and auth_sessions.user_id = account_users.user_id;
  delete from account_users where account_id = new.account_id;
  return null;
end
$$;

create trigger accounts_email_moved after update of email on accounts
  for each row when (lower(old.email) <> lower(new.email)) execute function end_membership();

-- Identifiers are UUIDs of version 7: 16 bytes in every index, and new rows at its right edge.
-- All times have millisecond precision: what JavaScript holds, so cursors and guards compare equal.

create table accounts (
  account_id uuid primary key,
  email text not null check (char_length(email) between 3 and 320),
  plan text not null,
  time_zone text not null default 'UTC',
  -- Null: as the plan has it.
  api_access boolean,
  -- Checked by every reader: a malformed value refuses the request (D51).
  limit_overrides jsonb not null default '{}',
  -- Raised by every change that a scan can see.
  version bigint not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create unique index accounts_email_key on accounts (lower(email));
create index accounts_newest on accounts (created_at desc, account_id desc);

create table api_keys (
  key_id uuid primary key,
  account_id uuid not null references accounts,
  name text not null check (char_length(name) between 1 and 120),
  -- SHA-256. A key has 154 bits of entropy, so a slow hash would add nothing (D27).
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  display_prefix text not null check (char_length(display_prefix) <= 16),
  scope text not null default 'qr.write' check (scope = 'qr.write'),
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3)
);

create index api_keys_of_account on api_keys (account_id, created_at desc, key_id desc);

-- Only the system writes updated_at, and what an audit relies on never changes (D60).
create function keep_audit_fields() returns trigger language plpgsql as $$
begin
  if new.created_at is distinct from old.created_at then
    raise exception 'created_at of % never changes', tg_table_name using errcode = 'check_violation';
  end if;
  new.updated_at := now();
  return new;
end
$$;

create function raise_account_version() returns trigger language plpgsql as $$
begin
  if new.time_zone is distinct from old.time_zone then
    new.version := old.version + 1;
  end if;
  return new;
end
$$;

create trigger accounts_audit before update on accounts
  for each row execute function keep_audit_fields();
create trigger accounts_version before update on accounts
  for each row execute function raise_account_version();

-- A revoked key never comes back to life (specification, Authentication 5).
create function keep_revocation() returns trigger language plpgsql as $$
begin
  if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
    raise exception 'a revoked key cannot be recovered' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create trigger api_keys_revocation before update on api_keys
  for each row execute function keep_revocation();

-- Tells every process to forget what it holds of an account. Once a change, never once a request.
create function notify_account_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('account_changed', new.account_id::text);
  return null;
end
$$;

create trigger accounts_changed after update on accounts
  for each row execute function notify_account_changed();
create trigger api_keys_changed after update on api_keys
  for each row execute function notify_account_changed();

-- outside a transaction
-- The role of each member in an account. Everybody so far is an owner.
alter table account_users add column if not exists role text default 'owner', add column if not exists joined_at timestamptz(3) not null default now();
alter table account_users drop constraint if exists account_users_role,
  add constraint account_users_role check (role in ('owner', 'admin', 'editor', 'viewer')) not valid;
alter table account_users validate constraint account_users_role;
create unique index concurrently if not exists account_users_member on account_users (account_id, user_id);
create index concurrently if not exists account_users_user on account_users (user_id);

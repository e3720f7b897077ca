-- Changes at a later instant. The next release uses them.
create table planned_changes (
  plan_id uuid primary key default new_change_id(),
  account_id uuid not null,
  actor_kind text not null check (actor_kind in ('member', 'api_key', 'oauth_client')),
  actor_id text not null,
  label text not null check (char_length(label) <= 200),
  /* As in a request. */
  change jsonb not null,
  qr_ids uuid[] not null check (cardinality(qr_ids) between 1 and 10000),
  apply_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  cancelled_at timestamp(3) with time zone,
  /* A worker that died loses its claim. */
  claimed_until timestamp(3) with time zone,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  /* How many of the codes are changed or refused, in their order. */
  done integer not null default 0,
  failures jsonb not null default '[]'
);
create index planned_changes_due on planned_changes (apply_at) where finished_at is null and cancelled_at is null;
create index planned_changes_of_account on planned_changes (account_id, plan_id);
create index planned_changes_waiting on planned_changes (account_id, apply_at) where finished_at is null and cancelled_at is null;

create or replace function erase_history() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from unseen_changes where change_id in (select change_id from code_history where account_id = old.account_id and bulk_id is null);
  delete from code_history where account_id = old.account_id and bulk_id is null;
  delete from account_history where account_id = old.account_id;
  delete from bulk_changes where account_id = old.account_id;
  delete from planned_changes where account_id = old.account_id;
  return null;
end
$$;

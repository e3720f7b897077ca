-- Tables for ledger servers: other PostgreSQL servers that take appended scans (docs/adr/0020-ledger-servers.md). Nothing uses them before
-- an operator adds one.

create table ledger_servers (
  -- The server says it itself, so that an address may change.
  server_id uuid primary key,
  added_at timestamptz(3) not null default now(),
  -- The newest fold of its open scans that was added here, and its ID: each fold is added once.
  fold_number bigint not null default 0,
  fold_id uuid,
  -- Open rows of that fold of which some codes could not be added, with what is left of them.
  fold_left json not null default '[]',
  -- The same for roll-ups.
  roll_up_number bigint not null default 0,
  roll_up_id uuid
);

-- Which server takes the appended scans of a code, by the last byte of its ID.
create table ledger_shards (
  shard smallint primary key check (shard between 0 and 255),
  -- Null: this one.
  server_id uuid references ledger_servers,
  -- The server before, until none of its scans of this shard are open.
  previous_id uuid references ledger_servers
);
insert into ledger_shards (shard) select generate_series(0, 255);

-- Batches that were answered although nobody knew whether their ledger server had counted them. It is asked once it is there again.
create table ledger_doubts (
  batch_id uuid primary key,
  recorded_on date not null,
  server_id uuid not null references ledger_servers,
  qr_ids uuid[] not null,
  -- Per code; 0 for one that was not answered.
  scans integer[] not null,
  versions bigint[] not null,
  events json compression lz4 not null
);
create index ledger_doubts_of on ledger_doubts (server_id);

create function ledger_shard(qr_id uuid) returns smallint language sql immutable parallel safe as $$
  select get_byte(uuid_send(qr_id), 15)::smallint
$$;

-- A limit that is new counts once it is known how many scans of the code are open, here and on other servers. Call it after
-- pass_scan_gate and, for other servers, after they know the new epoch; both in other transactions.
-- elsewhere, for each code and server: fold_number and is_folding of the server, and the open scans of the code that are in that fold
-- (folding) and that are not (open).
-- False: something else happened meanwhile, so the other servers have to be asked again.
-- Folds are compared and open scans summed up in one statement, so in one snapshot: a fold that came between the two was left out of both.
-- All servers that were asked are compared, since a shard may have left one of them meanwhile.
create function settle_scan_limits(codes uuid[], at_versions bigint[], elsewhere jsonb) returns boolean language plpgsql as $$
declare
  is_known boolean;
begin
  perform from scan_state state join unnest(codes, at_versions) as wanted (qr_id, version) using (qr_id, version)
    where not state.is_settled order by state.qr_id for no key update of state;
  -- A statement of its own, so a later snapshot: what was folded while we waited for the rows is not added again.
  with seen as materialized (
    select asked.*, known.fold_number as added, known.fold_left::text <> '[]' as has_left
    from jsonb_to_recordset(elsewhere) as asked (
      qr_id uuid, server_id uuid, fold_number bigint, is_folding boolean, folding bigint, open bigint)
      left join ledger_servers known using (server_id)),
  verdict as materialized (
    select not exists (
        select from seen where added is null or added not in (fold_number - 1, fold_number)
          or (added = fold_number and is_folding and has_left))
      and not exists (
        select from unnest(codes) as code (qr_id) join ledger_shards on shard = ledger_shard(code.qr_id)
          cross join lateral unnest(array[ledger_shards.server_id, ledger_shards.previous_id]) as needed (server_id)
        where needed.server_id is not null
          and not exists (select from seen where seen.qr_id = code.qr_id and seen.server_id = needed.server_id))
      -- While it is not known whether their server counted them, their sum is not known either.
      and not exists (select from ledger_doubts where qr_ids && codes) as is_known),
  here as materialized (
    select code.qr_id, sum(code.scans) as scans
    from scan_open cross join lateral unnest(scan_open.qr_ids, scan_open.scans) as code (qr_id, scans)
    where open_id >= (select open_floor from ledger_state) and qr_ids && codes and code.qr_id = any (codes)
    group by code.qr_id),
  there as materialized (
    select qr_id, sum(open + case when added = fold_number then 0 else folding end) as scans from seen group by qr_id),
  settled as (
    update scan_state state
    set is_settled = true, pending = coalesce((select scans from here where here.qr_id = state.qr_id), 0)
      + coalesce((select scans from there where there.qr_id = state.qr_id), 0)
    from unnest(codes, at_versions) as wanted (qr_id, version), verdict
    where verdict.is_known and state.qr_id = wanted.qr_id and state.version = wanted.version and not state.is_settled)
  select verdict.is_known into is_known from verdict;
  return is_known;
end
$$;

-- For processes of the release before, which know no other servers.
create or replace function settle_scan_limits(codes uuid[], at_versions bigint[]) returns void language plpgsql as $$
begin
  if not settle_scan_limits(codes, at_versions, '[]') then
    raise lock_not_available using message = 'open scans of these codes are on a ledger server';
  end if;
end
$$;

-- Last: every append reads this table.
alter table ledger_state
  add column epoch bigint not null default 0,
  -- Rises with every change of ledger_shards.
  add column map_version bigint not null default 0;

-- Appends to other servers that were checked under an older epoch than this one are refused there, once that server knows it.
create function raise_ledger_epoch() returns bigint language sql as $$
  update ledger_state set epoch = epoch + 1 returning epoch
$$;

-- Exports are files that a worker writes and their account downloads.
create table exports (
  export_id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('qr_codes', 'analytics', 'scans', 'images')),
  format text not null check (format in ('csv', 'ndjson', 'parquet', 'svg', 'png', 'pdf')),
  -- What the request names. A key that is limited to projects sees the exports that name one of them.
  project_id uuid,
  qr_id uuid,
  qr_ids uuid[] check (cardinality(qr_ids) between 1 and 5000),
  range_start timestamptz(3),
  range_end timestamptz(3),
  time_zone text,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  attempt integer not null default 0,
  -- From 0 to 1.
  progress real not null default 0,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  error text,
  -- Its place in the file store; null until it is done.
  file text,
  -- Single scans are kept for a limited time: the export starts here.
  available_from timestamptz(3),
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  -- The file is removed then.
  expires_at timestamptz(3) not null default now() + interval '7 days'
);
create index exports_of_account on exports (account_id, created_at desc, export_id desc);
create index exports_unfinished on exports (account_id) where status in ('queued', 'running');
create index exports_expiring on exports (expires_at);

-- A scan belongs to the project that its code was in at that time, also if it is rolled up after a move.
create table code_moves (
  qr_id uuid not null references qr_codes on delete cascade,
  moved_at timestamptz(3) not null default clock_timestamp(),
  from_project_id uuid not null,
  primary key (qr_id, moved_at)
);
create index code_moves_by_age on code_moves (moved_at);
create index code_moves_from on code_moves (from_project_id, moved_at);

create function record_move() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into code_moves (qr_id, from_project_id) values (new.qr_id, old.project_id)
  on conflict (qr_id, moved_at) do nothing;
  return null;
end
$$;
create trigger qr_codes_moved after update of project_id on qr_codes for each row
  when (old.project_id is distinct from new.project_id) execute function record_move();

-- Null until the first change.
alter table style_templates add column updated_at timestamptz(3);
create trigger style_templates_audit before update on style_templates for each row execute function keep_audit_fields();

-- Files of a design that is no longer shown. They stay for a while: pages and caches still name them.
create table replaced_files (
  name text primary key,
  qr_id uuid not null references qr_codes,
  replaced_at timestamptz(3) not null default now()
);

create index replaced_files_oldest on replaced_files (replaced_at);

-- Hosts of ours that images were drawn with. Each is printed somewhere, so a process refuses to start when it no longer serves one.
create table link_hosts (
  host text primary key check (host = lower(host) and char_length(host) between 1 and 253),
  first_drawn_at timestamptz(3) not null default now()
);

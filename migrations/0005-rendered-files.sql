-- Names of the present image's files: content-addressed, so a file never changes and may be cached for ever.
alter table qr_codes
  add column svg_file text,
  add column png_file text,
  -- What makes the image harder to scan than it need be.
  add column render_findings text[] not null default '{}';

-- Which workers are alive. The queue alone would keep the jobs of a killed one locked for four hours.
create unlogged table worker_heartbeats (
  worker_id text primary key,
  seen_at timestamptz(3) not null default now()
);

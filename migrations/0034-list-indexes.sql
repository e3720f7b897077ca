-- outside a transaction
-- The indexes of 0033, built beside requests. Can be repeated.
alter table qr_codes validate constraint qr_codes_tags;
alter table qr_codes validate constraint qr_codes_folder;
create index concurrently if not exists qr_codes_search on qr_codes
  using gin (account_id, search_text(redirect_url, redirect_rules, tags) gin_trgm_ops) with (fastupdate = off);
create index concurrently if not exists qr_codes_tags on qr_codes using gin (account_id, fold_tags(tags)) with (fastupdate = off) where tags <> '{}';
-- With the name itself, so that a page takes the keys from the index instead of computing each of them again.
create index concurrently if not exists qr_codes_names on qr_codes (account_id, status, (name_key(label) collate "C"), qr_id) include (label);
create index concurrently if not exists qr_codes_names_project on qr_codes (project_id, status, (name_key(label) collate "C"), qr_id) include (label);
create index concurrently if not exists qr_codes_folder on qr_codes (folder_id, status, created_at desc, qr_id desc) where folder_id is not null;
insert into list_state (finished_at) select case when not exists (select from qr_codes) then now() end on conflict do nothing;

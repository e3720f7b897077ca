-- Codes for app stores lead somewhere: each phone by a rule to its store, everybody else to a page.
alter table qr_codes drop constraint qr_codes_content, add constraint qr_codes_content check (case
  when type in ('url', 'dynamic_url', 'app_store') then redirect_url <> '' and qr_data is null
  else redirect_url = '' and qr_data is not null end) not valid;

-- Designs that an account keeps to use again.
create table style_templates (
  template_id uuid primary key,
  account_id uuid not null references accounts,
  name text not null check (char_length(name) between 1 and 80),
  design jsonb not null,
  created_at timestamptz(3) not null default now(),
  unique (account_id, name)
);

-- Written every few minutes while the key is used, which is nothing that anybody has to be told.
alter table api_keys add column last_used_at timestamptz(3);
drop trigger api_keys_changed on api_keys;
create trigger api_keys_changed after update of revoked_at, name on api_keys
  for each row execute function notify_account_changed();

-- Written in the transaction that creates what the key stands for: both are there, or neither (D56).
create table idempotency_keys (
  account_id uuid not null references accounts,
  method text not null,
  path text not null,
  key text not null check (char_length(key) between 1 and 255),
  body_hash bytea not null check (octet_length(body_hash) = 32),
  -- Null only inside the transaction that claimed the key.
  status smallint,
  body text,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, method, path, key)
);

create index idempotency_keys_oldest on idempotency_keys (created_at);

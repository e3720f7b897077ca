-- What the last batch was granted: one update counts and says how much, where a separate lock would touch each row twice.
alter table scan_state add column last_grant integer;

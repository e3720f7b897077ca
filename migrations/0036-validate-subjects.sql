-- outside a transaction
-- Can be repeated.
alter table account_history validate constraint account_history_subject_check;

-- outside a transaction
-- Can be repeated.
alter table qr_codes validate constraint qr_codes_forwarded_params;

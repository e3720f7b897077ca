-- What each process may do in the database. `waypost migrate` runs this file at its end if the three roles exist (create.sql). It can be
-- run at any time and any number of times: it is one transaction, so no process is ever without its privileges.
set local lock_timeout = '5s';
set local search_path = public, pg_temp;
-- No partition is created or dropped meanwhile.
select pg_advisory_xact_lock(hashtext('make_scan_partition'));

-- 1. Functions that run with the owner's rights. `create or replace` in a later migration resets this, so it is set again each time.

do $$
declare
  routine regprocedure;
begin
  foreach routine in array array[
    -- Called.
    'make_scan_partition(date)', 'drop_scan_partition(date)', 'detach_scan_batches(date)', 'drop_scan_numbers(date)',
    'read_detached_batches(date, uuid, integer)', 'drop_detached_batches(date)', 'repair_scan_batch(uuid, date, uuid[], integer[])',
    'repair_scan_batch(uuid, date, uuid[], integer[], bigint[])', 'pass_scan_gate()', 'settle_scan_limits(uuid[], bigint[])',
    'settle_scan_limits(uuid[], bigint[], jsonb)', 'raise_ledger_epoch()',
    'raise_open_floor()',
    'clear_destinations(bigint, jsonb)', 'record_verdicts(bigint, jsonb, boolean)', 'settle_code_safety(uuid)',
    -- Triggers that write to tables which their caller may not write to.
    'add_account_usage()', 'add_project_usage()', 'count_new_codes()', 'count_changed_code()', 'mirror_scan_state()',
    'link_new_codes()', 'link_changed_code()', 'log_verdict()', 'raise_domain_project()', 'link_domain_root()', 'refuse_erased_slugs()',
    'notify_key_changed()', 'record_new_codes()', 'record_changed_code()', 'record_scan_settings()', 'record_project_change()',
    'record_account_change()', 'note_first_scans()', 'new_change_id()', 'erase_history()', 'record_move()',
    'delete_scan_places()',
    -- Events and webhooks.
    'log_id(date)', 'make_event_partitions(date)', 'drop_event_partition(text, date)', 'order_events(integer)', 'announce_expired(integer)',
    'note_old_expiries(integer)', 'write_change_events()', 'write_rendered_event()', 'write_limit_event()', 'write_export_event()',
    'forget_reached_limit()', 'note_new_expiries()', 'note_changed_expiry()', 'count_scan_receivers()', 'erase_events()',
    -- Lists.
    'list_new_codes()', 'list_changed_code()', 'list_scan_settings()', 'forget_listed_codes()', 'sync_list_facts(integer)',
    'refresh_list_facts(uuid[])',
    -- Pages.
    'link_fallback()', 'keep_fallback()']::regprocedure[]
  loop
    execute format('alter function %s security definer set search_path = public, pg_temp', routine);
  end loop;
  -- The API can add jobs, but neither read nor change them.
  for routine in select oid from pg_proc where pronamespace = 'graphile_worker'::regnamespace and proname = 'add_job' loop
    execute format('alter function %s security definer set search_path = pg_catalog, pg_temp', routine);
  end loop;
end
$$;

-- 2. Start from nothing.
do $$
declare
  routine regprocedure;
begin
  execute format('revoke connect, temporary on database %I from public', current_database());
  execute format('revoke all on database %I from waypost_api, waypost_scan, waypost_worker', current_database());
  execute format('grant connect on database %I to waypost_api, waypost_scan, waypost_worker', current_database());
  -- Not those of extensions: operators and indexes call them.
  for routine in select oid from pg_proc
    where pronamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
  loop
    execute format('revoke all on function %s from public, waypost_api, waypost_scan, waypost_worker', routine);
  end loop;
end
$$;
-- By default PUBLIC may run every new function, including those with the owner's rights.
alter default privileges revoke execute on functions from public;

revoke create on schema public from public;
revoke all on schema public, graphile_worker from waypost_api, waypost_scan, waypost_worker;
-- This includes privileges on single columns.
revoke all on all tables in schema public, graphile_worker from public, waypost_api, waypost_scan, waypost_worker;
revoke all on all sequences in schema public, graphile_worker from public, waypost_api, waypost_scan, waypost_worker;
grant usage on schema public to waypost_api, waypost_scan, waypost_worker;

-- 3. scan reads what resolves a link, counts, and writes the ledger.
grant select (qr_id, account_id, project_id, type, redirect_url, qr_data, redirect_rules, forwarded_params, analytics_enabled, reserved_slug,
  is_slug_public) on qr_codes to waypost_scan;
grant select (qr_id, scan_count, scan_limit, expires_at, status, version, last_grant, pending, is_settled, is_numbered) on scan_state
  to waypost_scan;
grant update (scan_count, last_grant) on scan_state to waypost_scan;
grant select (project_id, is_archived, version) on projects to waypost_scan;
grant select (account_id, time_zone, version, suspended_at, erased_at) on accounts to waypost_scan;
-- Processes of the release before read the table itself.
grant select (account_id, project_id, host, state, root_url, verified_at) on domains to waypost_scan;
grant select on serving_domains to waypost_scan, waypost_api, waypost_worker;
grant execute on function domain_serves(text), ledger_events(uuid[], integer[], json), events_of(uuid[], uuid[], json)
  to waypost_scan, waypost_api, waypost_worker;
grant select on schema_migrations to waypost_scan;
grant select, insert (account_id, host) on first_certificates to waypost_scan;
-- Reporters read the status of their report, and nothing else of it.
grant insert (report_id, slug, reason, details, contact), select (report_id, state, note) on abuse_reports to waypost_scan;
grant select (destination_id, url, verdict) on destinations to waypost_scan;
grant select (project_id, display_name, color, logo, fallback_url) on scan_pages to waypost_scan;
-- It writes who scanned what, and can't read it.
grant select (recorded_on, batch_id, grants), insert (recorded_on, batch_id, qr_ids, grants, events), update (events)
  on scan_batches to waypost_scan;
grant insert on scan_gate, scan_open, scan_numbers to waypost_scan;
-- How much is open.
grant select (open_id) on scan_open to waypost_scan;
grant select on sequence scan_open_open_id_seq to waypost_scan, waypost_worker;
grant select on ledger_state to waypost_scan, waypost_api, waypost_worker;
grant select on ledger_servers, ledger_shards to waypost_scan, waypost_api, waypost_worker;
grant select, delete on ledger_doubts to waypost_scan, waypost_worker;
grant insert on ledger_doubts to waypost_scan;
grant select, insert on visitor_salts to waypost_scan;
grant execute on function make_scan_partition(date), repair_scan_batch(uuid, date, uuid[], integer[]), destination_id(text),
  repair_scan_batch(uuid, date, uuid[], integer[], bigint[]), pass_scan_gate(), settle_scan_limits(uuid[], bigint[]),
  settle_scan_limits(uuid[], bigint[], jsonb), raise_ledger_epoch() to waypost_scan;

-- 4. api
grant select on schema_migrations to waypost_api;
-- Only the operator changes the plan, limits and address of an account.
grant select, insert (account_id, email, plan, time_zone, api_access, limit_overrides), update (time_zone, erase_at, requires_two_factors)
  on accounts to waypost_api;
grant select, insert (mail_id, sealed) on mails to waypost_api;
grant select, insert (key_id, account_id, name, key_hash, display_prefix, scope, kind, scopes, has_all_projects, expires_at, revoked_at),
  update (revoked_at, last_used_at, has_all_projects) on api_keys to waypost_api;
grant select, insert (project_id, account_id, name, description, is_default, created_via), update (name, is_default, is_archived)
  on projects to waypost_api;
grant select, insert (account_id, method, path, key, body_hash), update (body_hash, status, body, created_at)
  on idempotency_keys to waypost_api;
grant select,
  insert (qr_id, account_id, project_id, label, type, redirect_url, qr_data, redirect_rules, forwarded_params, analytics_enabled, render_metadata,
    reserved_slug, blocked_by, render_requested_at, render_error, last_rendered_at, tags, folder_id),
  update (project_id, folder_id, label, tags, status, blocked_by, redirect_url, qr_data, redirect_rules, forwarded_params, analytics_enabled, render_metadata, render_status,
    render_generation, render_requested_at, render_error) on qr_codes to waypost_api;
grant select, insert (qr_id, scan_limit, expires_at, status, is_numbered), update (scan_limit, expires_at) on scan_state to waypost_api;
grant execute on function needs_numbers(jsonb) to waypost_api;
-- Locking a row takes the right to update one of its columns. It is not the count.
grant select, update (account_id) on account_usage to waypost_api;
grant select on project_usage to waypost_api;
grant select on list_facts, list_state, project_tags to waypost_api;
grant select, insert (folder_id, account_id, project_id, name), update (name), delete on folders to waypost_api;
grant select, insert (view_id, account_id, user_id, name, filter), update (name, filter), delete on saved_views to waypost_api;
-- Writing a code fills indexes that call them.
grant execute on function fold_tags(text[]), name_key(text), search_text(text, jsonb, text[]) to waypost_api, waypost_worker;
grant select, insert (project_id, account_id, display_name, color, logo, fallback_url), update (display_name, color, logo, fallback_url)
  on scan_pages to waypost_api;
grant select, insert (account_id, user_id, cadence, next_at), delete on report_subscriptions to waypost_api;
grant select, insert (template_id, account_id, name, design), update (name, design), delete on style_templates to waypost_api;
grant select, insert (export_id, account_id, kind, format, project_id, qr_id, qr_ids, range_start, range_end, time_zone, available_from), delete
  on exports to waypost_api;
grant select, insert (domain_id, account_id, project_id, host, token),
  update (state, root_url, problem, failures, verified_at, failing_since, lapsed_at, checked_at, next_check_at), delete
  on domains to waypost_api;
grant select on scan_batches, scan_open, open_counts, scan_counts, scan_numbers, scan_places, scan_days, scan_months, code_moves
  to waypost_api;
grant select on destinations, safety_state, safety_rules, threat_lists, threat_list_chunks, threat_list_changes to waypost_api;
grant select, insert (prefix, threat_types, threats, negative_until), update (threats, negative_until, asked_at)
  on hash_confirmations to waypost_api;
-- better-auth names every column.
grant select, insert, update on auth_users, auth_accounts to waypost_api;
grant select, insert, update, delete on auth_sessions, auth_verifications, auth_two_factors, auth_passkeys, auth_rate_limits
  to waypost_api;
grant select, insert (key, tries), update (tries, began_at) on sign_in_tries to waypost_api;
grant select, insert, update (role), delete on account_users to waypost_api;
grant select, insert, delete on member_projects to waypost_api;
grant select, insert, update (role, projects, token_hash, invited_by, created_at, expires_at), delete on invitations to waypost_api;
-- Triggers write history; nobody else does.
grant select on code_history, account_history to waypost_api;
grant select, insert, update (done, failures, claimed_until, finished_at) on bulk_changes to waypost_api;
-- Only the API changes codes, so it also applies planned changes.
grant select, insert (account_id, actor_kind, actor_id, label, change, qr_ids, apply_at),
  update (label, change, qr_ids, apply_at, cancelled_at, claimed_until, started_at, finished_at, done, failures)
  on planned_changes to waypost_api;
grant select, delete, insert (qr_id, account_id, watches_destination, standby_url, watches_scans, actor_kind, actor_id),
  update (watches_destination, standby_url, watches_scans, actor_kind, actor_id, due_at, failing_since, replaced_url, used_url, switch_plan)
  on watches to waypost_api;
grant select on watched_urls, watched_hosts, watched_domains to waypost_api;
-- Switching a watch off forgets what it has found.
grant select, delete on watch_urls, scan_baselines to waypost_api;
grant execute on function new_change_id() to waypost_api;
grant select, insert, delete on key_projects, oauth_tokens to waypost_api;
grant select, insert, delete,
  update (issuer, client_id, sealed_secret, mail_domain, token, verified_at, is_enforced, groups_claim, group_roles, default_role, updated_at)
  on sso_connections to waypost_api;
grant select, insert, delete on sso_identities to waypost_api;
grant execute on function clear_destinations(bigint, jsonb), record_verdicts(bigint, jsonb, boolean), settle_code_safety(uuid),
  hold_safety(), destination_id(text) to waypost_api;
-- A reader of the log gives waiting events their places.
grant select on events, scan_groups, scan_receivers to waypost_api;
grant execute on function order_events(integer), log_id(date) to waypost_api;
grant select, update (is_on) on event_switch to waypost_api, waypost_worker;
grant select, insert (endpoint_id, account_id, url, description, types, project_id, qr_ids, reads_events, reads_scans, reads_projects, sealed_secret,
    ended_through),
  update (url, description, types, project_id, qr_ids, sealed_secret, sealed_old_secret, old_secret_until, is_enabled, ended_through,
    disabled_reason, failures, failing_since, paused_until, updated_at), delete on webhook_endpoints to waypost_api;
grant select, insert (delivery_id, created_on, endpoint_id, account_id, type, event_id, subject_id, due_at),
  update (status, attempts, due_at) on webhook_deliveries to waypost_api;

-- 5. worker
grant select on schema_migrations to waypost_worker;
-- Exports have all fields of a code.
grant select, update (render_status, render_generation, render_requested_at, render_attempt, render_error, last_rendered_at, is_slug_public,
    svg_file, png_file, render_findings, render_score, rendered_host) on qr_codes to waypost_worker;
grant select, insert (name, qr_id), update (replaced_at, removing_since), delete on replaced_files to waypost_worker;
grant select, update (state, problem, failures, verified_at, failing_since, lapsed_at, checked_at, next_check_at), delete
  on domains to waypost_worker;
-- Expired keys are found by their place and time. The update is for the lock.
grant select (ctid, created_at), update (created_at), delete on idempotency_keys to waypost_worker;
-- Mails about watched codes are counted too.
grant select, insert (key, tries), update (tries, began_at), delete on sign_in_tries to waypost_worker;
grant select (last_request), delete on auth_rate_limits to waypost_worker;
grant select (day), delete on visitor_salts to waypost_worker;
grant select, update (is_rolled_up) on scan_batches to waypost_worker;
-- Folding adds open scans to their codes.
grant select, update (scans, qr_ids), delete on scan_open to waypost_worker;
grant select, update (scan_count, pending) on scan_state to waypost_worker;
grant select on scan_counts to waypost_worker;
grant select, insert, update (qr_ids), delete on scan_numbers to waypost_worker;
grant select, insert on scan_places to waypost_worker;
grant select, delete on project_tags to waypost_worker;
grant select on list_state to waypost_worker;
grant execute on function sync_list_facts(integer), refresh_list_facts(uuid[]) to waypost_worker;
grant select, insert, update (scans, finished_at), delete on scan_archives to waypost_worker;
grant execute on function detach_scan_batches(date), read_detached_batches(date, uuid, integer), drop_detached_batches(date),
  drop_scan_numbers(date) to waypost_worker;
grant execute on function raise_open_floor() to waypost_worker;
grant update (qr_ids, events) on ledger_doubts to waypost_worker;
-- What other servers counted is added here.
grant update (fold_number, fold_id, fold_left, roll_up_number, roll_up_id) on ledger_servers to waypost_worker;
grant select, insert (subject_id, dimension, day, value, scans, slots), update (scans, slots, visitors) on scan_days to waypost_worker;
grant select, insert, update (scans) on scan_months to waypost_worker;
grant select (ctid, day, subject_id), insert, delete on scan_visitors to waypost_worker;
grant select, delete on code_moves to waypost_worker;
grant select, update (status, attempt, progress, rows, bytes, error, file, finished_at), delete on exports to waypost_worker;
grant select, delete on events, new_events, scan_group_heads, scan_receivers to waypost_worker;
grant select, insert, delete on scan_groups to waypost_worker;
grant insert, update (generation, announced_through, placed_through) on scan_group_heads to waypost_worker;
grant select, update (delivered_through) on event_cursor to waypost_worker;
grant select, update (is_enabled, ended_through, disabled_reason, failures, failing_since, paused_until, sealed_old_secret, old_secret_until,
    updated_at),
  delete on webhook_endpoints to waypost_worker;
grant select, insert, update (status, attempts, due_at, attempted_at, duration_ms, response_status, response_start, error), delete
  on webhook_deliveries to waypost_worker;
grant execute on function log_id(date), make_event_partitions(date), drop_event_partition(text, date), order_events(integer),
  announce_expired(integer), note_old_expiries(integer), takes_scans(webhook_endpoints) to waypost_worker;
grant select, update (due_at, failing_since) on watches to waypost_worker;
grant select, insert, update, delete on watched_urls, watch_urls, watched_hosts, watched_domains, scan_baselines to waypost_worker;
grant select, insert, update on scan_watch to waypost_worker;
grant execute on function announce_alarm(text, uuid, jsonb), destination_id(text) to waypost_worker;
grant select, update (valid_until, is_settled), delete on destinations to waypost_worker;
grant select on qr_destinations, safety_rules to waypost_worker;
grant select (log_id, logged_at), delete on safety_log to waypost_worker;
grant select, update (version, sweep_position, sweep_started_at, sweep_finished_at) on safety_state to waypost_worker;
grant select, insert (source, kind, keys), update (position), delete on safety_changes to waypost_worker;
grant select, insert (list_id), update (version, snapshot_version, entries, token, updated_at, next_update_at, failures, last_error)
  on threat_lists to waypost_worker;
grant select, insert, delete on threat_list_chunks, threat_list_changes to waypost_worker;
grant select, insert (prefix, threat_types, threats, negative_until), update (threats, negative_until, asked_at), delete
  on hash_confirmations to waypost_worker;
grant select, insert (worker_id), update (seen_at), delete on worker_heartbeats to waypost_worker;
grant execute on function make_scan_partition(date), drop_scan_partition(date), merge_slots(integer[], integer[]), lock_safety(),
  record_verdicts(bigint, jsonb, boolean), settle_code_safety(uuid) to waypost_worker;
-- Mails, purges and reports.
grant select, insert (mail_id, sealed), delete on mails to waypost_worker;
grant select (id, user_id, expires_at), delete on auth_sessions to waypost_worker;
grant select (id, value, expires_at), delete on auth_verifications to waypost_worker;
grant select (id, email, email_verified, created_at), delete on auth_users to waypost_worker;
grant select, update (contact), delete on abuse_reports to waypost_worker;
-- Reports by mail. The update is also for the lock.
grant select, update (next_at), delete on report_subscriptions to waypost_worker;
grant select (account_id, time_zone) on accounts to waypost_worker;
grant select (project_id, account_id, name, is_archived, created_at) on projects to waypost_worker;
grant select on member_projects to waypost_worker;
grant select (project_id, account_id, fallback_url), delete on scan_pages to waypost_worker;
-- Erasing an account (D82).
grant select (account_id, email, suspended_at, erase_at, erased_at), update (erased_at), delete on accounts to waypost_worker;
grant update (qr_ids, events) on scan_batches to waypost_worker;
grant select (slug), insert on erased_slugs to waypost_worker;
grant select on link_hosts to waypost_api, waypost_scan, waypost_worker;
grant insert on link_hosts to waypost_worker;
grant select (account_id, revoked_at), update (revoked_at), delete on api_keys to waypost_worker;
grant select (account_id) on idempotency_keys to waypost_worker;
grant select (account_id, project_id), delete on projects to waypost_worker;
grant select (user_id, account_id, role), delete on account_users to waypost_worker;
grant select (expires_at), delete on invitations, oauth_tokens to waypost_worker;
grant select (account_id, qr_id), delete on code_history to waypost_worker;
grant select (account_id, change_id, changed_at), delete on account_history to waypost_worker;
grant select (qr_id), delete on unseen_changes to waypost_worker;
grant select (account_id), delete on style_templates, account_usage to waypost_worker;
grant select (account_id, host), delete on first_certificates to waypost_worker;
grant select (project_id), delete on project_usage to waypost_worker;
grant select (qr_id), delete on scan_state to waypost_worker;
grant select (subject_id), delete on scan_days, scan_months to waypost_worker;
grant select (destination_id, qr_id), delete on qr_destinations, safety_log to waypost_worker;
grant delete on qr_codes, project_redraws to waypost_worker;
grant execute on function destination_id(text) to waypost_worker;
-- Both start redraws of a project; the worker carries them out.
grant select, insert (project_id, host, total),
  update (host, total, asked, at_status, before_created_at, before_qr_id, started_at, finished_at)
  on project_redraws to waypost_api, waypost_worker;

-- 6. The job queue
grant usage on schema graphile_worker to waypost_api, waypost_worker;
do $$
declare
  routine regprocedure;
begin
  for routine in select oid from pg_proc where pronamespace = 'graphile_worker'::regnamespace and proname = 'add_job' loop
    execute format('grant execute on function %s to waypost_api, waypost_worker', routine);
  end loop;
end
$$;
grant execute on function graphile_worker.force_unlock_workers(text[]), graphile_worker.remove_job(text), graphile_worker.complete_jobs(bigint[]) to waypost_worker;
-- The worker checks that the schema is up to date, and does not start otherwise.
grant select on graphile_worker.migrations, graphile_worker.jobs to waypost_worker;
-- Whole tables, because the columns that graphile-worker writes may change with its version.
grant select, insert on graphile_worker._private_tasks to waypost_worker;
grant select, update on graphile_worker._private_job_queues to waypost_worker;
grant select, update, delete on graphile_worker._private_jobs to waypost_worker;
grant select, insert, update on graphile_worker._private_known_crontabs to waypost_worker;
-- These tables have row security without a policy, so that only their owner sees rows. Grants decide here. The policy names no role, so a
-- dump can be restored where the roles don't exist.
do $$
declare
  name text;
begin
  foreach name in array array['_private_tasks', '_private_job_queues', '_private_jobs', '_private_known_crontabs'] loop
    if not exists (select from pg_policies where schemaname = 'graphile_worker' and tablename = name and policyname = 'grants_decide') then
      execute format('create policy grants_decide on graphile_worker.%I using (true) with check (true)', name);
    end if;
  end loop;
end
$$;

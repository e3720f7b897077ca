-- The schema that migrations/ make, table by table with all that belongs to it. To be read, not to be run.
-- Written by `npm run schema`; test/schema.test.ts fails when it is stale.

-- ---------- Tables ----------

CREATE TABLE abuse_reports (
    report_id uuid NOT NULL,
    slug text NOT NULL,
    reason text NOT NULL,
    details text DEFAULT ''::text NOT NULL,
    contact text,
    state text DEFAULT 'open'::text NOT NULL,
    note text,
    reported_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    closed_at timestamp(3) with time zone,
    CONSTRAINT abuse_reports_closed CHECK (((state = 'open'::text) = (closed_at IS NULL))),
    CONSTRAINT abuse_reports_contact_check CHECK (((char_length(contact) >= 3) AND (char_length(contact) <= 254))),
    CONSTRAINT abuse_reports_details_check CHECK ((char_length(details) <= 2000)),
    CONSTRAINT abuse_reports_note_check CHECK ((char_length(note) <= 500)),
    CONSTRAINT abuse_reports_reason_check CHECK ((reason = ANY (ARRAY['phishing'::text, 'malware'::text, 'scam'::text, 'illegal'::text, 'other'::text]))),
    CONSTRAINT abuse_reports_slug_check CHECK ((char_length(slug) <= 100)),
    CONSTRAINT abuse_reports_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text, 'blocked'::text])))
);
ALTER TABLE abuse_reports ADD CONSTRAINT abuse_reports_pkey PRIMARY KEY (report_id);
CREATE INDEX abuse_reports_newest ON abuse_reports USING btree (state, reported_at DESC);
CREATE INDEX abuse_reports_slug ON abuse_reports USING btree (slug);

CREATE TABLE account_history (
    change_id uuid DEFAULT new_change_id() NOT NULL,
    account_id uuid NOT NULL,
    subject text NOT NULL,
    subject_id text NOT NULL,
    project_id uuid,
    actor_kind text NOT NULL,
    actor_id text,
    via text NOT NULL,
    changed_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    operation text NOT NULL,
    before jsonb,
    after jsonb,
    CONSTRAINT account_history_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['member'::text, 'api_key'::text, 'oauth_client'::text, 'operator'::text, 'system'::text]))),
    CONSTRAINT account_history_operation_check CHECK ((operation = ANY (ARRAY['created'::text, 'changed'::text, 'removed'::text]))),
    CONSTRAINT account_history_subject_check CHECK ((subject = ANY (ARRAY['account'::text, 'member'::text, 'invitation'::text, 'key'::text, 'template'::text, 'domain'::text, 'webhook'::text, 'sso'::text, 'page'::text]))),
    CONSTRAINT account_history_via_check CHECK ((via = ANY (ARRAY['dashboard'::text, 'api'::text, 'cli'::text, 'safety'::text, 'schedule'::text])))
);
ALTER TABLE account_history ADD CONSTRAINT account_history_pkey PRIMARY KEY (change_id);
CREATE INDEX account_history_age ON account_history USING btree (changed_at);
CREATE INDEX account_history_of_account ON account_history USING btree (account_id, change_id);
CREATE TRIGGER account_history_kept BEFORE DELETE OR UPDATE ON account_history FOR EACH ROW EXECUTE FUNCTION keep_history();

CREATE TABLE account_usage (
    account_id uuid NOT NULL,
    live_qr_codes integer DEFAULT 0 NOT NULL,
    CONSTRAINT account_usage_live_qr_codes_check CHECK ((live_qr_codes >= 0))
)
WITH (fillfactor='50');
ALTER TABLE account_usage ADD CONSTRAINT account_usage_pkey PRIMARY KEY (account_id);
ALTER TABLE account_usage ADD CONSTRAINT account_usage_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id);

CREATE TABLE account_users (
    user_id text NOT NULL,
    account_id uuid NOT NULL,
    role text DEFAULT 'owner'::text,
    joined_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT account_users_role CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'editor'::text, 'viewer'::text])))
);
ALTER TABLE account_users ADD CONSTRAINT account_users_pkey PRIMARY KEY (account_id, user_id);
ALTER TABLE account_users ADD CONSTRAINT account_users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id);
ALTER TABLE account_users ADD CONSTRAINT account_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE;
CREATE INDEX account_users_user ON account_users USING btree (user_id);
CREATE TRIGGER account_users_owner_changed AFTER UPDATE OF role ON account_users FOR EACH ROW WHEN (((old.role = 'owner'::text) AND (new.role IS DISTINCT FROM 'owner'::text))) EXECUTE FUNCTION keep_an_owner();
CREATE TRIGGER account_users_owner_missing AFTER INSERT ON account_users FOR EACH ROW WHEN ((new.role IS DISTINCT FROM 'owner'::text)) EXECUTE FUNCTION keep_an_owner();
CREATE TRIGGER account_users_owner_removed AFTER DELETE ON account_users FOR EACH ROW WHEN ((old.role = 'owner'::text)) EXECUTE FUNCTION keep_an_owner();
CREATE TRIGGER account_users_write_history AFTER INSERT OR DELETE OR UPDATE ON account_users FOR EACH ROW EXECUTE FUNCTION record_account_change('member', 'user_id', 'role');

CREATE TABLE accounts (
    account_id uuid NOT NULL,
    email text NOT NULL,
    plan text NOT NULL,
    time_zone text DEFAULT 'UTC'::text NOT NULL,
    api_access boolean,
    limit_overrides jsonb DEFAULT '{}'::jsonb NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    suspended_at timestamp(3) with time zone,
    suspended_reason text,
    erase_at timestamp(3) with time zone,
    erased_at timestamp(3) with time zone,
    requires_two_factors boolean DEFAULT false NOT NULL,
    CONSTRAINT accounts_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 320))),
    CONSTRAINT accounts_suspended_reason_check CHECK (((char_length(suspended_reason) >= 1) AND (char_length(suspended_reason) <= 500))),
    CONSTRAINT accounts_suspension CHECK (((suspended_at IS NULL) = (suspended_reason IS NULL)))
);
ALTER TABLE accounts ADD CONSTRAINT accounts_pkey PRIMARY KEY (account_id);
CREATE UNIQUE INDEX accounts_email_key ON accounts USING btree (lower(email));
CREATE INDEX accounts_newest ON accounts USING btree (created_at DESC, account_id DESC);
CREATE INDEX accounts_to_erase ON accounts USING btree (erase_at) WHERE (erase_at IS NOT NULL);
CREATE TRIGGER accounts_audit BEFORE UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION keep_audit_fields();
CREATE TRIGGER accounts_changed AFTER UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION notify_account_changed();
CREATE TRIGGER accounts_email_moved AFTER UPDATE OF email ON accounts FOR EACH ROW WHEN ((lower(old.email) <> lower(new.email))) EXECUTE FUNCTION end_membership();
CREATE TRIGGER accounts_scan_changed AFTER UPDATE ON accounts FOR EACH ROW WHEN ((old.version IS DISTINCT FROM new.version)) EXECUTE FUNCTION notify_scan_target('account', 'account_id');
CREATE TRIGGER accounts_usage AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION add_account_usage();
CREATE TRIGGER accounts_version BEFORE UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION raise_account_version();
CREATE CONSTRAINT TRIGGER accounts_write_end AFTER DELETE ON accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION erase_history();
CREATE TRIGGER accounts_write_history AFTER INSERT OR UPDATE OF email, plan, time_zone, api_access, limit_overrides, suspended_at, erase_at, requires_two_factors ON accounts FOR EACH ROW EXECUTE FUNCTION record_account_change('account', 'account_id', 'email plan time_zone api_access limit_overrides suspended_at suspended_reason erase_at requires_two_factors');
CREATE CONSTRAINT TRIGGER accounts_write_last AFTER DELETE ON accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION erase_events();

CREATE TABLE api_keys (
    key_id uuid NOT NULL,
    account_id uuid NOT NULL,
    name text NOT NULL,
    key_hash bytea NOT NULL,
    display_prefix text NOT NULL,
    scope text DEFAULT 'qr.write'::text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    kind text DEFAULT 'key'::text NOT NULL,
    scopes text[],
    has_all_projects boolean DEFAULT true NOT NULL,
    expires_at timestamp(3) with time zone,
    CONSTRAINT api_keys_display_prefix_check CHECK ((char_length(display_prefix) <= 16)),
    CONSTRAINT api_keys_key_hash_check CHECK ((octet_length(key_hash) = 32)),
    CONSTRAINT api_keys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120)))
);
ALTER TABLE api_keys ADD CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash);
ALTER TABLE api_keys ADD CONSTRAINT api_keys_pkey PRIMARY KEY (key_id);
ALTER TABLE api_keys ADD CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id);
CREATE INDEX api_keys_of_account ON api_keys USING btree (account_id, created_at DESC, key_id DESC);
CREATE TRIGGER api_keys_changed AFTER UPDATE OF revoked_at, name ON api_keys FOR EACH ROW EXECUTE FUNCTION notify_account_changed();
CREATE TRIGGER api_keys_limits_changed AFTER UPDATE OF scopes, has_all_projects, expires_at ON api_keys FOR EACH ROW EXECUTE FUNCTION notify_account_changed();
CREATE TRIGGER api_keys_revocation BEFORE UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION keep_revocation();
CREATE TRIGGER api_keys_write_history AFTER INSERT OR DELETE OR UPDATE OF name, scope, scopes, has_all_projects, expires_at, revoked_at ON api_keys FOR EACH ROW EXECUTE FUNCTION record_account_change('key', 'key_id', 'name kind display_prefix scope scopes has_all_projects expires_at revoked_at');

CREATE TABLE auth_accounts (
    id text NOT NULL,
    account_id text NOT NULL,
    provider_id text NOT NULL,
    user_id text NOT NULL,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at timestamp(3) with time zone,
    refresh_token_expires_at timestamp(3) with time zone,
    scope text,
    password text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE auth_accounts ADD CONSTRAINT auth_accounts_pkey PRIMARY KEY (id);
ALTER TABLE auth_accounts ADD CONSTRAINT auth_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE;
CREATE INDEX auth_accounts_user ON auth_accounts USING btree (user_id);

CREATE TABLE auth_passkeys (
    id text NOT NULL,
    name text,
    public_key text NOT NULL,
    user_id text NOT NULL,
    credential_id text NOT NULL,
    counter integer NOT NULL,
    device_type text NOT NULL,
    backed_up boolean NOT NULL,
    transports text,
    created_at timestamp(3) with time zone,
    aaguid text
);
ALTER TABLE auth_passkeys ADD CONSTRAINT auth_passkeys_pkey PRIMARY KEY (id);
ALTER TABLE auth_passkeys ADD CONSTRAINT auth_passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE;
CREATE UNIQUE INDEX auth_passkeys_credential ON auth_passkeys USING btree (credential_id);
CREATE INDEX auth_passkeys_user ON auth_passkeys USING btree (user_id);

CREATE TABLE auth_rate_limits (
    id text NOT NULL,
    key text NOT NULL,
    count integer NOT NULL,
    last_request bigint NOT NULL
);
ALTER TABLE auth_rate_limits ADD CONSTRAINT auth_rate_limits_key_key UNIQUE (key);
ALTER TABLE auth_rate_limits ADD CONSTRAINT auth_rate_limits_pkey PRIMARY KEY (id);
CREATE INDEX auth_rate_limits_age ON auth_rate_limits USING btree (last_request);

CREATE TABLE auth_sessions (
    id text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    token text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    ip_address text,
    user_agent text,
    user_id text NOT NULL,
    proved_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    account_id uuid,
    sso_account_id uuid
);
ALTER TABLE auth_sessions ADD CONSTRAINT auth_sessions_pkey PRIMARY KEY (id);
ALTER TABLE auth_sessions ADD CONSTRAINT auth_sessions_token_key UNIQUE (token);
ALTER TABLE auth_sessions ADD CONSTRAINT auth_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE;
CREATE INDEX auth_sessions_user ON auth_sessions USING btree (user_id);
CREATE TRIGGER auth_sessions_sso BEFORE UPDATE ON auth_sessions FOR EACH ROW WHEN ((old.sso_account_id IS NOT NULL)) EXECUTE FUNCTION keep_sso_session();

CREATE TABLE auth_two_factors (
    id text NOT NULL,
    secret text NOT NULL,
    backup_codes text NOT NULL,
    user_id text NOT NULL,
    verified boolean,
    failed_verification_count integer,
    locked_until timestamp(3) with time zone
);
ALTER TABLE auth_two_factors ADD CONSTRAINT auth_two_factors_pkey PRIMARY KEY (id);
ALTER TABLE auth_two_factors ADD CONSTRAINT auth_two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE;
CREATE INDEX auth_two_factors_secret ON auth_two_factors USING btree (secret);
CREATE UNIQUE INDEX auth_two_factors_user ON auth_two_factors USING btree (user_id);

CREATE TABLE auth_users (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    email_verified boolean NOT NULL,
    image text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    two_factor_enabled boolean
);
ALTER TABLE auth_users ADD CONSTRAINT auth_users_email_key UNIQUE (email);
ALTER TABLE auth_users ADD CONSTRAINT auth_users_pkey PRIMARY KEY (id);

CREATE TABLE auth_verifications (
    id text NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
ALTER TABLE auth_verifications ADD CONSTRAINT auth_verifications_pkey PRIMARY KEY (id);
CREATE INDEX auth_verifications_identifier ON auth_verifications USING btree (identifier);

CREATE TABLE bulk_changes (
    bulk_id uuid DEFAULT new_change_id() NOT NULL,
    account_id uuid NOT NULL,
    user_id text NOT NULL,
    change jsonb,
    reverts_id uuid,
    qr_ids uuid[] NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    failures jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    claimed_until timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    CONSTRAINT bulk_changes_check CHECK (((change IS NULL) = (reverts_id IS NOT NULL))),
    CONSTRAINT bulk_changes_qr_ids_check CHECK (((cardinality(qr_ids) >= 1) AND (cardinality(qr_ids) <= 10000)))
);
ALTER TABLE bulk_changes ADD CONSTRAINT bulk_changes_pkey PRIMARY KEY (bulk_id);
ALTER TABLE bulk_changes ADD CONSTRAINT bulk_changes_reverts_id_fkey FOREIGN KEY (reverts_id) REFERENCES bulk_changes(bulk_id);
CREATE INDEX bulk_changes_of_account ON bulk_changes USING btree (account_id, bulk_id);
CREATE INDEX bulk_changes_reverted ON bulk_changes USING btree (reverts_id);

CREATE TABLE code_history (
    change_id uuid DEFAULT new_change_id() NOT NULL,
    account_id uuid NOT NULL,
    project_id uuid NOT NULL,
    qr_id uuid,
    bulk_id uuid,
    actor_kind text NOT NULL,
    actor_id text,
    via text NOT NULL,
    changed_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    transaction_id xid8 DEFAULT pg_current_xact_id() NOT NULL,
    operation text NOT NULL,
    before jsonb,
    after jsonb NOT NULL,
    version bigint,
    first_scan_number bigint,
    CONSTRAINT code_history_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['member'::text, 'api_key'::text, 'oauth_client'::text, 'operator'::text, 'system'::text]))),
    CONSTRAINT code_history_operation_check CHECK ((operation = ANY (ARRAY['created'::text, 'changed'::text]))),
    CONSTRAINT code_history_via_check CHECK ((via = ANY (ARRAY['dashboard'::text, 'api'::text, 'cli'::text, 'safety'::text, 'schedule'::text])))
);
ALTER SEQUENCE change_order OWNED BY code_history.change_id;
ALTER TABLE code_history ADD CONSTRAINT code_history_pkey PRIMARY KEY (change_id);
CREATE INDEX code_history_of_account ON code_history USING btree (account_id, change_id) WHERE (bulk_id IS NULL);
CREATE INDEX code_history_of_bulk ON code_history USING btree (bulk_id, qr_id) WHERE (bulk_id IS NOT NULL);
CREATE INDEX code_history_of_code ON code_history USING btree (qr_id, change_id) WHERE (qr_id IS NOT NULL);
CREATE INDEX code_history_of_project ON code_history USING btree (project_id, change_id) WHERE (qr_id IS NULL);
CREATE TRIGGER code_history_kept BEFORE DELETE OR UPDATE ON code_history FOR EACH ROW EXECUTE FUNCTION keep_history();
CREATE CONSTRAINT TRIGGER code_history_write_events AFTER INSERT ON code_history DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.operation = 'changed'::text) OR (new.qr_id IS NULL))) EXECUTE FUNCTION write_change_events();

CREATE TABLE code_moves (
    qr_id uuid NOT NULL,
    moved_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    from_project_id uuid NOT NULL
);
ALTER TABLE code_moves ADD CONSTRAINT code_moves_pkey PRIMARY KEY (qr_id, moved_at);
ALTER TABLE code_moves ADD CONSTRAINT code_moves_qr_id_fkey FOREIGN KEY (qr_id) REFERENCES qr_codes(qr_id) ON DELETE CASCADE;
CREATE INDEX code_moves_by_age ON code_moves USING btree (moved_at);
CREATE INDEX code_moves_from ON code_moves USING btree (from_project_id, moved_at);

CREATE TABLE destinations (
    destination_id uuid NOT NULL,
    url text NOT NULL,
    prefixes integer[],
    verdict text DEFAULT 'unverified'::text NOT NULL,
    provider text,
    threat text,
    detail text,
    list_version bigint DEFAULT 0 NOT NULL,
    checked_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    valid_until timestamp(3) with time zone DEFAULT now(),
    is_settled boolean DEFAULT true NOT NULL,
    CONSTRAINT destinations_verdict_check CHECK ((verdict = ANY (ARRAY['safe'::text, 'unsafe'::text, 'unverified'::text])))
);
ALTER TABLE destinations ADD CONSTRAINT destinations_pkey PRIMARY KEY (destination_id);
CREATE INDEX destinations_due ON destinations USING btree (valid_until) WHERE (valid_until IS NOT NULL);
CREATE INDEX destinations_prefixes ON destinations USING gin (prefixes) WITH (fastupdate=off);
CREATE INDEX destinations_unsettled ON destinations USING btree (destination_id) WHERE (NOT is_settled);
CREATE INDEX destinations_unverified ON destinations USING btree (destination_id) WHERE (verdict = 'unverified'::text);
CREATE TRIGGER destinations_kept BEFORE DELETE ON destinations FOR EACH ROW EXECUTE FUNCTION keep_fallback();
CREATE TRIGGER destinations_logged AFTER UPDATE ON destinations FOR EACH ROW WHEN ((((old.verdict IS DISTINCT FROM new.verdict) OR (old.provider IS DISTINCT FROM new.provider)) OR (old.threat IS DISTINCT FROM new.threat))) EXECUTE FUNCTION log_verdict();

CREATE TABLE domains (
    domain_id uuid NOT NULL,
    account_id uuid NOT NULL,
    project_id uuid NOT NULL,
    host text NOT NULL,
    token text NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    root_url text,
    problem text,
    failures integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    verified_at timestamp(3) with time zone,
    failing_since timestamp(3) with time zone,
    lapsed_at timestamp(3) with time zone,
    checked_at timestamp(3) with time zone,
    next_check_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT domains_host_check CHECK (((host = lower(host)) AND ((char_length(host) >= 4) AND (char_length(host) <= 253)))),
    CONSTRAINT domains_root_url_check CHECK (((char_length(root_url) >= 1) AND (char_length(root_url) <= 2048))),
    CONSTRAINT domains_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'verified'::text, 'failing'::text, 'lapsed'::text])))
);
ALTER TABLE domains ADD CONSTRAINT domains_pkey PRIMARY KEY (domain_id);
ALTER TABLE domains ADD CONSTRAINT domains_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id);
ALTER TABLE domains ADD CONSTRAINT domains_account_id_project_id_fkey FOREIGN KEY (account_id, project_id) REFERENCES projects(account_id, project_id);
CREATE INDEX domains_claims ON domains USING btree (host);
CREATE INDEX domains_due ON domains USING btree (next_check_at);
CREATE INDEX domains_of_account ON domains USING btree (account_id);
CREATE UNIQUE INDEX domains_one_of_project ON domains USING btree (project_id);
CREATE UNIQUE INDEX domains_one_owner ON domains USING btree (host) WHERE (state <> 'pending'::text);
CREATE INDEX domains_roots ON domains USING btree (root_url) WHERE (root_url IS NOT NULL);
CREATE TRIGGER domains_changed AFTER UPDATE ON domains FOR EACH ROW WHEN (((((old.project_id IS DISTINCT FROM new.project_id) OR (old.host IS DISTINCT FROM new.host)) OR (old.state IS DISTINCT FROM new.state)) OR (old.root_url IS DISTINCT FROM new.root_url))) EXECUTE FUNCTION raise_domain_project();
CREATE TRIGGER domains_inserted AFTER INSERT OR DELETE ON domains FOR EACH ROW EXECUTE FUNCTION raise_domain_project();
CREATE TRIGGER domains_root AFTER INSERT OR UPDATE OF root_url ON domains FOR EACH ROW WHEN ((new.root_url IS NOT NULL)) EXECUTE FUNCTION link_domain_root();
CREATE TRIGGER domains_write_history AFTER INSERT OR DELETE OR UPDATE OF project_id, host, state, root_url ON domains FOR EACH ROW EXECUTE FUNCTION record_account_change('domain', 'domain_id', 'project_id host state root_url');

CREATE TABLE erased_slugs (
    slug text NOT NULL
);
ALTER TABLE erased_slugs ADD CONSTRAINT erased_slugs_pkey PRIMARY KEY (slug);

CREATE TABLE event_cursor (
    is_only boolean DEFAULT true NOT NULL,
    delivered_through uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    expiries_through uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
    expiries_since timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT event_cursor_is_only_check CHECK (is_only)
);
ALTER TABLE event_cursor ADD CONSTRAINT event_cursor_pkey PRIMARY KEY (is_only);

CREATE TABLE event_switch (
    is_only boolean DEFAULT true NOT NULL,
    is_on boolean DEFAULT false NOT NULL,
    event_floor bigint DEFAULT 0 NOT NULL,
    next_floor bigint,
    next_floor_xmax xid8,
    CONSTRAINT event_switch_is_only_check CHECK (is_only)
);
ALTER TABLE event_switch ADD CONSTRAINT event_switch_pkey PRIMARY KEY (is_only);

CREATE TABLE events (
    event_id uuid NOT NULL,
    ordered_on date NOT NULL,
    type text NOT NULL,
    account_id uuid NOT NULL,
    project_id uuid,
    qr_id uuid,
    subject jsonb NOT NULL,
    previous jsonb,
    actor_kind text NOT NULL,
    actor_id text,
    change_id uuid,
    created_at timestamp(3) with time zone NOT NULL
)
PARTITION BY RANGE (ordered_on);
ALTER TABLE events ADD CONSTRAINT events_pkey PRIMARY KEY (event_id, ordered_on);
CREATE INDEX events_of_account ON ONLY events USING btree (account_id, event_id);
CREATE INDEX events_of_code ON ONLY events USING btree (qr_id, event_id) WHERE (qr_id IS NOT NULL);

CREATE TABLE exports (
    export_id uuid NOT NULL,
    account_id uuid NOT NULL,
    kind text NOT NULL,
    format text NOT NULL,
    project_id uuid,
    qr_id uuid,
    qr_ids uuid[],
    range_start timestamp(3) with time zone,
    range_end timestamp(3) with time zone,
    time_zone text,
    status text DEFAULT 'queued'::text NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    progress real DEFAULT 0 NOT NULL,
    rows bigint DEFAULT 0 NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL,
    error text,
    file text,
    available_from timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    finished_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone DEFAULT (now() + '7 days'::interval) NOT NULL,
    CONSTRAINT exports_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'ndjson'::text, 'parquet'::text, 'svg'::text, 'png'::text, 'pdf'::text]))),
    CONSTRAINT exports_kind_check CHECK ((kind = ANY (ARRAY['qr_codes'::text, 'analytics'::text, 'scans'::text, 'images'::text]))),
    CONSTRAINT exports_qr_ids_check CHECK (((cardinality(qr_ids) >= 1) AND (cardinality(qr_ids) <= 5000))),
    CONSTRAINT exports_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
ALTER TABLE exports ADD CONSTRAINT exports_pkey PRIMARY KEY (export_id);
ALTER TABLE exports ADD CONSTRAINT exports_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE;
CREATE INDEX exports_expiring ON exports USING btree (expires_at);
CREATE INDEX exports_of_account ON exports USING btree (account_id, created_at DESC, export_id DESC);
CREATE INDEX exports_unfinished ON exports USING btree (account_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE TRIGGER exports_write_event AFTER UPDATE OF status ON exports FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) AND (new.status = ANY (ARRAY['done'::text, 'failed'::text])))) EXECUTE FUNCTION write_export_event();

CREATE TABLE first_certificates (
    account_id uuid NOT NULL,
    host text NOT NULL,
    granted_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
ALTER TABLE first_certificates ADD CONSTRAINT first_certificates_pkey PRIMARY KEY (account_id, host);
ALTER TABLE first_certificates ADD CONSTRAINT first_certificates_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id);
CREATE INDEX first_certificates_age ON first_certificates USING btree (account_id, granted_at);

CREATE TABLE folders (
    folder_id uuid NOT NULL,
    account_id uuid NOT NULL,
    project_id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT folders_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80)))
);
ALTER TABLE folders ADD CONSTRAINT folders_pkey PRIMARY KEY (folder_id);
ALTER TABLE folders ADD CONSTRAINT folders_project_id_folder_id_key UNIQUE (project_id, folder_id);
ALTER TABLE folders ADD CONSTRAINT folders_account_id_project_id_fkey FOREIGN KEY (account_id, project_id) REFERENCES projects(account_id, project_id) ON DELETE CASCADE;
CREATE UNIQUE INDEX folders_name ON folders USING btree (project_id, lower(name));
CREATE TRIGGER folders_audit BEFORE UPDATE ON folders FOR EACH ROW EXECUTE FUNCTION keep_audit_fields();

CREATE TABLE hash_confirmations (
    prefix bytea NOT NULL,
    threat_types text NOT NULL,
    threats jsonb NOT NULL,
    negative_until timestamp(3) with time zone,
    asked_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
ALTER TABLE hash_confirmations ADD CONSTRAINT hash_confirmations_pkey PRIMARY KEY (prefix, threat_types);

CREATE TABLE idempotency_keys (
    account_id uuid NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    key text NOT NULL,
    body_hash bytea NOT NULL,
    status smallint,
    body text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT idempotency_keys_body_hash_check CHECK ((octet_length(body_hash) = 32)),
    CONSTRAINT idempotency_keys_key_check CHECK (((char_length(key) >= 1) AND (char_length(key) <= 255)))
);
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (account_id, method, path, key);
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id);
CREATE INDEX idempotency_keys_oldest ON idempotency_keys USING btree (created_at);

CREATE TABLE invitations (
    invitation_id uuid NOT NULL,
    account_id uuid NOT NULL,
    email text NOT NULL,
    role text,
    projects jsonb DEFAULT '{}'::jsonb NOT NULL,
    token_hash bytea NOT NULL,
    invited_by text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'editor'::text, 'viewer'::text])))
);
ALTER TABLE invitations ADD CONSTRAINT invitations_pkey PRIMARY KEY (invitation_id);
ALTER TABLE invitations ADD CONSTRAINT invitations_token_hash_key UNIQUE (token_hash);
ALTER TABLE invitations ADD CONSTRAINT invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE;
ALTER TABLE invitations ADD CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES auth_users(id) ON DELETE SET NULL;
CREATE UNIQUE INDEX invitations_address ON invitations USING btree (account_id, lower(email));
CREATE INDEX invitations_age ON invitations USING btree (expires_at);
CREATE INDEX invitations_inviter ON invitations USING btree (invited_by);
CREATE TRIGGER invitations_write_history AFTER INSERT OR DELETE OR UPDATE ON invitations FOR EACH ROW EXECUTE FUNCTION record_account_change('invitation', 'invitation_id', 'email role projects expires_at');

CREATE TABLE key_projects (
    account_id uuid NOT NULL,
    key_id uuid NOT NULL,
    project_id uuid NOT NULL
);
ALTER TABLE key_projects ADD CONSTRAINT key_projects_pkey PRIMARY KEY (key_id, project_id);
ALTER TABLE key_projects ADD CONSTRAINT key_projects_account_id_project_id_fkey FOREIGN KEY (account_id, project_id) REFERENCES projects(account_id, project_id) ON DELETE CASCADE;
ALTER TABLE key_projects ADD CONSTRAINT key_projects_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(key_id) ON DELETE CASCADE;
CREATE INDEX key_projects_project ON key_projects USING btree (account_id, project_id);
CREATE TRIGGER key_projects_changed AFTER INSERT OR DELETE ON key_projects FOR EACH ROW EXECUTE FUNCTION notify_key_changed();
CREATE TRIGGER key_projects_write_history AFTER INSERT OR DELETE ON key_projects FOR EACH ROW EXECUTE FUNCTION record_account_change('key', 'key_id', 'project_id');

CREATE TABLE ledger_doubts (
    batch_id uuid NOT NULL,
    recorded_on date NOT NULL,
    server_id uuid NOT NULL,
    qr_ids uuid[] NOT NULL,
    scans integer[] NOT NULL,
    versions bigint[] NOT NULL,
    events json NOT NULL
);
ALTER TABLE ONLY ledger_doubts ALTER COLUMN events SET COMPRESSION lz4;
ALTER TABLE ledger_doubts ADD CONSTRAINT ledger_doubts_pkey PRIMARY KEY (batch_id);
ALTER TABLE ledger_doubts ADD CONSTRAINT ledger_doubts_server_id_fkey FOREIGN KEY (server_id) REFERENCES ledger_servers(server_id);
CREATE INDEX ledger_doubts_of ON ledger_doubts USING btree (server_id);

CREATE TABLE ledger_servers (
    server_id uuid NOT NULL,
    added_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    fold_number bigint DEFAULT 0 NOT NULL,
    fold_id uuid,
    fold_left json DEFAULT '[]'::json NOT NULL,
    roll_up_number bigint DEFAULT 0 NOT NULL,
    roll_up_id uuid
);
ALTER TABLE ledger_servers ADD CONSTRAINT ledger_servers_pkey PRIMARY KEY (server_id);

CREATE TABLE ledger_shards (
    shard smallint NOT NULL,
    server_id uuid,
    previous_id uuid,
    CONSTRAINT ledger_shards_shard_check CHECK (((shard >= 0) AND (shard <= 255)))
);
ALTER TABLE ledger_shards ADD CONSTRAINT ledger_shards_pkey PRIMARY KEY (shard);
ALTER TABLE ledger_shards ADD CONSTRAINT ledger_shards_previous_id_fkey FOREIGN KEY (previous_id) REFERENCES ledger_servers(server_id);
ALTER TABLE ledger_shards ADD CONSTRAINT ledger_shards_server_id_fkey FOREIGN KEY (server_id) REFERENCES ledger_servers(server_id);

CREATE TABLE ledger_state (
    is_only boolean DEFAULT true NOT NULL,
    is_appending boolean DEFAULT false NOT NULL,
    open_floor bigint DEFAULT 1 NOT NULL,
    epoch bigint DEFAULT 0 NOT NULL,
    map_version bigint DEFAULT 0 NOT NULL,
    CONSTRAINT ledger_state_is_only_check CHECK (is_only)
);
ALTER TABLE ledger_state ADD CONSTRAINT ledger_state_pkey PRIMARY KEY (is_only);

CREATE TABLE link_hosts (
    host text NOT NULL,
    first_drawn_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT link_hosts_host_check CHECK (((host = lower(host)) AND ((char_length(host) >= 1) AND (char_length(host) <= 253))))
);
ALTER TABLE link_hosts ADD CONSTRAINT link_hosts_pkey PRIMARY KEY (host);

CREATE TABLE list_facts (
    qr_id uuid NOT NULL,
    account_id uuid NOT NULL,
    project_id uuid NOT NULL,
    status text NOT NULL,
    scans bigint DEFAULT 0 NOT NULL,
    expires_at timestamp(3) with time zone,
    has_reached_limit boolean DEFAULT false NOT NULL
)
WITH (fillfactor='85');
ALTER TABLE list_facts ADD CONSTRAINT list_facts_pkey PRIMARY KEY (qr_id);
CREATE INDEX list_facts_expiry ON list_facts USING btree (account_id, expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX list_facts_limit ON list_facts USING btree (account_id, qr_id) WHERE has_reached_limit;
CREATE INDEX list_facts_scans ON list_facts USING btree (account_id, status, scans DESC, qr_id DESC);
CREATE INDEX list_facts_scans_project ON list_facts USING btree (project_id, status, scans DESC, qr_id DESC);

CREATE TABLE list_state (
    is_only boolean DEFAULT true NOT NULL,
    reached uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT list_state_is_only_check CHECK (is_only)
);
ALTER TABLE list_state ADD CONSTRAINT list_state_pkey PRIMARY KEY (is_only);

CREATE TABLE mails (
    mail_id uuid NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
ALTER TABLE mails ADD CONSTRAINT mails_pkey PRIMARY KEY (mail_id);
CREATE INDEX mails_age ON mails USING btree (created_at);

CREATE TABLE member_projects (
    account_id uuid NOT NULL,
    user_id text NOT NULL,
    project_id uuid NOT NULL,
    role text NOT NULL,
    CONSTRAINT member_projects_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'viewer'::text])))
);
ALTER TABLE member_projects ADD CONSTRAINT member_projects_pkey PRIMARY KEY (account_id, user_id, project_id);
ALTER TABLE member_projects ADD CONSTRAINT member_projects_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES account_users(account_id, user_id) ON DELETE CASCADE;
ALTER TABLE member_projects ADD CONSTRAINT member_projects_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id) ON DELETE CASCADE;
CREATE INDEX member_projects_project ON member_projects USING btree (project_id);
CREATE TRIGGER member_projects_write_history AFTER INSERT OR DELETE OR UPDATE ON member_projects FOR EACH ROW EXECUTE FUNCTION record_account_change('member', 'user_id', 'project_id role');

CREATE TABLE new_events (
    event_number bigint NOT NULL,
    type text NOT NULL,
    account_id uuid NOT NULL,
    project_id uuid,
    qr_id uuid,
    subject jsonb,
    previous jsonb,
    actor_kind text NOT NULL,
    actor_id text,
    change_id uuid,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000');
ALTER TABLE new_events ALTER COLUMN event_number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME new_events_event_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE new_events ADD CONSTRAINT new_events_pkey PRIMARY KEY (event_number);
CREATE INDEX new_events_of_account ON new_events USING btree (account_id, change_id);

CREATE TABLE oauth_tokens (
    token_hash bytea NOT NULL,
    key_id uuid NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT oauth_tokens_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
ALTER TABLE oauth_tokens ADD CONSTRAINT oauth_tokens_pkey PRIMARY KEY (token_hash);
ALTER TABLE oauth_tokens ADD CONSTRAINT oauth_tokens_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(key_id) ON DELETE CASCADE;
CREATE INDEX oauth_tokens_age ON oauth_tokens USING btree (expires_at);
CREATE INDEX oauth_tokens_of_client ON oauth_tokens USING btree (key_id, created_at);
CREATE TRIGGER oauth_tokens_revoked AFTER DELETE ON oauth_tokens FOR EACH ROW EXECUTE FUNCTION notify_key_changed();

CREATE TABLE planned_changes (
    plan_id uuid DEFAULT new_change_id() NOT NULL,
    account_id uuid NOT NULL,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    label text NOT NULL,
    change jsonb NOT NULL,
    qr_ids uuid[] NOT NULL,
    apply_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    cancelled_at timestamp(3) with time zone,
    claimed_until timestamp(3) with time zone,
    started_at timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    done integer DEFAULT 0 NOT NULL,
    failures jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT planned_changes_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['member'::text, 'api_key'::text, 'oauth_client'::text]))),
    CONSTRAINT planned_changes_label_check CHECK ((char_length(label) <= 200)),
    CONSTRAINT planned_changes_qr_ids_check CHECK (((cardinality(qr_ids) >= 1) AND (cardinality(qr_ids) <= 10000)))
);
ALTER TABLE planned_changes ADD CONSTRAINT planned_changes_pkey PRIMARY KEY (plan_id);
CREATE INDEX planned_changes_due ON planned_changes USING btree (apply_at) WHERE ((finished_at IS NULL) AND (cancelled_at IS NULL));
CREATE INDEX planned_changes_of_account ON planned_changes USING btree (account_id, plan_id);
CREATE INDEX planned_changes_waiting ON planned_changes USING btree (account_id, apply_at) WHERE ((finished_at IS NULL) AND (cancelled_at IS NULL));

CREATE TABLE project_redraws (
    project_id uuid NOT NULL,
    host text,
    total integer DEFAULT 0 NOT NULL,
    asked integer DEFAULT 0 NOT NULL,
    at_status text DEFAULT 'active'::text NOT NULL,
    before_created_at timestamp(3) with time zone,
    before_qr_id uuid,
    started_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    finished_at timestamp(3) with time zone
);
ALTER TABLE project_redraws ADD CONSTRAINT project_redraws_pkey PRIMARY KEY (project_id);
ALTER TABLE project_redraws ADD CONSTRAINT project_redraws_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id);

CREATE TABLE project_tags (
    project_id uuid NOT NULL,
    tag_key text NOT NULL,
    account_id uuid NOT NULL,
    name text NOT NULL
);
ALTER TABLE project_tags ADD CONSTRAINT project_tags_pkey PRIMARY KEY (project_id, tag_key);
ALTER TABLE project_tags ADD CONSTRAINT project_tags_account_id_project_id_fkey FOREIGN KEY (account_id, project_id) REFERENCES projects(account_id, project_id) ON DELETE CASCADE;
CREATE INDEX project_tags_account ON project_tags USING btree (account_id, tag_key);

CREATE TABLE project_usage (
    project_id uuid NOT NULL,
    live_qr_codes integer DEFAULT 0 NOT NULL,
    CONSTRAINT project_usage_live_qr_codes_check CHECK ((live_qr_codes >= 0))
)
WITH (fillfactor='50');
ALTER TABLE project_usage ADD CONSTRAINT project_usage_pkey PRIMARY KEY (project_id);
ALTER TABLE project_usage ADD CONSTRAINT project_usage_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(project_id);

CREATE TABLE projects (
    project_id uuid NOT NULL,
    account_id uuid NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    is_archived boolean DEFAULT false NOT NULL,
    created_via text,
    version bigint DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT projects_created_via_check CHECK ((created_via = ANY (ARRAY['api'::text, 'dashboard'::text]))),
    CONSTRAINT projects_description_check CHECK ((char_length(description) <= 2000)),
    CONSTRAINT projects_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120)))
);
ALTER TABLE projects ADD CONSTRAINT projects_of_account UNIQUE (account_id, project_id);
ALTER TABLE projects ADD CONSTRAINT projects_pkey PRIMARY KEY (project_id);
ALTER TABLE projects ADD CONSTRAINT projects_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id);
CREATE INDEX projects_newest ON projects USING btree (account_id, created_at DESC, project_id DESC);
CREATE UNIQUE INDEX projects_one_default ON projects USING btree (account_id) WHERE is_default;
CREATE TRIGGER projects_audit BEFORE UPDATE ON projects FOR EACH ROW EXECUTE FUNCTION keep_audit_fields();
CREATE TRIGGER projects_origin BEFORE UPDATE ON projects FOR EACH ROW EXECUTE FUNCTION keep_project_origin();
CREATE TRIGGER projects_scan_changed AFTER UPDATE ON projects FOR EACH ROW WHEN ((old.version IS DISTINCT FROM new.version)) EXECUTE FUNCTION notify_scan_target('project', 'project_id');
CREATE TRIGGER projects_usage AFTER INSERT ON projects FOR EACH ROW EXECUTE FUNCTION add_project_usage();
CREATE TRIGGER projects_write_changed AFTER UPDATE ON projects FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description) OR (old.is_default IS DISTINCT FROM new.is_default) OR (old.is_archived IS DISTINCT FROM new.is_archived))) EXECUTE FUNCTION record_project_change();
CREATE TRIGGER projects_write_new AFTER INSERT ON projects FOR EACH ROW EXECUTE FUNCTION record_project_change();

CREATE TABLE qr_codes (
    qr_id uuid NOT NULL,
    account_id uuid NOT NULL,
    project_id uuid NOT NULL,
    label text NOT NULL,
    type text NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    blocked_by text,
    redirect_url text DEFAULT ''::text NOT NULL,
    qr_data jsonb,
    redirect_rules jsonb DEFAULT '[]'::jsonb NOT NULL,
    analytics_enabled boolean DEFAULT true NOT NULL,
    render_metadata jsonb,
    reserved_slug text NOT NULL,
    is_slug_public boolean DEFAULT false NOT NULL,
    render_status text DEFAULT 'pending'::text NOT NULL,
    render_generation integer DEFAULT 1 NOT NULL,
    render_requested_at timestamp(3) with time zone,
    render_attempt integer DEFAULT 0 NOT NULL,
    render_error text,
    last_rendered_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    svg_file text,
    png_file text,
    render_findings text[] DEFAULT '{}'::text[] NOT NULL,
    render_score smallint,
    rendered_host text,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    folder_id uuid,
    forwarded_params text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT qr_codes_blocked CHECK (
CASE status
    WHEN 'blocked'::text THEN (blocked_by IS NOT NULL)
    WHEN 'active'::text THEN (blocked_by IS NULL)
    ELSE true
END),
    CONSTRAINT qr_codes_blocked_by_check CHECK ((blocked_by = ANY (ARRAY['rescan'::text, 'operator'::text]))),
    CONSTRAINT qr_codes_content CHECK (
CASE
    WHEN (type = ANY (ARRAY['url'::text, 'dynamic_url'::text, 'app_store'::text])) THEN ((redirect_url <> ''::text) AND (qr_data IS NULL))
    ELSE ((redirect_url = ''::text) AND (qr_data IS NOT NULL))
END),
    CONSTRAINT qr_codes_forwarded_params CHECK ((cardinality(forwarded_params) <= 20)),
    CONSTRAINT qr_codes_label_check CHECK (((char_length(label) >= 1) AND (char_length(label) <= 255))),
    CONSTRAINT qr_codes_published CHECK ((is_slug_public = (last_rendered_at IS NOT NULL))),
    CONSTRAINT qr_codes_redirect_rules_check CHECK (((jsonb_typeof(redirect_rules) = 'array'::text) AND (jsonb_array_length(redirect_rules) <= 20))),
    CONSTRAINT qr_codes_redirect_url_check CHECK ((char_length(redirect_url) <= 2048)),
    CONSTRAINT qr_codes_render_score_check CHECK (((render_score >= 0) AND (render_score <= 100))),
    CONSTRAINT qr_codes_render_status_check CHECK ((render_status = ANY (ARRAY['staging'::text, 'pending'::text, 'rendering'::text, 'done'::text, 'error'::text, 'idle'::text]))),
    CONSTRAINT qr_codes_reserved_slug_check CHECK ((reserved_slug ~ '^qr-[0-9a-hjkmnp-tv-z]{12}$'::text)),
    CONSTRAINT qr_codes_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text, 'blocked'::text]))),
    CONSTRAINT qr_codes_tags CHECK ((cardinality(tags) <= 20)),
    CONSTRAINT qr_codes_type_check CHECK ((type = ANY (ARRAY['url'::text, 'dynamic_url'::text, 'text'::text, 'vcard'::text, 'wifi'::text, 'email'::text, 'sms'::text, 'phone'::text, 'geo'::text, 'event'::text, 'app_store'::text])))
)
WITH (fillfactor='85');
ALTER TABLE qr_codes ADD CONSTRAINT qr_codes_pkey PRIMARY KEY (qr_id);
ALTER TABLE qr_codes ADD CONSTRAINT qr_codes_reserved_slug_key UNIQUE (reserved_slug);
ALTER TABLE qr_codes ADD CONSTRAINT qr_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id);
ALTER TABLE qr_codes ADD CONSTRAINT qr_codes_account_id_project_id_fkey FOREIGN KEY (account_id, project_id) REFERENCES projects(account_id, project_id);
ALTER TABLE qr_codes ADD CONSTRAINT qr_codes_folder FOREIGN KEY (project_id, folder_id) REFERENCES folders(project_id, folder_id);
ALTER TABLE qr_codes ADD CONSTRAINT qr_codes_scan_state FOREIGN KEY (qr_id) REFERENCES scan_state(qr_id) DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX qr_codes_folder ON qr_codes USING btree (folder_id, status, created_at DESC, qr_id DESC) WHERE (folder_id IS NOT NULL);
CREATE INDEX qr_codes_label ON qr_codes USING gin (account_id, label gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX qr_codes_list ON qr_codes USING btree (account_id, status, created_at DESC, qr_id DESC);
CREATE INDEX qr_codes_list_project ON qr_codes USING btree (project_id, status, created_at DESC, qr_id DESC);
CREATE INDEX qr_codes_list_project_type ON qr_codes USING btree (project_id, type, status, created_at DESC, qr_id DESC);
CREATE INDEX qr_codes_list_type ON qr_codes USING btree (account_id, type, status, created_at DESC, qr_id DESC);
CREATE INDEX qr_codes_names ON qr_codes USING btree (account_id, status, name_key(label) COLLATE "C", qr_id) INCLUDE (label);
CREATE INDEX qr_codes_names_project ON qr_codes USING btree (project_id, status, name_key(label) COLLATE "C", qr_id) INCLUDE (label);
CREATE INDEX qr_codes_search ON qr_codes USING gin (account_id, search_text(redirect_url, redirect_rules, tags) gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX qr_codes_tags ON qr_codes USING gin (account_id, fold_tags(tags)) WITH (fastupdate=off) WHERE (tags <> '{}'::text[]);
CREATE TRIGGER qr_codes_audit BEFORE UPDATE ON qr_codes FOR EACH ROW EXECUTE FUNCTION keep_audit_fields();
CREATE TRIGGER qr_codes_count_changed AFTER UPDATE OF status, project_id ON qr_codes FOR EACH ROW WHEN ((((old.status = 'archived'::text) IS DISTINCT FROM (new.status = 'archived'::text)) OR (old.project_id IS DISTINCT FROM new.project_id))) EXECUTE FUNCTION count_changed_code();
CREATE TRIGGER qr_codes_count_new AFTER INSERT ON qr_codes REFERENCING NEW TABLE AS new_codes FOR EACH STATEMENT EXECUTE FUNCTION count_new_codes();
CREATE TRIGGER qr_codes_erased_slugs AFTER INSERT ON qr_codes REFERENCING NEW TABLE AS new_codes FOR EACH STATEMENT EXECUTE FUNCTION refuse_erased_slugs();
CREATE TRIGGER qr_codes_hold_safety BEFORE INSERT OR UPDATE OF redirect_url, redirect_rules, qr_data ON qr_codes FOR EACH STATEMENT EXECUTE FUNCTION hold_safety_for_code();
CREATE TRIGGER qr_codes_leave_folder BEFORE UPDATE OF project_id ON qr_codes FOR EACH ROW WHEN ((old.project_id IS DISTINCT FROM new.project_id)) EXECUTE FUNCTION leave_folder();
CREATE TRIGGER qr_codes_link_changed AFTER UPDATE OF redirect_url, redirect_rules, qr_data ON qr_codes FOR EACH ROW WHEN ((((old.redirect_url IS DISTINCT FROM new.redirect_url) OR (old.redirect_rules IS DISTINCT FROM new.redirect_rules)) OR (old.qr_data IS DISTINCT FROM new.qr_data))) EXECUTE FUNCTION link_changed_code();
CREATE TRIGGER qr_codes_link_new AFTER INSERT ON qr_codes REFERENCING NEW TABLE AS new_codes FOR EACH STATEMENT EXECUTE FUNCTION link_new_codes();
CREATE TRIGGER qr_codes_list_changed AFTER UPDATE OF status, project_id, tags ON qr_codes FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.project_id IS DISTINCT FROM new.project_id) OR (old.tags IS DISTINCT FROM new.tags))) EXECUTE FUNCTION list_changed_code();
CREATE TRIGGER qr_codes_list_end AFTER DELETE ON qr_codes REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_listed_codes();
CREATE TRIGGER qr_codes_list_new AFTER INSERT ON qr_codes REFERENCING NEW TABLE AS new_codes FOR EACH STATEMENT EXECUTE FUNCTION list_new_codes();
CREATE TRIGGER qr_codes_moved AFTER UPDATE OF project_id ON qr_codes FOR EACH ROW WHEN ((old.project_id IS DISTINCT FROM new.project_id)) EXECUTE FUNCTION record_move();
CREATE TRIGGER qr_codes_places AFTER DELETE ON qr_codes REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_scan_places();
CREATE TRIGGER qr_codes_slug BEFORE UPDATE OF reserved_slug, is_slug_public ON qr_codes FOR EACH ROW EXECUTE FUNCTION keep_slug();
CREATE TRIGGER qr_codes_version AFTER UPDATE ON qr_codes FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.redirect_url IS DISTINCT FROM new.redirect_url) OR (old.redirect_rules IS DISTINCT FROM new.redirect_rules) OR (old.forwarded_params IS DISTINCT FROM new.forwarded_params) OR (old.analytics_enabled IS DISTINCT FROM new.analytics_enabled) OR (old.project_id IS DISTINCT FROM new.project_id) OR (old.is_slug_public IS DISTINCT FROM new.is_slug_public) OR (old.qr_data IS DISTINCT FROM new.qr_data))) EXECUTE FUNCTION mirror_scan_state();
CREATE TRIGGER qr_codes_watch_destination AFTER UPDATE OF redirect_url, redirect_rules ON qr_codes FOR EACH ROW WHEN (((old.redirect_url IS DISTINCT FROM new.redirect_url) OR ((old.redirect_rules)::text IS DISTINCT FROM (new.redirect_rules)::text))) EXECUTE FUNCTION watch_new_destination();
CREATE TRIGGER qr_codes_write_changed AFTER UPDATE ON qr_codes FOR EACH ROW WHEN (((old.project_id IS DISTINCT FROM new.project_id) OR (old.label IS DISTINCT FROM new.label) OR (old.status IS DISTINCT FROM new.status) OR (old.blocked_by IS DISTINCT FROM new.blocked_by) OR (old.redirect_url IS DISTINCT FROM new.redirect_url) OR (old.qr_data IS DISTINCT FROM new.qr_data) OR (old.redirect_rules IS DISTINCT FROM new.redirect_rules) OR (old.forwarded_params IS DISTINCT FROM new.forwarded_params) OR (old.analytics_enabled IS DISTINCT FROM new.analytics_enabled) OR (old.render_metadata IS DISTINCT FROM new.render_metadata) OR (old.tags IS DISTINCT FROM new.tags) OR (old.folder_id IS DISTINCT FROM new.folder_id))) EXECUTE FUNCTION record_changed_code();
CREATE TRIGGER qr_codes_write_new AFTER INSERT ON qr_codes REFERENCING NEW TABLE AS new_codes FOR EACH STATEMENT EXECUTE FUNCTION record_new_codes();
CREATE CONSTRAINT TRIGGER qr_codes_write_rendered AFTER UPDATE ON qr_codes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.last_rendered_at IS DISTINCT FROM old.last_rendered_at)) EXECUTE FUNCTION write_rendered_event();

CREATE TABLE qr_destinations (
    destination_id uuid NOT NULL,
    qr_id uuid NOT NULL,
    linked_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    linked_version bigint NOT NULL
);
ALTER TABLE qr_destinations ADD CONSTRAINT qr_destinations_pkey PRIMARY KEY (destination_id, qr_id);
CREATE INDEX qr_destinations_code ON qr_destinations USING btree (qr_id);

CREATE TABLE reached_limits (
    qr_id uuid NOT NULL
);
ALTER TABLE reached_limits ADD CONSTRAINT reached_limits_pkey PRIMARY KEY (qr_id);

CREATE TABLE replaced_files (
    name text NOT NULL,
    qr_id uuid NOT NULL,
    replaced_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    removing_since timestamp(3) with time zone
);
ALTER TABLE replaced_files ADD CONSTRAINT replaced_files_pkey PRIMARY KEY (name);
ALTER TABLE replaced_files ADD CONSTRAINT replaced_files_qr_id_fkey FOREIGN KEY (qr_id) REFERENCES qr_codes(qr_id);
CREATE INDEX replaced_files_oldest ON replaced_files USING btree (replaced_at);

CREATE TABLE report_subscriptions (
    account_id uuid NOT NULL,
    user_id text NOT NULL,
    cadence text NOT NULL,
    next_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT report_subscriptions_cadence_check CHECK ((cadence = ANY (ARRAY['weekly'::text, 'monthly'::text])))
);
ALTER TABLE report_subscriptions ADD CONSTRAINT report_subscriptions_pkey PRIMARY KEY (account_id, user_id, cadence);
ALTER TABLE report_subscriptions ADD CONSTRAINT report_subscriptions_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES account_users(account_id, user_id) ON DELETE CASCADE;
CREATE INDEX report_subscriptions_due ON report_subscriptions USING btree (next_at);

CREATE TABLE safety_changes (
    change_id bigint NOT NULL,
    source text NOT NULL,
    kind text NOT NULL,
    keys bytea NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    made_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT safety_changes_kind_check CHECK ((kind = ANY (ARRAY['added'::text, 'removed'::text])))
);
ALTER TABLE ONLY safety_changes ALTER COLUMN keys SET STORAGE EXTERNAL;
ALTER TABLE safety_changes ALTER COLUMN change_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME safety_changes_change_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE safety_changes ADD CONSTRAINT safety_changes_pkey PRIMARY KEY (change_id);

CREATE TABLE safety_log (
    log_id bigint NOT NULL,
    logged_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    event text NOT NULL,
    destination_id uuid NOT NULL,
    qr_id uuid,
    was text,
    verdict text NOT NULL,
    provider text,
    threat text,
    detail text,
    list_version bigint NOT NULL,
    CONSTRAINT safety_log_event_check CHECK ((event = ANY (ARRAY['verdict'::text, 'blocked'::text, 'restored'::text, 'replaced'::text])))
);
ALTER TABLE safety_log ALTER COLUMN log_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME safety_log_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE safety_log ADD CONSTRAINT safety_log_pkey PRIMARY KEY (log_id);
CREATE INDEX safety_log_code ON safety_log USING btree (qr_id, log_id) WHERE (qr_id IS NOT NULL);
CREATE INDEX safety_log_destination ON safety_log USING btree (destination_id, log_id);

CREATE TABLE safety_rules (
    expression text NOT NULL,
    action text NOT NULL,
    scope text NOT NULL,
    pattern text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    made_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT safety_rules_action_check CHECK ((action = ANY (ARRAY['block'::text, 'allow'::text]))),
    CONSTRAINT safety_rules_scope_check CHECK ((scope = ANY (ARRAY['domain'::text, 'url'::text])))
);
ALTER TABLE safety_rules ADD CONSTRAINT safety_rules_pkey PRIMARY KEY (expression);

CREATE TABLE safety_state (
    is_only boolean DEFAULT true NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    rules_version bigint DEFAULT 1 NOT NULL,
    sweep_position uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    sweep_started_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    sweep_finished_at timestamp(3) with time zone,
    CONSTRAINT safety_state_is_only_check CHECK (is_only)
);
ALTER TABLE safety_state ADD CONSTRAINT safety_state_pkey PRIMARY KEY (is_only);

CREATE TABLE saved_views (
    view_id uuid NOT NULL,
    account_id uuid NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    filter jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT saved_views_filter_check CHECK ((octet_length((filter)::text) <= 4096)),
    CONSTRAINT saved_views_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80)))
);
ALTER TABLE saved_views ADD CONSTRAINT saved_views_pkey PRIMARY KEY (view_id);
ALTER TABLE saved_views ADD CONSTRAINT saved_views_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES account_users(account_id, user_id) ON DELETE CASCADE;
CREATE UNIQUE INDEX saved_views_name ON saved_views USING btree (account_id, user_id, lower(name));

CREATE TABLE scan_archives (
    file text NOT NULL,
    account_id uuid NOT NULL,
    day date NOT NULL,
    server_id uuid,
    scans bigint NOT NULL,
    finished_at timestamp(3) with time zone
);
ALTER TABLE scan_archives ADD CONSTRAINT scan_archives_pkey PRIMARY KEY (file);
ALTER TABLE scan_archives ADD CONSTRAINT scan_archives_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE;
CREATE INDEX scan_archives_by_day ON scan_archives USING btree (day);
CREATE INDEX scan_archives_of_account ON scan_archives USING btree (account_id, day);

CREATE TABLE scan_baselines (
    qr_id uuid NOT NULL,
    computed_at timestamp(3) with time zone NOT NULL,
    next_at timestamp(3) with time zone NOT NULL,
    hours double precision[] NOT NULL,
    quiet_limit double precision NOT NULL,
    surge_ratio double precision NOT NULL,
    last_scan_at timestamp(3) with time zone NOT NULL,
    quiet_at timestamp(3) with time zone,
    quiet_since timestamp(3) with time zone,
    surge_since timestamp(3) with time zone
);
ALTER TABLE scan_baselines ADD CONSTRAINT scan_baselines_pkey PRIMARY KEY (qr_id);
ALTER TABLE scan_baselines ADD CONSTRAINT scan_baselines_qr_id_fkey FOREIGN KEY (qr_id) REFERENCES watches(qr_id) ON DELETE CASCADE;
CREATE INDEX scan_baselines_next ON scan_baselines USING btree (next_at);
CREATE INDEX scan_baselines_quiet ON scan_baselines USING btree (quiet_at) WHERE (quiet_at IS NOT NULL);

CREATE TABLE scan_batches (
    recorded_on date NOT NULL,
    batch_id uuid NOT NULL,
    recorded_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    qr_ids uuid[] NOT NULL,
    grants integer[] NOT NULL,
    events json NOT NULL,
    is_rolled_up boolean DEFAULT false NOT NULL
)
PARTITION BY RANGE (recorded_on);
ALTER TABLE ONLY scan_batches ALTER COLUMN events SET COMPRESSION lz4;
ALTER TABLE scan_batches ADD CONSTRAINT scan_batches_pkey PRIMARY KEY (recorded_on, batch_id);
CREATE INDEX scan_batches_open ON ONLY scan_batches USING btree (recorded_on, batch_id) WHERE (NOT is_rolled_up);

CREATE TABLE scan_days (
    subject_id uuid NOT NULL,
    dimension text NOT NULL,
    day date NOT NULL,
    value text NOT NULL,
    scans integer NOT NULL,
    slots integer[] NOT NULL,
    visitors integer DEFAULT 0 NOT NULL,
    CONSTRAINT scan_days_dimension_check CHECK ((dimension = ANY (ARRAY['total'::text, 'country'::text, 'device'::text, 'system'::text, 'browser'::text, 'referrer'::text, 'rule'::text])))
)
WITH (fillfactor='80');
ALTER TABLE scan_days ADD CONSTRAINT scan_days_pkey PRIMARY KEY (subject_id, dimension, day, value);

CREATE TABLE scan_gate (
    id integer
);

CREATE TABLE scan_group_heads (
    qr_id uuid NOT NULL,
    account_id uuid NOT NULL,
    generation bigint NOT NULL,
    announced_through bigint NOT NULL,
    placed_through bigint NOT NULL
);
ALTER TABLE scan_group_heads ADD CONSTRAINT scan_group_heads_pkey PRIMARY KEY (qr_id);
CREATE INDEX scan_group_heads_of_account ON scan_group_heads USING btree (account_id);
CREATE INDEX scan_group_heads_waiting ON scan_group_heads USING btree (qr_id) WHERE (placed_through > announced_through);

CREATE TABLE scan_groups (
    event_id uuid NOT NULL,
    ordered_on date NOT NULL,
    account_id uuid NOT NULL,
    project_id uuid NOT NULL,
    qr_id uuid NOT NULL,
    first_number bigint NOT NULL,
    last_number bigint NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT scan_groups_check CHECK ((((last_number - first_number) >= 0) AND ((last_number - first_number) <= 99)))
)
PARTITION BY RANGE (ordered_on);
ALTER TABLE scan_groups ADD CONSTRAINT scan_groups_pkey PRIMARY KEY (event_id, ordered_on);
CREATE INDEX scan_groups_of_account ON ONLY scan_groups USING btree (account_id, event_id);
CREATE INDEX scan_groups_of_code ON ONLY scan_groups USING btree (qr_id, last_number);

CREATE TABLE scan_months (
    subject_id uuid NOT NULL,
    dimension text NOT NULL,
    month date NOT NULL,
    value text NOT NULL,
    scans bigint NOT NULL
)
WITH (fillfactor='80');
ALTER TABLE scan_months ADD CONSTRAINT scan_months_pkey PRIMARY KEY (subject_id, dimension, month, value);

CREATE TABLE scan_numbers (
    numbered_on date NOT NULL,
    recorded_on date NOT NULL,
    batch_id uuid NOT NULL,
    qr_ids uuid[] NOT NULL,
    first_numbers bigint[] NOT NULL,
    scans integer[] NOT NULL,
    versions bigint[] NOT NULL
)
PARTITION BY RANGE (numbered_on);
ALTER TABLE ONLY scan_numbers ALTER COLUMN qr_ids SET STORAGE PLAIN;
ALTER TABLE ONLY scan_numbers ALTER COLUMN first_numbers SET STORAGE PLAIN;
ALTER TABLE ONLY scan_numbers ALTER COLUMN scans SET STORAGE PLAIN;
ALTER TABLE ONLY scan_numbers ALTER COLUMN versions SET STORAGE PLAIN;
CREATE TRIGGER scan_numbers_first AFTER INSERT ON scan_numbers REFERENCING NEW TABLE AS new_numbers FOR EACH STATEMENT EXECUTE FUNCTION note_first_scans();

CREATE TABLE scan_open (
    open_id bigint NOT NULL,
    recorded_on date NOT NULL,
    batch_id uuid NOT NULL,
    qr_ids uuid[] NOT NULL,
    scans integer[] NOT NULL,
    versions bigint[] NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000', autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_insert_threshold='100000');
ALTER TABLE ONLY scan_open ALTER COLUMN qr_ids SET STORAGE PLAIN;
ALTER TABLE ONLY scan_open ALTER COLUMN scans SET STORAGE PLAIN;
ALTER TABLE ONLY scan_open ALTER COLUMN versions SET STORAGE PLAIN;
ALTER TABLE scan_open ALTER COLUMN open_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME scan_open_open_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE scan_open ADD CONSTRAINT scan_open_pkey PRIMARY KEY (open_id);

CREATE TABLE scan_pages (
    project_id uuid NOT NULL,
    account_id uuid NOT NULL,
    display_name text,
    color text,
    logo bytea,
    fallback_url text,
    CONSTRAINT scan_pages_color_check CHECK ((color ~ '^#[0-9a-f]{6}$'::text)),
    CONSTRAINT scan_pages_display_name_check CHECK (((char_length(display_name) >= 1) AND (char_length(display_name) <= 80))),
    CONSTRAINT scan_pages_fallback_url_check CHECK (((char_length(fallback_url) >= 1) AND (char_length(fallback_url) <= 2048))),
    CONSTRAINT scan_pages_logo_check CHECK (((octet_length(logo) >= 1) AND (octet_length(logo) <= 65536)))
);
ALTER TABLE scan_pages ADD CONSTRAINT scan_pages_pkey PRIMARY KEY (project_id);
ALTER TABLE scan_pages ADD CONSTRAINT scan_pages_account_id_project_id_fkey FOREIGN KEY (account_id, project_id) REFERENCES projects(account_id, project_id) ON DELETE CASCADE;
CREATE INDEX scan_pages_account ON scan_pages USING btree (account_id);
CREATE INDEX scan_pages_fallbacks ON scan_pages USING btree (fallback_url) WHERE (fallback_url IS NOT NULL);
CREATE TRIGGER scan_pages_fallback AFTER INSERT OR UPDATE OF fallback_url ON scan_pages FOR EACH ROW WHEN ((new.fallback_url IS NOT NULL)) EXECUTE FUNCTION link_fallback();
CREATE TRIGGER scan_pages_write_history AFTER INSERT OR DELETE OR UPDATE OF display_name, color, logo, fallback_url ON scan_pages FOR EACH ROW EXECUTE FUNCTION record_account_change('page', 'project_id', 'display_name color fallback_url', 'logo');

CREATE TABLE scan_places (
    numbered_on date NOT NULL,
    qr_id uuid NOT NULL,
    last_number bigint NOT NULL,
    first_number bigint NOT NULL,
    recorded_on date[] NOT NULL,
    batch_ids uuid[] NOT NULL,
    scans integer[] NOT NULL
)
PARTITION BY RANGE (numbered_on);
ALTER TABLE scan_places ADD CONSTRAINT scan_places_pkey PRIMARY KEY (qr_id, last_number, numbered_on);

CREATE TABLE scan_receivers (
    account_id uuid NOT NULL,
    generation bigint DEFAULT 1 NOT NULL,
    endpoints integer NOT NULL
);
ALTER TABLE scan_receivers ADD CONSTRAINT scan_receivers_pkey PRIMARY KEY (account_id);

CREATE TABLE scan_state (
    qr_id uuid NOT NULL,
    scan_count bigint DEFAULT 0 NOT NULL,
    scan_limit integer,
    expires_at timestamp(3) with time zone,
    status text NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    last_grant integer,
    pending integer DEFAULT 0 NOT NULL,
    is_settled boolean DEFAULT true NOT NULL,
    is_numbered boolean DEFAULT false NOT NULL,
    CONSTRAINT scan_state_scan_count_check CHECK ((scan_count >= 0)),
    CONSTRAINT scan_state_scan_limit_check CHECK ((scan_limit >= 1)),
    CONSTRAINT scan_state_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text, 'blocked'::text])))
)
WITH (fillfactor='50');
ALTER TABLE scan_state ADD CONSTRAINT scan_state_pkey PRIMARY KEY (qr_id);
ALTER TABLE scan_state ADD CONSTRAINT scan_state_qr_id_fkey FOREIGN KEY (qr_id) REFERENCES qr_codes(qr_id);
CREATE TRIGGER scan_state_changed AFTER UPDATE OF version, status, scan_limit, expires_at ON scan_state FOR EACH ROW WHEN ((old.version IS DISTINCT FROM new.version)) EXECUTE FUNCTION notify_scan_target('code', 'qr_id');
CREATE TRIGGER scan_state_list_changed AFTER UPDATE OF scan_limit, expires_at ON scan_state FOR EACH ROW WHEN (((old.scan_limit IS DISTINCT FROM new.scan_limit) OR (old.expires_at IS DISTINCT FROM new.expires_at))) EXECUTE FUNCTION list_scan_settings();
CREATE TRIGGER scan_state_version BEFORE UPDATE OF scan_limit, expires_at, is_numbered ON scan_state FOR EACH ROW EXECUTE FUNCTION raise_scan_version();
CREATE TRIGGER scan_state_write_changed AFTER UPDATE OF scan_limit, expires_at ON scan_state FOR EACH ROW WHEN (((old.scan_limit IS DISTINCT FROM new.scan_limit) OR (old.expires_at IS DISTINCT FROM new.expires_at))) EXECUTE FUNCTION record_scan_settings();
CREATE TRIGGER scan_state_write_end AFTER DELETE ON scan_state FOR EACH ROW WHEN ((old.expires_at IS NOT NULL)) EXECUTE FUNCTION note_changed_expiry();
CREATE TRIGGER scan_state_write_expiries AFTER INSERT ON scan_state REFERENCING NEW TABLE AS new_states FOR EACH STATEMENT EXECUTE FUNCTION note_new_expiries();
CREATE TRIGGER scan_state_write_expiry AFTER UPDATE OF expires_at ON scan_state FOR EACH ROW WHEN ((old.expires_at IS DISTINCT FROM new.expires_at)) EXECUTE FUNCTION note_changed_expiry();
CREATE CONSTRAINT TRIGGER scan_state_write_limit AFTER UPDATE OF scan_count, pending ON scan_state DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((new.scan_count + new.pending) >= new.scan_limit) AND (old.scan_limit = new.scan_limit) AND ((old.scan_count + old.pending) < old.scan_limit))) EXECUTE FUNCTION write_limit_event();
CREATE TRIGGER scan_state_write_new_limit AFTER UPDATE OF scan_limit ON scan_state FOR EACH ROW WHEN (((old.scan_limit IS DISTINCT FROM new.scan_limit) AND ((new.scan_limit IS NULL) OR ((new.scan_count + new.pending) < new.scan_limit)))) EXECUTE FUNCTION forget_reached_limit();
CREATE TRIGGER scan_state_write_no_limit AFTER DELETE ON scan_state FOR EACH ROW WHEN ((old.scan_limit IS NOT NULL)) EXECUTE FUNCTION forget_reached_limit();

CREATE TABLE scan_visitors (
    day date NOT NULL,
    subject_id uuid NOT NULL,
    visitor text NOT NULL
);
ALTER TABLE scan_visitors ADD CONSTRAINT scan_visitors_pkey PRIMARY KEY (day, subject_id, visitor);

CREATE TABLE scan_watch (
    id integer NOT NULL,
    sure_since timestamp(3) with time zone NOT NULL,
    looked_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT scan_watch_id_check CHECK ((id = 1))
);
ALTER TABLE scan_watch ADD CONSTRAINT scan_watch_pkey PRIMARY KEY (id);

CREATE TABLE schema_migrations (
    version integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
ALTER TABLE schema_migrations ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);

CREATE TABLE sign_in_tries (
    key bytea NOT NULL,
    tries integer NOT NULL,
    began_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
ALTER TABLE sign_in_tries ADD CONSTRAINT sign_in_tries_pkey PRIMARY KEY (key);
CREATE INDEX sign_in_tries_age ON sign_in_tries USING btree (began_at);

CREATE TABLE sso_connections (
    account_id uuid NOT NULL,
    issuer text NOT NULL,
    client_id text NOT NULL,
    sealed_secret bytea NOT NULL,
    mail_domain text NOT NULL,
    token text NOT NULL,
    verified_at timestamp(3) with time zone,
    is_enforced boolean DEFAULT false NOT NULL,
    groups_claim text DEFAULT 'groups'::text NOT NULL,
    group_roles jsonb DEFAULT '{}'::jsonb NOT NULL,
    default_role text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT sso_connections_check CHECK (((NOT is_enforced) OR (verified_at IS NOT NULL))),
    CONSTRAINT sso_connections_client_id_check CHECK ((char_length(client_id) <= 255)),
    CONSTRAINT sso_connections_default_role_check CHECK ((default_role = ANY (ARRAY['admin'::text, 'editor'::text, 'viewer'::text]))),
    CONSTRAINT sso_connections_groups_claim_check CHECK ((char_length(groups_claim) <= 100)),
    CONSTRAINT sso_connections_issuer_check CHECK ((char_length(issuer) <= 2048)),
    CONSTRAINT sso_connections_mail_domain_check CHECK (((mail_domain = lower(mail_domain)) AND (char_length(mail_domain) <= 253)))
);
ALTER TABLE sso_connections ADD CONSTRAINT sso_connections_pkey PRIMARY KEY (account_id);
ALTER TABLE sso_connections ADD CONSTRAINT sso_connections_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE;
CREATE UNIQUE INDEX sso_connections_domain ON sso_connections USING btree (mail_domain) WHERE (verified_at IS NOT NULL);
CREATE TRIGGER sso_connections_write_history AFTER INSERT OR DELETE OR UPDATE ON sso_connections FOR EACH ROW EXECUTE FUNCTION record_account_change('sso', 'account_id', 'issuer client_id mail_domain verified_at is_enforced groups_claim group_roles default_role', 'sealed_secret');

CREATE TABLE sso_identities (
    account_id uuid NOT NULL,
    subject text NOT NULL,
    user_id text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT sso_identities_subject_check CHECK ((char_length(subject) <= 255))
);
ALTER TABLE sso_identities ADD CONSTRAINT sso_identities_account_id_user_id_key UNIQUE (account_id, user_id);
ALTER TABLE sso_identities ADD CONSTRAINT sso_identities_pkey PRIMARY KEY (account_id, subject);
ALTER TABLE sso_identities ADD CONSTRAINT sso_identities_account_id_fkey FOREIGN KEY (account_id) REFERENCES sso_connections(account_id) ON DELETE CASCADE;
ALTER TABLE sso_identities ADD CONSTRAINT sso_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE;
CREATE INDEX sso_identities_user ON sso_identities USING btree (user_id);

CREATE TABLE style_templates (
    template_id uuid NOT NULL,
    account_id uuid NOT NULL,
    name text NOT NULL,
    design jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone,
    CONSTRAINT style_templates_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80)))
);
ALTER TABLE style_templates ADD CONSTRAINT style_templates_account_id_name_key UNIQUE (account_id, name);
ALTER TABLE style_templates ADD CONSTRAINT style_templates_pkey PRIMARY KEY (template_id);
ALTER TABLE style_templates ADD CONSTRAINT style_templates_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id);
CREATE TRIGGER style_templates_audit BEFORE UPDATE ON style_templates FOR EACH ROW EXECUTE FUNCTION keep_audit_fields();
CREATE TRIGGER style_templates_write_history AFTER INSERT OR DELETE OR UPDATE ON style_templates FOR EACH ROW EXECUTE FUNCTION record_account_change('template', 'template_id', 'name design');

CREATE TABLE threat_list_changes (
    list_id text NOT NULL,
    version bigint NOT NULL,
    prefix_length smallint NOT NULL,
    from_version bigint NOT NULL,
    added bytea NOT NULL,
    removed bytea NOT NULL
);
ALTER TABLE threat_list_changes ADD CONSTRAINT threat_list_changes_pkey PRIMARY KEY (list_id, version, prefix_length);
ALTER TABLE threat_list_changes ADD CONSTRAINT threat_list_changes_list_id_fkey FOREIGN KEY (list_id) REFERENCES threat_lists(list_id);

CREATE TABLE threat_list_chunks (
    list_id text NOT NULL,
    prefix_length smallint NOT NULL,
    ordinal integer NOT NULL,
    entries bytea NOT NULL
);
ALTER TABLE threat_list_chunks ADD CONSTRAINT threat_list_chunks_pkey PRIMARY KEY (list_id, prefix_length, ordinal);
ALTER TABLE threat_list_chunks ADD CONSTRAINT threat_list_chunks_list_id_fkey FOREIGN KEY (list_id) REFERENCES threat_lists(list_id);

CREATE TABLE threat_lists (
    list_id text NOT NULL,
    version bigint DEFAULT 0 NOT NULL,
    snapshot_version bigint DEFAULT 0 NOT NULL,
    entries integer DEFAULT 0 NOT NULL,
    token text,
    updated_at timestamp(3) with time zone,
    next_update_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    last_error text
);
ALTER TABLE threat_lists ADD CONSTRAINT threat_lists_pkey PRIMARY KEY (list_id);

CREATE TABLE unseen_changes (
    qr_id uuid NOT NULL,
    change_id uuid NOT NULL,
    version bigint NOT NULL
);
ALTER TABLE unseen_changes ADD CONSTRAINT unseen_changes_pkey PRIMARY KEY (qr_id, change_id);

CREATE UNLOGGED TABLE visitor_salts (
    day date NOT NULL,
    salt bytea NOT NULL
);
ALTER TABLE visitor_salts ADD CONSTRAINT visitor_salts_pkey PRIMARY KEY (day);

CREATE TABLE waiting_expiries (
    qr_id uuid NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE waiting_expiries ADD CONSTRAINT waiting_expiries_pkey PRIMARY KEY (qr_id);
CREATE INDEX waiting_expiries_due ON waiting_expiries USING btree (expires_at);

CREATE TABLE watch_urls (
    qr_id uuid NOT NULL,
    url_id uuid NOT NULL
);
ALTER TABLE watch_urls ADD CONSTRAINT watch_urls_pkey PRIMARY KEY (qr_id, url_id);
ALTER TABLE watch_urls ADD CONSTRAINT watch_urls_qr_id_fkey FOREIGN KEY (qr_id) REFERENCES watches(qr_id) ON DELETE CASCADE;
ALTER TABLE watch_urls ADD CONSTRAINT watch_urls_url_id_fkey FOREIGN KEY (url_id) REFERENCES watched_urls(url_id);
CREATE INDEX watch_urls_of_url ON watch_urls USING btree (url_id);

CREATE TABLE watched_domains (
    domain text NOT NULL,
    due_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    checked_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone,
    told_expiry timestamp(3) with time zone
);
ALTER TABLE watched_domains ADD CONSTRAINT watched_domains_pkey PRIMARY KEY (domain);
CREATE INDEX watched_domains_due ON watched_domains USING btree (due_at);

CREATE TABLE watched_hosts (
    host text NOT NULL,
    due_at timestamp(3) with time zone,
    next_request_at timestamp(3) with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    claimed_until timestamp(3) with time zone,
    robots jsonb DEFAULT '{}'::jsonb NOT NULL,
    domain text
);
ALTER TABLE watched_hosts ADD CONSTRAINT watched_hosts_pkey PRIMARY KEY (host);
CREATE INDEX watched_hosts_domain ON watched_hosts USING btree (domain);
CREATE INDEX watched_hosts_due ON watched_hosts USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE TABLE watched_urls (
    url_id uuid NOT NULL,
    url text NOT NULL,
    host text NOT NULL,
    due_at timestamp(3) with time zone,
    checked_at timestamp(3) with time zone,
    status integer,
    problem text,
    failures integer DEFAULT 0 NOT NULL,
    tls_expires_at timestamp(3) with time zone,
    redirect_host text
);
ALTER TABLE watched_urls ADD CONSTRAINT watched_urls_pkey PRIMARY KEY (url_id);
CREATE INDEX watched_urls_due ON watched_urls USING btree (host, due_at) WHERE (due_at IS NOT NULL);

CREATE TABLE watches (
    qr_id uuid NOT NULL,
    account_id uuid NOT NULL,
    watches_destination boolean NOT NULL,
    standby_url text,
    watches_scans boolean NOT NULL,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    due_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    failing_since timestamp(3) with time zone,
    replaced_url text,
    used_url text,
    switch_plan uuid,
    CONSTRAINT watches_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['member'::text, 'api_key'::text, 'oauth_client'::text])))
);
ALTER TABLE watches ADD CONSTRAINT watches_pkey PRIMARY KEY (qr_id);
ALTER TABLE watches ADD CONSTRAINT watches_qr_id_fkey FOREIGN KEY (qr_id) REFERENCES qr_codes(qr_id) ON DELETE CASCADE;
CREATE INDEX watches_due ON watches USING btree (due_at) WHERE watches_destination;
CREATE INDEX watches_of_account ON watches USING btree (account_id, qr_id);
CREATE INDEX watches_to_switch ON watches USING btree (qr_id) WHERE ((replaced_url IS NOT NULL) OR ((failing_since IS NOT NULL) AND (standby_url IS NOT NULL)));

CREATE TABLE webhook_deliveries (
    delivery_id uuid NOT NULL,
    created_on date NOT NULL,
    endpoint_id uuid NOT NULL,
    account_id uuid NOT NULL,
    type text NOT NULL,
    event_id uuid NOT NULL,
    subject_id uuid,
    status text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone,
    attempted_at timestamp(3) with time zone,
    duration_ms integer,
    response_status integer,
    response_start text,
    error text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT webhook_deliveries_check CHECK (((status = 'pending'::text) = (due_at IS NOT NULL))),
    CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'dead'::text, 'cancelled'::text])))
)
PARTITION BY RANGE (created_on);
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (delivery_id, created_on);
CREATE INDEX webhook_deliveries_due ON ONLY webhook_deliveries USING btree (endpoint_id, due_at, delivery_id) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_of_account ON ONLY webhook_deliveries USING btree (account_id);
CREATE INDEX webhook_deliveries_of_endpoint ON ONLY webhook_deliveries USING btree (endpoint_id, delivery_id);
CREATE INDEX webhook_deliveries_pending ON ONLY webhook_deliveries USING btree (endpoint_id, delivery_id) WHERE (status = 'pending'::text);

CREATE TABLE webhook_endpoints (
    endpoint_id uuid NOT NULL,
    account_id uuid NOT NULL,
    url text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    types text[],
    project_id uuid,
    qr_ids uuid[],
    reads_events boolean DEFAULT true NOT NULL,
    reads_scans boolean DEFAULT true NOT NULL,
    reads_projects uuid[],
    sealed_secret text NOT NULL,
    sealed_old_secret text,
    old_secret_until timestamp(3) with time zone,
    is_enabled boolean DEFAULT true NOT NULL,
    ended_through uuid,
    disabled_reason text,
    failures integer DEFAULT 0 NOT NULL,
    failing_since timestamp(3) with time zone,
    paused_until timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT webhook_endpoints_check CHECK (((project_id IS NULL) OR (qr_ids IS NULL))),
    CONSTRAINT webhook_endpoints_check1 CHECK ((is_enabled = (disabled_reason IS NULL))),
    CONSTRAINT webhook_endpoints_check2 CHECK (((sealed_old_secret IS NULL) = (old_secret_until IS NULL))),
    CONSTRAINT webhook_endpoints_description_check CHECK ((char_length(description) <= 500)),
    CONSTRAINT webhook_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['owner'::text, 'gone'::text, 'failing'::text, 'plan'::text, 'operator'::text]))),
    CONSTRAINT webhook_endpoints_qr_ids_check CHECK (((cardinality(qr_ids) >= 1) AND (cardinality(qr_ids) <= 100))),
    CONSTRAINT webhook_endpoints_url_check CHECK ((char_length(url) <= 2048))
);
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (endpoint_id);
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id) ON DELETE CASCADE;
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_account_id_project_id_fkey FOREIGN KEY (account_id, project_id) REFERENCES projects(account_id, project_id) ON DELETE CASCADE;
CREATE INDEX webhook_endpoints_of_account ON webhook_endpoints USING btree (account_id, created_at DESC, endpoint_id DESC);
CREATE INDEX webhook_endpoints_of_project ON webhook_endpoints USING btree (project_id) WHERE (project_id IS NOT NULL);
CREATE TRIGGER webhook_endpoints_scans AFTER INSERT OR DELETE OR UPDATE OF is_enabled, reads_scans, types ON webhook_endpoints FOR EACH ROW EXECUTE FUNCTION count_scan_receivers();
CREATE TRIGGER webhook_endpoints_write_history AFTER INSERT OR DELETE OR UPDATE OF url, description, types, project_id, qr_ids, sealed_secret, is_enabled ON webhook_endpoints FOR EACH ROW EXECUTE FUNCTION record_account_change('webhook', 'endpoint_id', 'url description types project_id qr_ids is_enabled', 'sealed_secret');

CREATE UNLOGGED TABLE worker_heartbeats (
    worker_id text NOT NULL,
    seen_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
ALTER TABLE worker_heartbeats ADD CONSTRAINT worker_heartbeats_pkey PRIMARY KEY (worker_id);

-- ---------- Views ----------

CREATE VIEW open_counts AS
 SELECT code.qr_id,
    sum(code.scans) AS scans
   FROM (scan_open
     CROSS JOIN LATERAL UNNEST(scan_open.qr_ids, scan_open.scans) code(qr_id, scans))
  WHERE (scan_open.open_id >= ( SELECT ledger_state.open_floor
           FROM ledger_state))
  GROUP BY code.qr_id;

CREATE VIEW scan_counts AS
 SELECT state.qr_id,
    (state.scan_count + COALESCE(( SELECT sum(open.scans[array_position(open.qr_ids, state.qr_id)]) AS sum
           FROM scan_open open
          WHERE ((open.open_id >= ( SELECT ledger_state.open_floor
                   FROM ledger_state)) AND (state.qr_id = ANY (open.qr_ids)))), (0)::bigint)) AS scan_count
   FROM scan_state state;

CREATE VIEW scan_events AS
 SELECT batch.recorded_on,
    batch.batch_id,
    event.qr_id,
    (event.scanned_at)::timestamp(3) with time zone AS scanned_at,
    event.country,
    event.device,
    event.browser,
    event.system,
    event.referrer_host,
    event.visitor,
    event.rule
   FROM (scan_batches batch
     CROSS JOIN LATERAL ledger_events(batch.qr_ids, batch.grants, batch.events) event(place, nth, qr_id, scanned_at, country, device, browser, system, referrer_host, visitor, rule));

CREATE VIEW serving_domains AS
 SELECT domains.domain_id,
    domains.account_id,
    domains.project_id,
    domains.host,
    domains.root_url,
    domains.verified_at
   FROM domains
  WHERE domain_serves(domains.state);

-- ---------- Functions ----------

CREATE FUNCTION acting(OUT kind text, OUT via text, OUT id text, OUT bulk_id uuid) RETURNS record
    LANGUAGE plpgsql STABLE
    AS $$
declare
  parts text[] := string_to_array(nullif(current_setting('waypost.actor', true), ''), ' ');
begin
  kind := coalesce(parts[1], 'system');
  via := coalesce(parts[2], 'schedule');
  id := nullif(parts[3], '-');
  bulk_id := nullif(parts[4], '-')::uuid;
end
$$;

CREATE FUNCTION add_account_usage() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into account_usage (account_id) values (new.account_id);
  return null;
end
$$;

CREATE FUNCTION add_code_change(account uuid, project uuid, code uuid, was jsonb, became jsonb, seen_version bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  newest code_history;
  actor record;
begin
  select * into newest from code_history where qr_id = code order by change_id desc limit 1;
  if newest.transaction_id = pg_current_xact_id() and newest.changed_at = now()::timestamptz(3) then
    update code_history history set before = was || history.before, after = history.after || became, project_id = project,
      version = coalesce(seen_version, history.version) where change_id = newest.change_id;
    if newest.operation = 'created' then
      update new_events set subject = code_snapshot(code), project_id = project
        where account_id = account and change_id = newest.change_id;
    end if;
  else
    select * into actor from acting();
    insert into code_history (account_id, project_id, qr_id, bulk_id, actor_kind, actor_id, via, operation, before, after, version)
      values (account, project, code, actor.bulk_id, actor.kind, actor.id,
        case when actor.kind = 'system' and became ? 'blocked_by' then 'safety' else actor.via end, 'changed', was, became, seen_version)
      returning * into newest;
  end if;
  if seen_version is not null and newest.operation = 'changed' then
    insert into unseen_changes (qr_id, change_id, version) values (code, newest.change_id, seen_version)
      on conflict (qr_id, change_id) do update set version = excluded.version;
  end if;
end
$$;

CREATE FUNCTION add_code_event(kind text, code uuid, old_values jsonb, actor_kind text, actor_id text, change uuid) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  insert into new_events (type, account_id, project_id, qr_id, subject, previous, actor_kind, actor_id, change_id)
  select kind, own.account_id, own.project_id, own.qr_id, code_snapshot(own.qr_id), old_values, add_code_event.actor_kind,
    add_code_event.actor_id, change
  from qr_codes own where own.qr_id = code;
end
$$;

CREATE FUNCTION add_project_usage() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into project_usage (project_id) values (new.project_id);
  return null;
end
$$;

CREATE FUNCTION add_scans(day date, batch uuid, codes uuid[], scans integer[], versions bigint[]) RETURNS void
    LANGUAGE sql
    AS $$
  with wanted as (
    select * from unnest(codes, scans, versions) with ordinality as listed (qr_id, scans, version, place) where scans > 0),
  locked as materialized (
    select qr_id from scan_state where qr_id in (select qr_id from wanted) order by qr_id for no key update),
  counted as (
    update scan_state state set scan_count = state.scan_count + wanted.scans
    from wanted join locked using (qr_id) where state.qr_id = wanted.qr_id
    returning wanted.*, state.scan_count - wanted.scans + 1 as first_number)
  insert into scan_numbers (numbered_on, recorded_on, batch_id, qr_ids, first_numbers, scans, versions)
  select (clock_timestamp() at time zone 'UTC')::date, day, batch, array_agg(qr_id order by place), array_agg(first_number order by place),
    array_agg(counted.scans order by place), array_agg(version order by place)
  from counted where (select is_appending from ledger_state)
  group by (place - 1) / 100
$$;

CREATE FUNCTION announce_alarm(kind text, code uuid, alarm jsonb) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if kind not in ('qr.quiet', 'qr.surge', 'qr.destination_failing') then
    raise exception 'there is no such alarm' using errcode = 'check_violation';
  end if;
  if are_events_on() then
    insert into new_events (type, account_id, project_id, qr_id, subject, actor_kind)
      select kind, account_id, project_id, qr_id, code_snapshot(qr_id) || jsonb_build_object('alarm', alarm), 'system'
      from qr_codes where qr_id = code;
  end if;
end
$$;

CREATE FUNCTION announce_expired(most integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  looked_at integer;
begin
  with due as (
    delete from waiting_expiries where qr_id = any(array(
      select qr_id from waiting_expiries where expires_at <= clock_timestamp() order by expires_at limit most for update skip locked))
    returning qr_id, expires_at),
  announced as (
    insert into new_events (type, account_id, project_id, qr_id, actor_kind)
    select 'qr.expired', account_id, project_id, qr_id, 'system'
    from due join scan_state state using (qr_id, expires_at) join qr_codes using (qr_id))
  select count(*) into looked_at from due;
  return looked_at;
end
$$;

CREATE FUNCTION announce_limit(code uuid) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  is_new boolean;
begin
  insert into reached_limits (qr_id) select qr_id from scan_state where qr_id = code and scan_count + pending >= scan_limit
    on conflict (qr_id) do nothing returning true into is_new;
  if is_new then
    insert into new_events (type, account_id, project_id, qr_id, actor_kind)
      select 'qr.limit_reached', account_id, project_id, qr_id, 'system' from qr_codes where qr_id = code;
  end if;
end
$$;

CREATE FUNCTION are_events_on() RETURNS boolean
    LANGUAGE plpgsql STABLE
    AS $$
begin
  return (select is_on from event_switch);
end
$$;

CREATE FUNCTION clear_destinations(seen_version bigint, checked jsonb) RETURNS text
    LANGUAGE plpgsql
    AS $$
begin
  perform hold_safety();
  if (select version from safety_state) <> seen_version then
    return 'moved';
  end if;
  insert into destinations as known (destination_id, url, prefixes, verdict, list_version, valid_until)
    select distinct on (1) destination_id(item.url), item.url, item.prefixes, 'safe', seen_version, item.valid_until
    from jsonb_to_recordset(checked) item (url text, prefixes integer[], valid_until timestamptz)
    -- Known as it is: not even locked, since thousands may lead to one place.
    where not exists (select from destinations known where known.destination_id = destination_id(item.url)
      and (known.verdict = 'unsafe' or known.verdict = 'safe' and known.prefixes @> item.prefixes))
    order by 1
    -- What nobody had looked at, or could, is known now; where it leads may be new. What is unsafe stays so.
    on conflict (destination_id) do update set
      prefixes = excluded.prefixes, verdict = 'safe', provider = null, threat = null, detail = null,
      list_version = excluded.list_version, checked_at = now(), valid_until = excluded.valid_until,
      is_settled = known.is_settled and known.verdict = 'safe'
    where known.verdict = 'unverified' or known.verdict = 'safe' and not known.prefixes @> excluded.prefixes;
  if exists (select from jsonb_to_recordset(checked) item (url text)
      join destinations known on known.destination_id = destination_id(item.url) where known.verdict = 'unsafe') then
    return 'flagged';
  end if;
  return 'cleared';
end
$$;

CREATE FUNCTION code_fields(code qr_codes) RETURNS jsonb
    LANGUAGE sql STABLE
    AS $$
  select jsonb_build_object('project_id', code.project_id, 'label', code.label, 'status', code.status, 'blocked_by', code.blocked_by,
    'redirect_url', code.redirect_url, 'qr_data', without_secrets(code.type, code.qr_data), 'redirect_rules', code.redirect_rules,
    'forwarded_params', code.forwarded_params, 'analytics_enabled', code.analytics_enabled, 'render_metadata', code.render_metadata,
    'tags', code.tags, 'folder_id', code.folder_id)
$$;

CREATE FUNCTION code_snapshot(code uuid) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    AS $$
begin
  return (select snapshot_of(own, state) from qr_codes own left join scan_state state using (qr_id) where own.qr_id = code);
end
$$;

CREATE FUNCTION count_changed_code() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if old.status <> 'archived' then
    perform count_live_codes(old.account_id, old.project_id, -1);
  end if;
  if new.status <> 'archived' then
    perform count_live_codes(new.account_id, new.project_id, 1);
  end if;
  return null;
end
$$;

CREATE FUNCTION count_live_codes(account uuid, project uuid, change integer) RETURNS void
    LANGUAGE sql
    AS $$
  update account_usage set live_qr_codes = live_qr_codes + change where account_id = account;
  update project_usage set live_qr_codes = live_qr_codes + change where project_id = project;
$$;

CREATE FUNCTION count_new_codes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update account_usage set live_qr_codes = live_qr_codes + added.codes
    from (select account_id, count(*) as codes from new_codes where status <> 'archived' group by account_id) added
    where account_usage.account_id = added.account_id;
  update project_usage set live_qr_codes = live_qr_codes + added.codes
    from (select project_id, count(*) as codes from new_codes where status <> 'archived' group by project_id) added
    where project_usage.project_id = added.project_id;
  return null;
end
$$;

CREATE FUNCTION count_scan_receivers() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  change integer := (case when tg_op <> 'DELETE' and takes_scans(new) then 1 else 0 end)
    - (case when tg_op <> 'INSERT' and takes_scans(old) then 1 else 0 end);
begin
  if change <> 0 then
    insert into scan_receivers as receivers (account_id, endpoints) values (coalesce(new.account_id, old.account_id), change)
      on conflict (account_id) do update set endpoints = receivers.endpoints + change,
        generation = receivers.generation + case when receivers.endpoints = 0 then 1 else 0 end;
  end if;
  return null;
end
$$;

CREATE FUNCTION delete_scan_places() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform pg_advisory_xact_lock(hashtext('place_scan_numbers'));
  delete from scan_places where qr_id in (select qr_id from gone);
  return null;
end
$$;

CREATE FUNCTION destination_id(url text) RETURNS uuid
    LANGUAGE sql IMMUTABLE
    AS $$
  select encode(substr(sha256(convert_to(url, 'UTF8')), 1, 16), 'hex')::uuid
$$;

CREATE FUNCTION destination_urls(redirect_url text, rules jsonb, content jsonb) RETURNS SETOF text
    LANGUAGE sql IMMUTABLE
    AS $$
  select redirect_url where redirect_url <> ''
  union select rule ->> 'url' from jsonb_array_elements(rules) rule where rule ->> 'url' <> ''
  union select content ->> 'website' where content ->> 'website' <> ''
$$;

CREATE FUNCTION detach_scan_batches(day date) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
declare
  batches text := 'scan_batches_' || to_char(day, 'YYYYMMDD');
  archiving text := 'archiving_' || to_char(day, 'YYYYMMDD');
  is_open boolean := false;
begin
  perform pg_advisory_xact_lock(hashtext('make_scan_partition'));
  if to_regclass(archiving) is not null then
    return true;
  end if;
  if day >= (now() at time zone 'UTC')::date - 1
    or exists (select from scan_batches where recorded_on = day and not is_rolled_up) then
    return false;
  end if;
  if to_regclass(batches) is null then
    return true;
  end if;
  execute format('alter table scan_batches detach partition %I', batches);
  execute format('select exists (select from %I where not is_rolled_up)', batches) into is_open;
  if is_open then
    execute format('alter table scan_batches attach partition %I for values from (%L) to (%L)', batches, day, day + 1);
    return false;
  end if;
  execute format('alter table %I rename to %I', batches, archiving);
  return true;
end
$$;

CREATE FUNCTION domain_serves(state text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select state in ('verified', 'failing')
$$;

CREATE FUNCTION drop_detached_batches(day date) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  execute format('drop table if exists %I', 'archiving_' || to_char(day, 'YYYYMMDD'));
end
$$;

CREATE FUNCTION drop_event_partition(parent text, before_day date) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  name text;
begin
  if parent not in ('events', 'webhook_deliveries', 'scan_groups') or before_day > (now() at time zone 'UTC')::date - 30 then
    raise exception 'events are kept for at least 30 days' using errcode = 'restrict_violation';
  end if;
  perform pg_advisory_xact_lock(hashtext('make_scan_partition'));
  with partitions as materialized (
    select child.relname::text as partition from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = parent::regclass)
  select partition into name from partitions where to_date(right(partition, 8), 'YYYYMMDD') < before_day order by partition limit 1;
  if name is null then
    return false;
  end if;
  execute format('alter table %I detach partition %I', parent, name);
  execute format('drop table %I', name);
  return true;
end
$$;

CREATE FUNCTION drop_scan_numbers(day date) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  parent text;
  name text;
begin
  foreach parent in array array['scan_numbers', 'scan_places'] loop
    name := parent || '_' || to_char(day, 'YYYYMMDD');
    if to_regclass(name) is not null then
      execute format('alter table %I detach partition %I', parent, name);
      execute format('drop table %I', name);
    end if;
  end loop;
end
$$;

CREATE FUNCTION drop_scan_partition(day date) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
declare
  batches text := 'scan_batches_' || to_char(day, 'YYYYMMDD');
  is_open boolean := false;
begin
  perform pg_advisory_xact_lock(hashtext('make_scan_partition'));
  if day >= (now() at time zone 'UTC')::date - 1
    or exists (select from scan_batches where recorded_on = day and not is_rolled_up) then
    return false;
  end if;
  if to_regclass(batches) is not null then
    execute format('alter table scan_batches detach partition %I', batches);
    execute format('select exists (select from %I where not is_rolled_up)', batches) into is_open;
    if is_open then
      execute format('alter table scan_batches attach partition %I for values from (%L) to (%L)', batches, day, day + 1);
      return false;
    end if;
    execute format('drop table %I', batches);
  end if;
  perform drop_scan_numbers(day);
  return true;
end
$$;

CREATE FUNCTION end_membership() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from invitations where account_id = new.account_id;
  delete from auth_sessions using account_users
    where account_users.account_id = new.account_id and auth_sessions.user_id = account_users.user_id;
  delete from account_users where account_id = new.account_id;
  return null;
end
$$;

CREATE FUNCTION erase_events() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  delete from new_events where account_id = old.account_id;
  delete from events where account_id = old.account_id;
  delete from webhook_deliveries where account_id = old.account_id;
  delete from scan_groups where account_id = old.account_id;
  delete from scan_group_heads where account_id = old.account_id;
  delete from scan_receivers where account_id = old.account_id;
  return null;
end
$$;

CREATE FUNCTION erase_history() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  delete from unseen_changes where change_id in (select change_id from code_history where account_id = old.account_id and bulk_id is null);
  delete from code_history where account_id = old.account_id and bulk_id is null;
  delete from account_history where account_id = old.account_id;
  delete from bulk_changes where account_id = old.account_id;
  delete from planned_changes where account_id = old.account_id;
  return null;
end
$$;

CREATE FUNCTION events_of(wanted uuid[], qr_ids uuid[], events json) RETURNS json
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select coalesce(json_agg(event order by nth), '[]')
  from json_array_elements(events) with ordinality as listed (event, nth)
  where qr_ids[(event ->> 0)::integer] = any (wanted)
$$;

CREATE FUNCTION fold_tags(tags text[]) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select array(select lower(tag) from unnest(tags) with ordinality as listed (tag, place) order by place)
$$;

CREATE FUNCTION forget_listed_codes() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  delete from list_facts where qr_id in (select qr_id from gone);
  return null;
end
$$;

CREATE FUNCTION forget_reached_limit() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  delete from reached_limits where qr_id = old.qr_id;
  return null;
end
$$;

CREATE FUNCTION hold_safety() RETURNS void
    LANGUAGE sql
    AS $$ select pg_advisory_xact_lock_shared(7201613) $$;

CREATE FUNCTION hold_safety_for_code() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform hold_safety();
  return null;
end
$$;

CREATE FUNCTION keep_an_owner() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  own_id uuid := case tg_op when 'INSERT' then new.account_id else old.account_id end;
begin
  perform from accounts where account_id = own_id for no key update;
  if exists (select from account_users where account_id = own_id)
    and not exists (select from account_users where account_id = own_id and role = 'owner') then
    raise exception 'an account needs an owner' using errcode = 'restrict_violation', constraint = 'account_users_owner';
  end if;
  return null;
end
$$;

CREATE FUNCTION keep_audit_fields() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if new.created_at is distinct from old.created_at then
    raise exception 'created_at of % never changes', tg_table_name using errcode = 'check_violation';
  end if;
  new.updated_at := now();
  return new;
end
$$;

CREATE FUNCTION keep_fallback() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if exists (select from scan_pages where fallback_url = old.url) then
    return null;
  end if;
  return old;
end
$$;

CREATE FUNCTION keep_history() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' then
    if (tg_table_name = 'account_history' and old.changed_at < now() - interval '2 years')
      or not exists (select from accounts where account_id = old.account_id and erased_at is null) then
      return old;
    end if;
  elsif tg_table_name = 'code_history' then
    -- By the change itself, or by the first scan that saw it.
    if (old.transaction_id = pg_current_xact_id() and old.changed_at = now()::timestamptz(3))
      or (old.first_scan_number is null and to_jsonb(new) - 'first_scan_number' = to_jsonb(old) - 'first_scan_number') then
      return new;
    end if;
  end if;
  raise exception 'history never changes' using errcode = 'restrict_violation';
end
$$;

CREATE FUNCTION keep_project_origin() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if new.created_via is distinct from old.created_via then
    raise exception 'created_via of a project never changes' using errcode = 'check_violation';
  end if;
  if new.is_archived is distinct from old.is_archived then
    new.version := old.version + 1;
  end if;
  return new;
end
$$;

CREATE FUNCTION keep_revocation() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
    raise exception 'a revoked key cannot be recovered' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

CREATE FUNCTION keep_slug() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if new.reserved_slug <> old.reserved_slug or (old.is_slug_public and not new.is_slug_public) then
    raise exception 'the slug of a code never changes' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

CREATE FUNCTION keep_sso_session() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.sso_account_id := old.sso_account_id;
  new.expires_at := least(new.expires_at, old.created_at + interval '12 hours');
  return new;
end
$$;

CREATE FUNCTION leave_folder() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if new.folder_id is not distinct from old.folder_id then
    new.folder_id := null;
  end if;
  return new;
end
$$;

CREATE FUNCTION ledger_events(qr_ids uuid[], grants integer[], events json) RETURNS TABLE(place integer, nth integer, qr_id uuid, scanned_at timestamp with time zone, country text, device text, browser text, system text, referrer_host text, visitor text, rule text)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select at.place, at.nth, qr_ids[at.place], to_timestamp((event ->> 2)::bigint / 1000.0), event ->> 3, event ->> 4, event ->> 5,
    event ->> 6, event ->> 7, event ->> 8, event ->> 9
  from json_array_elements(events) event
    cross join lateral (select (event ->> 0)::integer as place, (event ->> 1)::integer as nth) at
  where grants[at.place] / 2 >= at.nth
$$;

CREATE FUNCTION ledger_shard(qr_id uuid) RETURNS smallint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select get_byte(uuid_send(qr_id), 15)::smallint
$$;

CREATE FUNCTION link_changed_code() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  targets text[] := array(select target from destination_urls(new.redirect_url, new.redirect_rules, new.qr_data) target);
begin
  insert into destinations (destination_id, url)
    select destination_id(target), target from unnest(targets) target order by 1 on conflict do nothing;
  if exists (select from unnest(targets) target
      join destinations known on known.destination_id = destination_id(target) where known.url <> target) then
    raise exception 'two URLs have one id' using errcode = 'check_violation';
  end if;
  insert into safety_log (event, destination_id, qr_id, verdict, provider, threat, detail, list_version)
    select 'replaced', destination_id, new.qr_id, verdict, provider, threat, url, list_version
    from qr_destinations join destinations using (destination_id)
    where qr_id = new.qr_id and url <> all (targets);
  delete from qr_destinations link using destinations known
    where link.qr_id = new.qr_id and known.destination_id = link.destination_id and known.url <> all (targets);
  insert into qr_destinations (destination_id, qr_id, linked_version)
    select destination_id(target), new.qr_id, (select version from safety_state) from unnest(targets) target
    on conflict do nothing;
  update destinations set is_settled = false, checked_at = now() where verdict = 'unsafe' and destination_id in (
    select destination_id(target) from unnest(targets) target);
  return null;
end
$$;

CREATE FUNCTION link_domain_root() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into destinations (destination_id, url) values (destination_id(new.root_url), new.root_url) on conflict do nothing;
  return null;
end
$$;

CREATE FUNCTION link_fallback() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  insert into destinations (destination_id, url) values (destination_id(new.fallback_url), new.fallback_url) on conflict do nothing;
  return null;
end
$$;

CREATE FUNCTION link_new_codes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  wanted bigint;
  linked bigint;
begin
  insert into destinations (destination_id, url)
    select distinct destination_id(target), target from new_codes, destination_urls(redirect_url, redirect_rules, qr_data) target
    order by 1 on conflict do nothing;
  select count(*) into wanted from new_codes, destination_urls(redirect_url, redirect_rules, qr_data);
  with targets as materialized (
    select code.qr_id, destination_id(target) as destination_id, target as url
    from new_codes code cross join destination_urls(redirect_url, redirect_rules, qr_data) target)
  insert into qr_destinations (destination_id, qr_id, linked_version)
    select destination_id, targets.qr_id, (select version from safety_state) from targets join destinations using (destination_id, url);
  get diagnostics linked = row_count;
  if linked <> wanted then
    raise exception 'two URLs have one id' using errcode = 'check_violation';
  end if;
  -- Past every check, somebody linked what is known to be unsafe: its codes have to be settled again.
  update destinations set is_settled = false, checked_at = now() where verdict = 'unsafe' and destination_id in (
    select destination_id(target) from new_codes, destination_urls(redirect_url, redirect_rules, qr_data) target);
  return null;
end
$$;

CREATE FUNCTION list_changed_code() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  insert into list_facts (qr_id, account_id, project_id, status, scans, expires_at, has_reached_limit)
    select new.qr_id, new.account_id, new.project_id, new.status, state.scan_count, state.expires_at,
      coalesce(state.scan_count >= state.scan_limit, false)
    from scan_state state where state.qr_id = new.qr_id
    on conflict (qr_id) do update set project_id = excluded.project_id, status = excluded.status,
      scans = greatest(list_facts.scans, excluded.scans), has_reached_limit = excluded.has_reached_limit;
  insert into project_tags (project_id, tag_key, account_id, name)
    select distinct on (tag_key) new.project_id, tag_key, new.account_id, tag
    from unnest(new.tags, fold_tags(new.tags)) as own (tag, tag_key) order by tag_key
    on conflict (project_id, tag_key) do nothing;
  return null;
end
$$;

CREATE FUNCTION list_new_codes() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  insert into list_facts (qr_id, account_id, project_id, status, scans, expires_at, has_reached_limit)
    select code.qr_id, code.account_id, code.project_id, code.status, coalesce(state.scan_count, 0), state.expires_at,
      coalesce(state.scan_count >= state.scan_limit, false)
    from new_codes code left join scan_state state using (qr_id)
    on conflict (qr_id) do nothing;
  insert into project_tags (project_id, tag_key, account_id, name)
    select distinct on (code.project_id, tag_key) code.project_id, tag_key, code.account_id, tag
    from new_codes code cross join unnest(code.tags, fold_tags(code.tags)) as own (tag, tag_key) order by code.project_id, tag_key
    on conflict (project_id, tag_key) do nothing;
  return null;
end
$$;

CREATE FUNCTION list_scan_settings() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  insert into list_facts (qr_id, account_id, project_id, status, scans, expires_at, has_reached_limit)
    select code.qr_id, code.account_id, code.project_id, code.status, new.scan_count, new.expires_at,
      coalesce(new.scan_count >= new.scan_limit, false)
    from qr_codes code where code.qr_id = new.qr_id
    on conflict (qr_id) do update set scans = greatest(list_facts.scans, excluded.scans), expires_at = excluded.expires_at,
      has_reached_limit = excluded.has_reached_limit;
  return null;
end
$$;

CREATE FUNCTION lock_safety() RETURNS void
    LANGUAGE sql
    AS $$ select pg_advisory_xact_lock(7201613) $$;

CREATE FUNCTION log_id(on_day date) RETURNS uuid
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select encode(int8send(nextval('log_order')) || substr(int4send(on_day - date '2020-01-01'), 3)
    || substr(uuid_send(gen_random_uuid()), 1, 6), 'hex')::uuid
$$;

CREATE FUNCTION log_verdict() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into safety_log (event, destination_id, was, verdict, provider, threat, detail, list_version)
    values ('verdict', new.destination_id, old.verdict, new.verdict, new.provider, new.threat, new.detail, new.list_version);
  return null;
end
$$;

CREATE FUNCTION make_event_partitions(day date) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  parent text;
  name text;
begin
  if to_regclass('scan_groups_' || to_char(day, 'YYYYMMDD')) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('make_scan_partition'));
  foreach parent in array array['events', 'webhook_deliveries', 'scan_groups'] loop
    name := parent || '_' || to_char(day, 'YYYYMMDD');
    if to_regclass(name) is null then
      execute format('create table %I (like %I including defaults including constraints including indexes)', name, parent);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, day, day + 1);
    end if;
  end loop;
end
$$;

CREATE FUNCTION make_scan_partition(day date) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
declare
  wanted record;
  is_new boolean := false;
begin
  perform pg_advisory_xact_lock(hashtext('make_scan_partition'));
  for wanted in
    select parent, parent || '_' || to_char(on_day, 'YYYYMMDD') as name, on_day
    from (values ('scan_batches', day), ('scan_numbers', day), ('scan_numbers', (now() at time zone 'UTC')::date),
        ('scan_places', day), ('scan_places', (now() at time zone 'UTC')::date)) as listed (parent, on_day)
    where parent = 'scan_batches' or on_day >= (now() at time zone 'UTC')::date - 1
    group by parent, on_day order by parent, on_day
  loop
    if to_regclass(wanted.name) is not null then
      continue;
    end if;
    execute format(
      'create table %I (like %I including defaults including constraints including indexes including compression including storage)',
      wanted.name, wanted.parent);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)',
      wanted.parent, wanted.name, wanted.on_day, wanted.on_day + 1);
    is_new := is_new or wanted.parent = 'scan_batches';
  end loop;
  return is_new;
end
$$;

CREATE FUNCTION merge_slots(a integer[], b integer[]) RETURNS integer[]
    LANGUAGE sql IMMUTABLE
    AS $$
  select array(select unnest(array[slot, sum(scans)::integer]) from (
    select a[place] as slot, a[place + 1] as scans from generate_series(1, cardinality(a), 2) place
    union all select b[place], b[place + 1] from generate_series(1, cardinality(b), 2) place) pairs
  group by slot order by slot)
$$;

CREATE FUNCTION mirror_scan_state() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update scan_state set status = new.status, version = version + 1, is_numbered = needs_numbers(new.redirect_rules)
    where qr_id = new.qr_id;
  return null;
end
$$;

CREATE FUNCTION name_key(label text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
declare
  plain text := lower(label);
  zeros text;
  rest text;
  key text := '';
  start integer;
begin
  if octet_length(plain) <> char_length(plain) then
    plain := regexp_replace(normalize(plain, nfkd), '[\u0300-\u036f]+', '', 'g');
  end if;
  zeros := translate(plain, '123456789', '000000000');
  loop
    start := position('0' in zeros);
    exit when start = 0;
    rest := ltrim(substr(zeros, start), '0');
    key := key || left(plain, start - 1)
      || right('00000000000000000000' || substr(plain, start, char_length(zeros) - start + 1 - char_length(rest)), 20);
    plain := right(plain, char_length(rest));
    zeros := rest;
  end loop;
  return left(key || plain, 200);
end
$$;

CREATE FUNCTION needs_numbers(rules jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $_$
  select rules @? '$[*] ? (@.condition == "scan_number" || @.condition2 == "scan_number"
    || @.condition == "split" && !(@.sticky == true) || @.condition2 == "split" && !(@.sticky2 == true))'
$_$;

CREATE FUNCTION new_change_id() RETURNS uuid
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return encode(int8send(nextval('change_order')) || substr(uuid_send(gen_random_uuid()), 9), 'hex')::uuid;
end
$$;

CREATE FUNCTION note_changed_expiry() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if tg_op = 'DELETE' or new.expires_at is null then
    delete from waiting_expiries where qr_id = old.qr_id;
  else
    insert into waiting_expiries (qr_id, expires_at) values (new.qr_id, new.expires_at)
      on conflict (qr_id) do update set expires_at = excluded.expires_at;
  end if;
  return null;
end
$$;

CREATE FUNCTION note_first_scans() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET enable_hashjoin TO 'on'
    AS $$
begin
  if not exists (select from unseen_changes) then
    return null;
  end if;
  with numbered as (
    select unseen.qr_id, unseen.change_id, min(listed.first_number) as number
    from new_numbers numbers cross join lateral unnest(numbers.qr_ids, numbers.first_numbers, numbers.scans, numbers.versions)
        as listed (qr_id, first_number, scans, version)
      join unseen_changes unseen on unseen.qr_id = listed.qr_id and unseen.version <= listed.version
    where listed.scans > 0 group by unseen.qr_id, unseen.change_id),
  seen as (
    delete from unseen_changes unseen using numbered
    where unseen.qr_id = numbered.qr_id and unseen.change_id = numbered.change_id returning unseen.change_id)
  update code_history history set first_scan_number = numbered.number
    from numbered join seen using (change_id) where history.change_id = numbered.change_id;
  return null;
end
$$;

CREATE FUNCTION note_new_expiries() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  insert into waiting_expiries (qr_id, expires_at) select qr_id, expires_at from new_states where expires_at > now()
    on conflict (qr_id) do update set expires_at = excluded.expires_at;
  return null;
end
$$;

CREATE FUNCTION note_old_expiries(most integer) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  cursor event_cursor;
  next_position uuid;
begin
  select * into cursor from event_cursor for update skip locked;
  if cursor.expiries_through is null then
    return false;
  end if;
  select max(qr_id::text)::uuid into next_position
    from (select qr_id from scan_state where qr_id > cursor.expiries_through order by qr_id limit most) as page;
  insert into waiting_expiries (qr_id, expires_at)
    select qr_id, expires_at from scan_state
    where qr_id > cursor.expiries_through and qr_id <= next_position and expires_at > cursor.expiries_since
    on conflict (qr_id) do nothing;
  update event_cursor set expiries_through = next_position;
  return next_position is not null;
end
$$;

CREATE FUNCTION notify_account_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('account_changed', new.account_id::text);
  return null;
end
$$;

CREATE FUNCTION notify_key_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform pg_notify('account_changed', account_id::text) from api_keys
    where key_id = case tg_op when 'DELETE' then old.key_id else new.key_id end;
  return null;
end
$$;

CREATE FUNCTION notify_scan_target() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('scan_target_changed', tg_argv[0] || ':' || (to_jsonb(new) ->> tg_argv[1]));
  return null;
end
$$;

CREATE FUNCTION order_events(most integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  today date := (clock_timestamp() at time zone 'UTC')::date;
  state event_switch;
  drawn bigint;
  moved integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('order_events')) then
    return null;
  end if;
  select * into state from event_switch;
  if not exists (select from new_events where event_number > state.event_floor) then
    return 0;
  end if;
  -- Even if a clock was set back: the order of IDs is the order of days.
  today := greatest(today, (select max(ordered_on) from events where ordered_on > today));
  perform make_event_partitions(today);
  with taken as (
    delete from new_events where event_number = any(array(
      select event_number from new_events where event_number > state.event_floor order by event_number limit most for update skip locked))
    returning *),
  ordered as (
    insert into events (event_id, ordered_on, type, account_id, project_id, qr_id, subject, previous, actor_kind, actor_id, change_id, created_at)
    select log_id(today), today, type, account_id, project_id, qr_id, subject, previous, actor_kind, actor_id, change_id, created_at
    from (
      select type, account_id, project_id, qr_id, coalesce(subject, code_snapshot(qr_id)) as subject, previous, actor_kind, actor_id,
        change_id, created_at from taken order by event_number) as in_order
    where subject is not null)
  select count(*) into moved from taken;
  -- Whoever drew a number has a transaction ID. Once all of those transactions are over, numbers up to there can't appear any more.
  if state.next_floor is null then
    select last_value into drawn from new_events_event_number_seq;
    if drawn > state.event_floor + 10000 then
      update event_switch set next_floor = drawn, next_floor_xmax = pg_snapshot_xmax(pg_current_snapshot());
    end if;
  elsif pg_snapshot_xmin(pg_current_snapshot()) >= state.next_floor_xmax
    and not exists (select from new_events where event_number > state.event_floor and event_number <= state.next_floor) then
    update event_switch set event_floor = next_floor, next_floor = null, next_floor_xmax = null;
  end if;
  return moved;
end
$$;

CREATE FUNCTION pass_scan_gate() RETURNS void
    LANGUAGE plpgsql
    SET lock_timeout TO '100ms'
    AS $$
begin
  lock table scan_gate in share mode;
end
$$;

CREATE FUNCTION raise_account_version() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if (new.time_zone, new.suspended_at, new.erased_at) is distinct from (old.time_zone, old.suspended_at, old.erased_at) then
    new.version := old.version + 1;
  end if;
  return new;
end
$$;

CREATE FUNCTION raise_domain_project() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if domain_serves(old.state) or domain_serves(new.state) then
    update projects set version = version + 1 where project_id in (old.project_id, new.project_id);
  end if;
  return null;
end
$$;

CREATE FUNCTION raise_ledger_epoch() RETURNS bigint
    LANGUAGE sql
    AS $$
  update ledger_state set epoch = epoch + 1 returning epoch
$$;

CREATE FUNCTION raise_open_floor() RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  next_id bigint;
begin
  perform pass_scan_gate();
  next_id := nextval(pg_get_serial_sequence('scan_open', 'open_id'));
  update ledger_state set open_floor = coalesce(
    (select min(open_id) from scan_open where open_id >= open_floor), next_id);
end
$$;

CREATE FUNCTION raise_scan_version() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if new.version = old.version
    and (old.scan_limit, old.expires_at) is distinct from (new.scan_limit, new.expires_at) then
    new.version := old.version + 1;
  end if;
  if (old.scan_limit is not null or old.is_numbered) <> (new.scan_limit is not null or new.is_numbered) then
    new.is_settled := false;
    new.pending := 0;
  end if;
  return new;
end
$$;

CREATE FUNCTION read_detached_batches(day date, after_id uuid, most integer) RETURNS TABLE(batch_id uuid, qr_ids uuid[], grants integer[], events json)
    LANGUAGE plpgsql STABLE
    AS $_$
declare
  archiving text := 'archiving_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass(archiving) is not null then
    return query execute format('select batch_id, qr_ids, grants, events from %I where recorded_on = $3 and batch_id > $1 order by batch_id limit $2',
      archiving) using after_id, most, day;
  end if;
end
$_$;

CREATE FUNCTION record_account_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  became jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  both_sides jsonb := coalesce(became, was);
  actor record;
begin
  select jsonb_object_agg(field, case when is_secret then '{"secret": true}' else was -> field end),
      jsonb_object_agg(field, case when is_secret then '{"secret": true}' else became -> field end) into was, became
    from (select unnest(string_to_array(tg_argv[2], ' ')) as field, false as is_secret
      union all select unnest(string_to_array(tg_argv[3], ' ')), true) listed
    where tg_op <> 'UPDATE' or was -> field is distinct from became -> field;
  if became is null then
    return null;
  end if;
  select * into actor from acting();
  insert into account_history (account_id, subject, subject_id, project_id, actor_kind, actor_id, via, operation, before, after)
    values ((both_sides ->> 'account_id')::uuid, tg_argv[0], both_sides ->> tg_argv[1], (both_sides ->> 'project_id')::uuid,
      actor.kind, actor.id, actor.via, case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'removed' end,
      case when tg_op <> 'INSERT' then was end, case when tg_op <> 'DELETE' then became end);
  return null;
end
$$;

CREATE FUNCTION record_changed_code() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  was jsonb := code_fields(old);
  became jsonb := code_fields(new);
  seen_version bigint;
begin
  select jsonb_object_agg(field.key, was -> field.key), jsonb_object_agg(field.key, field.value) into was, became
    from jsonb_each(became) field
    where field.value is distinct from was -> field.key
      or field.key = 'qr_data' and old.qr_data is distinct from new.qr_data;
  if became ?| array['project_id', 'status', 'redirect_url', 'qr_data', 'redirect_rules', 'forwarded_params', 'analytics_enabled'] then
    select version into seen_version from scan_state where qr_id = new.qr_id;
  end if;
  perform add_code_change(new.account_id, new.project_id, new.qr_id, was, became, seen_version);
  return null;
end
$$;

CREATE FUNCTION record_move() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  insert into code_moves (qr_id, from_project_id) values (new.qr_id, old.project_id)
  on conflict (qr_id, moved_at) do nothing;
  return null;
end
$$;

CREATE FUNCTION record_new_codes() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  with recorded as (
    insert into code_history (account_id, project_id, qr_id, bulk_id, actor_kind, actor_id, via, operation, after)
    select code.account_id, code.project_id, code.qr_id, actor.bulk_id, actor.kind, actor.id, actor.via, 'created',
      code_fields(code) || jsonb_build_object('type', code.type, 'scan_limit', state.scan_limit, 'expires_at', state.expires_at)
    from new_codes as code left join scan_state state using (qr_id) cross join acting() as actor
    returning change_id, qr_id, actor_kind, actor_id)
  insert into new_events (type, account_id, project_id, qr_id, subject, actor_kind, actor_id, change_id)
    select 'qr.created', code.account_id, code.project_id, code.qr_id, snapshot_of(code, state), recorded.actor_kind, recorded.actor_id,
      recorded.change_id
    from new_codes as code join recorded using (qr_id) left join scan_state state using (qr_id)
    where are_events_on() order by recorded.change_id;
  return null;
end
$$;

CREATE FUNCTION record_project_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  was jsonb;
  became jsonb := jsonb_build_object('name', new.name, 'description', new.description, 'is_default', new.is_default, 'is_archived', new.is_archived);
  actor record;
begin
  if tg_op = 'UPDATE' then
    was := jsonb_build_object('name', old.name, 'description', old.description, 'is_default', old.is_default, 'is_archived', old.is_archived);
    select jsonb_object_agg(field.key, was -> field.key), jsonb_object_agg(field.key, field.value) into was, became
      from jsonb_each(became) field where field.value is distinct from was -> field.key;
  end if;
  select * into actor from acting();
  insert into code_history (account_id, project_id, bulk_id, actor_kind, actor_id, via, operation, before, after)
    values (new.account_id, new.project_id, actor.bulk_id, actor.kind, actor.id, actor.via,
      case tg_op when 'INSERT' then 'created' else 'changed' end, was, became);
  return null;
end
$$;

CREATE FUNCTION record_scan_settings() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  was jsonb := jsonb_build_object('scan_limit', old.scan_limit, 'expires_at', old.expires_at);
  became jsonb := jsonb_build_object('scan_limit', new.scan_limit, 'expires_at', new.expires_at);
begin
  select jsonb_object_agg(field.key, was -> field.key), jsonb_object_agg(field.key, field.value) into was, became
    from jsonb_each(became) field where field.value is distinct from was -> field.key;
  perform add_code_change(account_id, project_id, qr_id, was, became, new.version) from qr_codes where qr_id = new.qr_id;
  return null;
end
$$;

CREATE FUNCTION record_verdicts(seen_version bigint, verdicts jsonb, is_alone boolean) RETURNS text
    LANGUAGE plpgsql
    AS $$
begin
  if is_alone then
    perform lock_safety();
  else
    perform hold_safety();
  end if;
  if (select version from safety_state) <> seen_version then
    return 'moved';
  end if;
  -- In order, since others do the same.
  perform from destinations where destination_id in (select destination_id(item.url) from jsonb_to_recordset(verdicts) item (url text))
    order by destination_id for no key update;
  if not is_alone and exists (select from jsonb_to_recordset(verdicts) item (url text, verdict text)
      join destinations known on known.destination_id = destination_id(item.url)
      where item.verdict = 'unsafe' and known.verdict <> 'unsafe') then
    return 'alone';
  end if;
  -- What is known to be unsafe does not become less so because nobody can say now, or could look at all of it: it is only
  -- asked for again. Nor is forgotten by which hashes it was found.
  update destinations known set
      prefixes = case when item.is_partial and known.prefixes @> item.prefixes then known.prefixes else item.prefixes end,
      verdict = item.verdict, provider = item.provider, threat = item.threat, detail = item.detail,
      list_version = seen_version, checked_at = now(), valid_until = item.valid_until,
      is_settled = known.is_settled and known.verdict = item.verdict
    from jsonb_to_recordset(verdicts) item (url text, prefixes integer[], verdict text, provider text, threat text, detail text,
      valid_until timestamptz, is_partial boolean)
    where known.destination_id = destination_id(item.url)
      and not (known.verdict = 'unsafe' and (item.verdict = 'unverified' or item.is_partial))
      and (known.verdict, known.provider, known.threat, known.prefixes, known.valid_until) is distinct from
        (item.verdict, item.provider, item.threat, item.prefixes, item.valid_until);
  update destinations known set valid_until = item.valid_until
    from jsonb_to_recordset(verdicts) item (url text, verdict text, valid_until timestamptz, is_partial boolean)
    where known.destination_id = destination_id(item.url) and known.verdict = 'unsafe'
      and (item.verdict = 'unverified' or item.is_partial);
  return 'recorded';
end
$$;

CREATE FUNCTION refresh_list_facts(codes uuid[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  mine uuid[];
begin
  select array_agg(qr_id) into mine
    from (select qr_id from list_facts where qr_id = any(codes) order by qr_id for update skip locked) locked;
  update list_facts facts set scans = state.scan_count, has_reached_limit = coalesce(state.scan_count >= state.scan_limit, false),
    expires_at = state.expires_at, status = state.status, project_id = code.project_id
  from scan_state state join qr_codes code using (qr_id)
  where facts.qr_id = any(mine) and state.qr_id = facts.qr_id
    and (facts.scans, facts.has_reached_limit, facts.status, facts.project_id, facts.expires_at)
      is distinct from (state.scan_count, coalesce(state.scan_count >= state.scan_limit, false), state.status, code.project_id, state.expires_at);
end
$$;

CREATE FUNCTION refuse_erased_slugs() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if exists (select from new_codes join erased_slugs on slug = reserved_slug) then
    raise exception 'the slug belonged to an erased account' using errcode = 'unique_violation';
  end if;
  return null;
end
$$;

CREATE FUNCTION repair_scan_batch(batch uuid, day date, codes uuid[], scans integer[]) RETURNS void
    LANGUAGE sql
    AS $$
  select repair_scan_batch(batch, day, codes, scans, array_fill(null::bigint, array[cardinality(codes)]))
$$;

CREATE FUNCTION repair_scan_batch(batch uuid, day date, codes uuid[], scans integer[], versions bigint[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  stored scan_batches;
  place integer;
  missing integer[] := array_fill(0, array[cardinality(codes)]);
begin
  select * into stored from scan_batches where recorded_on = day and batch_id = batch for update;
  for code in 1 .. cardinality(codes) loop
    place := array_position(stored.qr_ids, codes[code]);
    if place is null or stored.grants[place] >= 0 then
      continue;
    end if;
    if stored.is_rolled_up then
      stored.grants[place] := 0;
      insert into scan_batches (recorded_on, batch_id, qr_ids, grants, events)
        select day, gen_random_uuid(), array[codes[code]], array[2 * scans[code]],
          coalesce(json_agg(jsonb_set(event::jsonb, '{0}', '1')), '[]')
        from json_array_elements(stored.events) event where (event ->> 0)::integer = place;
    else
      stored.grants[place] := 2 * scans[code];
    end if;
    missing[code] := scans[code];
  end loop;
  update scan_batches set grants = stored.grants where recorded_on = day and batch_id = batch;
  perform add_scans(day, batch, codes, missing, versions);
end
$$;

CREATE FUNCTION search_text(redirect_url text, redirect_rules jsonb, tags text[]) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $_$
  select concat_ws(E'\n', redirect_url, case when redirect_rules <> '[]' then jsonb_path_query_array(redirect_rules, '$[*].url')::text end,
    case when tags <> '{}' then array_to_string(tags, E'\n') end)
$_$;

CREATE FUNCTION settle_code_safety(code uuid) RETURNS text
    LANGUAGE plpgsql
    AS $$
declare
  state qr_codes%rowtype;
  linked uuid[];
  worst destinations%rowtype;
  outcome text;
begin
  select * into state from qr_codes where qr_id = code for no key update;
  if not found or state.status = 'archived' or state.blocked_by = 'operator' then
    return null;
  end if;
  -- In two steps: joined, the planner may start from the few destinations that are not safe, by looking at all.
  linked := array(select destination_id from qr_destinations where qr_id = code);
  select * into worst from destinations where destination_id = any (linked) and verdict <> 'safe'
    order by verdict = 'unsafe' desc, destination_id limit 1;
  if state.status = 'active' and worst.verdict = 'unsafe' then
    update qr_codes set status = 'blocked', blocked_by = 'rescan' where qr_id = code;
    outcome := 'blocked';
  elsif state.status = 'blocked' and worst.destination_id is null then
    update qr_codes set status = 'active', blocked_by = null where qr_id = code;
    outcome := 'restored';
  else
    return null;
  end if;
  insert into safety_log (event, destination_id, qr_id, verdict, provider, threat, detail, list_version)
    select outcome, coalesce(worst.destination_id, destination_id(state.redirect_url)), code, coalesce(worst.verdict, 'safe'),
      worst.provider, worst.threat, coalesce(worst.url, state.redirect_url), version from safety_state;
  return outcome;
end
$$;

CREATE FUNCTION settle_scan_limits(codes uuid[], at_versions bigint[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  if not settle_scan_limits(codes, at_versions, '[]') then
    raise lock_not_available using message = 'open scans of these codes are on a ledger server';
  end if;
end
$$;

CREATE FUNCTION settle_scan_limits(codes uuid[], at_versions bigint[], elsewhere jsonb) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
declare
  is_known boolean;
begin
  perform from scan_state state join unnest(codes, at_versions) as wanted (qr_id, version) using (qr_id, version)
    where not state.is_settled order by state.qr_id for no key update of state;
  -- A statement of its own, so a later snapshot: what was folded while we waited for the rows is not added again.
  with seen as materialized (
    select asked.*, known.fold_number as added, known.fold_left::text <> '[]' as has_left
    from jsonb_to_recordset(elsewhere) as asked (
      qr_id uuid, server_id uuid, fold_number bigint, is_folding boolean, folding bigint, open bigint)
      left join ledger_servers known using (server_id)),
  verdict as materialized (
    select not exists (
        select from seen where added is null or added not in (fold_number - 1, fold_number)
          or (added = fold_number and is_folding and has_left))
      and not exists (
        select from unnest(codes) as code (qr_id) join ledger_shards on shard = ledger_shard(code.qr_id)
          cross join lateral unnest(array[ledger_shards.server_id, ledger_shards.previous_id]) as needed (server_id)
        where needed.server_id is not null
          and not exists (select from seen where seen.qr_id = code.qr_id and seen.server_id = needed.server_id))
      -- While it is not known whether their server counted them, their sum is not known either.
      and not exists (select from ledger_doubts where qr_ids && codes) as is_known),
  here as materialized (
    select code.qr_id, sum(code.scans) as scans
    from scan_open cross join lateral unnest(scan_open.qr_ids, scan_open.scans) as code (qr_id, scans)
    where open_id >= (select open_floor from ledger_state) and qr_ids && codes and code.qr_id = any (codes)
    group by code.qr_id),
  there as materialized (
    select qr_id, sum(open + case when added = fold_number then 0 else folding end) as scans from seen group by qr_id),
  settled as (
    update scan_state state
    set is_settled = true, pending = coalesce((select scans from here where here.qr_id = state.qr_id), 0)
      + coalesce((select scans from there where there.qr_id = state.qr_id), 0)
    from unnest(codes, at_versions) as wanted (qr_id, version), verdict
    where verdict.is_known and state.qr_id = wanted.qr_id and state.version = wanted.version and not state.is_settled)
  select verdict.is_known into is_known from verdict;
  return is_known;
end
$$;

CREATE FUNCTION snapshot_of(code qr_codes, state scan_state) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    AS $$
begin
  return jsonb_build_object('qr_id', code.qr_id, 'project_id', code.project_id, 'label', code.label, 'type', code.type, 'status', code.status,
    'redirect_url', code.redirect_url, 'redirect_rules', code.redirect_rules, 'analytics_enabled', code.analytics_enabled,
    'reserved_slug', code.reserved_slug, 'is_slug_public', code.is_slug_public, 'render_status', code.render_status,
    'render_requested_at', code.render_requested_at, 'render_attempt', code.render_attempt, 'render_error', code.render_error,
    'last_rendered_at', code.last_rendered_at, 'svg_file', code.svg_file, 'png_file', code.png_file, 'created_at', code.created_at,
    'updated_at', code.updated_at, 'domain_host', (select host from serving_domains domain where domain.project_id = code.project_id))
    || jsonb_build_object('scan_count', state.scan_count, 'scan_limit', state.scan_limit, 'expires_at', state.expires_at, 'tags', code.tags,
      'forwarded_params', code.forwarded_params);
end
$$;

CREATE FUNCTION sync_list_facts(codes integer) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
declare
  start uuid;
  last uuid;
begin
  select reached into start from list_state for update;
  select max(qr_id::text)::uuid into last from (select qr_id from qr_codes where qr_id > start order by qr_id limit codes) next;
  if last is null then
    update list_state set reached = default, finished_at = now();
    return false;
  end if;
  insert into list_facts (qr_id, account_id, project_id, status, scans, expires_at, has_reached_limit)
    select code.qr_id, code.account_id, code.project_id, code.status, state.scan_count, state.expires_at,
      coalesce(state.scan_count >= state.scan_limit, false)
    from qr_codes code join scan_state state using (qr_id) where code.qr_id > start and code.qr_id <= last order by code.qr_id
    on conflict (qr_id) do nothing;
  perform refresh_list_facts(array(select qr_id from list_facts where qr_id > start and qr_id <= last));
  update list_state set reached = last;
  return true;
end
$$;

CREATE FUNCTION takes_scans(endpoint webhook_endpoints) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    AS $$
  select endpoint.is_enabled and endpoint.reads_scans and (endpoint.types is null or 'qr.scan' = any(endpoint.types))
$$;

CREATE FUNCTION watch_new_destination() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  known watches;
begin
  select * into known from watches where qr_id = new.qr_id for update;
  if not found then
    return null;
  end if;
  if new.redirect_url is not distinct from old.redirect_url or new.redirect_url in (known.used_url, known.replaced_url) then
    update watches set due_at = now() where qr_id = new.qr_id;
  else
    update planned_changes set cancelled_at = now() where plan_id = known.switch_plan and finished_at is null and cancelled_at is null;
    update watches set due_at = now(), failing_since = null, replaced_url = null, used_url = null, switch_plan = null where qr_id = new.qr_id;
  end if;
  return null;
end
$$;

CREATE FUNCTION without_secrets(type text, content jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    AS $$
  select case when type = 'wifi' and content ->> 'password' <> '' then jsonb_set(content, '{password}', '{"secret": true}') else content end
$$;

CREATE FUNCTION write_change_events() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  change code_history;
  was jsonb := '{}';
  became jsonb := '{}';
  earlier record;
  kind text;
begin
  if not are_events_on() then
    return null;
  end if;
  select * into change from code_history where change_id = new.change_id;
  if not found then
    return null;
  end if;
  if change.qr_id is null then
    -- Each statement has a row of its own. The first one writes the event of all.
    for earlier in
      select * from (select * from code_history where project_id = new.project_id and qr_id is null order by change_id desc limit 100) newest
      where transaction_id = pg_current_xact_id() order by change_id
    loop
      if earlier.change_id < new.change_id then
        return null;
      end if;
      was := coalesce(earlier.before, '{}') || was;
      became := became || earlier.after;
    end loop;
  else
    was := coalesce(change.before, '{}');
    became := change.after;
  end if;
  -- A secret that changed looks the same as before.
  select coalesce(jsonb_object_agg(field.key, field.value), '{}') into was from jsonb_each(was) field
    where field.value is distinct from became -> field.key or field.key = 'qr_data';
  if change.qr_id is not null then
    kind := case when not was ? 'status' then null
      when became ->> 'status' = 'blocked' then 'qr.blocked'
      when became ->> 'status' = 'archived' then 'qr.archived'
      when was ->> 'status' = 'blocked' then 'qr.unblocked'
      else 'qr.reactivated' end;
    if kind is not null then
      perform add_code_event(kind, change.qr_id, jsonb_build_object('status', was -> 'status'),
        change.actor_kind, change.actor_id, change.change_id);
    end if;
    -- Folders are not part of the API.
    was := was - array['status', 'blocked_by', 'folder_id'];
    if was <> '{}' then
      perform add_code_event('qr.updated', change.qr_id, was - array['qr_data', 'render_metadata'],
        change.actor_kind, change.actor_id, change.change_id);
    end if;
    if was ? 'scan_limit' then
      perform announce_limit(change.qr_id);
    end if;
  else
    insert into new_events (type, account_id, project_id, subject, previous, actor_kind, actor_id, change_id)
      select listed.type, change.account_id, change.project_id,
        to_jsonb(project) || jsonb_build_object('has_custom_domain',
          exists (select from serving_domains domain where domain.project_id = project.project_id)),
        case when listed.type = 'project.updated' then was - 'is_archived' end, change.actor_kind, change.actor_id, change.change_id
      from projects project cross join (values
          (1, 'project.created', change.operation = 'created'),
          (2, 'project.archived', change.operation = 'changed' and was ? 'is_archived' and (became ->> 'is_archived')::boolean),
          (3, 'project.unarchived', change.operation = 'changed' and was ? 'is_archived' and not (became ->> 'is_archived')::boolean),
          (4, 'project.updated', change.operation = 'changed' and was - 'is_archived' <> '{}')) as listed (place, type, is_so)
      where project.project_id = change.project_id and listed.is_so order by listed.place;
  end if;
  return null;
end
$$;

CREATE FUNCTION write_export_event() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if not are_events_on() then
    return null;
  end if;
  insert into new_events (type, account_id, project_id, qr_id, subject, actor_kind)
    values ('export.' || new.status, new.account_id, coalesce(new.project_id, (select project_id from qr_codes where qr_id = new.qr_id)),
      new.qr_id, to_jsonb(new) - array['qr_ids', 'file', 'account_id'], 'system');
  return null;
end
$$;

CREATE FUNCTION write_limit_event() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if are_events_on() then
    perform announce_limit(new.qr_id);
  end if;
  return null;
end
$$;

CREATE FUNCTION write_rendered_event() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if are_events_on() then
    perform add_code_event('qr.rendered', new.qr_id, null, 'system', null, null);
  end if;
  return null;
end
$$;

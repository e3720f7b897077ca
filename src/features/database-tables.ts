// Written by `npm run schema` from migrations/; test/schema.test.ts fails when it is stale.
import type { ColumnType } from 'kysely';

/** Set when the row is made, and never again (D60). */
type Fixed<Type> = ColumnType<Type, Type, never>;
type FixedDefault<Type> = ColumnType<Type, Type | undefined, never>;
/** Written by a trigger or function of the database only. */
type SystemWritten<Type> = ColumnType<Type, never, never>;
/** May be left out of an insert. */
type Optional<Type> = ColumnType<Type, Type | undefined, Type>;
/** Read as a value, written as text. */
type Json<Type> = ColumnType<Type, string | undefined, string>;
type JsonOrNull<Type> = ColumnType<Type | null, string | null | undefined, string | null>;
type Day = ColumnType<Date, string, string>;

/** The tables as migrations/ make them. */
export interface DatabaseTables {
  abuse_reports: AbuseReportsTable;
  account_history: AccountHistoryTable;
  account_usage: AccountUsageTable;
  account_users: AccountUsersTable;
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  auth_accounts: AuthAccountsTable;
  auth_passkeys: AuthPasskeysTable;
  auth_rate_limits: AuthRateLimitsTable;
  auth_sessions: AuthSessionsTable;
  auth_two_factors: AuthTwoFactorsTable;
  auth_users: AuthUsersTable;
  auth_verifications: AuthVerificationsTable;
  bulk_changes: BulkChangesTable;
  code_history: CodeHistoryTable;
  code_moves: CodeMovesTable;
  destinations: DestinationsTable;
  domains: DomainsTable;
  erased_slugs: ErasedSlugsTable;
  event_cursor: EventCursorTable;
  event_switch: EventSwitchTable;
  events: EventsTable;
  exports: ExportsTable;
  first_certificates: FirstCertificatesTable;
  folders: FoldersTable;
  hash_confirmations: HashConfirmationsTable;
  idempotency_keys: IdempotencyKeysTable;
  invitations: InvitationsTable;
  key_projects: KeyProjectsTable;
  ledger_doubts: LedgerDoubtsTable;
  ledger_servers: LedgerServersTable;
  ledger_shards: LedgerShardsTable;
  ledger_state: LedgerStateTable;
  link_hosts: LinkHostsTable;
  list_facts: ListFactsTable;
  list_state: ListStateTable;
  mails: MailsTable;
  member_projects: MemberProjectsTable;
  new_events: NewEventsTable;
  oauth_tokens: OauthTokensTable;
  planned_changes: PlannedChangesTable;
  project_redraws: ProjectRedrawsTable;
  project_tags: ProjectTagsTable;
  project_usage: ProjectUsageTable;
  projects: ProjectsTable;
  qr_codes: QrCodesTable;
  qr_destinations: QrDestinationsTable;
  reached_limits: ReachedLimitsTable;
  replaced_files: ReplacedFilesTable;
  report_subscriptions: ReportSubscriptionsTable;
  safety_changes: SafetyChangesTable;
  safety_log: SafetyLogTable;
  safety_rules: SafetyRulesTable;
  safety_state: SafetyStateTable;
  saved_views: SavedViewsTable;
  scan_archives: ScanArchivesTable;
  scan_baselines: ScanBaselinesTable;
  scan_batches: ScanBatchesTable;
  scan_days: ScanDaysTable;
  scan_gate: ScanGateTable;
  scan_group_heads: ScanGroupHeadsTable;
  scan_groups: ScanGroupsTable;
  scan_months: ScanMonthsTable;
  scan_numbers: ScanNumbersTable;
  scan_open: ScanOpenTable;
  scan_pages: ScanPagesTable;
  scan_places: ScanPlacesTable;
  scan_receivers: ScanReceiversTable;
  scan_state: ScanStateTable;
  scan_visitors: ScanVisitorsTable;
  scan_watch: ScanWatchTable;
  schema_migrations: SchemaMigrationsTable;
  sign_in_tries: SignInTriesTable;
  sso_connections: SsoConnectionsTable;
  sso_identities: SsoIdentitiesTable;
  style_templates: StyleTemplatesTable;
  threat_list_changes: ThreatListChangesTable;
  threat_list_chunks: ThreatListChunksTable;
  threat_lists: ThreatListsTable;
  unseen_changes: UnseenChangesTable;
  visitor_salts: VisitorSaltsTable;
  waiting_expiries: WaitingExpiriesTable;
  watch_urls: WatchUrlsTable;
  watched_domains: WatchedDomainsTable;
  watched_hosts: WatchedHostsTable;
  watched_urls: WatchedUrlsTable;
  watches: WatchesTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_endpoints: WebhookEndpointsTable;
  worker_heartbeats: WorkerHeartbeatsTable;
}

interface AbuseReportsTable {
  report_id: Fixed<string>;
  slug: string;
  reason: Fixed<'phishing' | 'malware' | 'scam' | 'illegal' | 'other'>;
  details: Optional<string>;
  contact: Optional<string | null>;
  state: Optional<'open' | 'closed' | 'blocked'>;
  note: Optional<string | null>;
  reported_at: FixedDefault<Date>;
  closed_at: Optional<Date | null>;
}

interface AccountHistoryTable {
  change_id: FixedDefault<string>;
  account_id: Fixed<string>;
  subject: 'account' | 'member' | 'invitation' | 'key' | 'template' | 'domain' | 'webhook' | 'sso' | 'page';
  subject_id: string;
  project_id: Optional<string | null>;
  actor_kind: 'member' | 'api_key' | 'oauth_client' | 'operator' | 'system';
  actor_id: Optional<string | null>;
  via: 'dashboard' | 'api' | 'cli' | 'safety' | 'schedule';
  changed_at: Optional<Date>;
  operation: 'created' | 'changed' | 'removed';
  before: JsonOrNull<unknown>;
  after: JsonOrNull<unknown>;
}

interface AccountUsageTable {
  account_id: Fixed<string>;
  live_qr_codes: SystemWritten<number>;
}

interface AccountUsersTable {
  user_id: Fixed<string>;
  account_id: Fixed<string>;
  role: Optional<'owner' | 'admin' | 'editor' | 'viewer' | null>;
  joined_at: Optional<Date>;
}

interface AccountsTable {
  account_id: Fixed<string>;
  email: string;
  plan: string;
  time_zone: Optional<string>;
  api_access: Optional<boolean | null>;
  limit_overrides: Json<unknown>;
  version: SystemWritten<number>;
  created_at: FixedDefault<Date>;
  updated_at: SystemWritten<Date>;
  suspended_at: Optional<Date | null>;
  suspended_reason: Optional<string | null>;
  erase_at: Optional<Date | null>;
  erased_at: Optional<Date | null>;
  requires_two_factors: Optional<boolean>;
}

interface ApiKeysTable {
  key_id: Fixed<string>;
  account_id: Fixed<string>;
  name: string;
  key_hash: Fixed<Buffer>;
  display_prefix: Fixed<string>;
  scope: Optional<string>;
  created_at: FixedDefault<Date>;
  revoked_at: Optional<Date | null>;
  last_used_at: Optional<Date | null>;
  kind: Optional<'key' | 'oauth_client'>;
  scopes: Optional<string[] | null>;
  has_all_projects: Optional<boolean>;
  expires_at: Optional<Date | null>;
}

interface AuthAccountsTable {
  id: Fixed<string>;
  account_id: Fixed<string>;
  provider_id: string;
  user_id: string;
  access_token: Optional<string | null>;
  refresh_token: Optional<string | null>;
  id_token: Optional<string | null>;
  access_token_expires_at: Optional<Date | null>;
  refresh_token_expires_at: Optional<Date | null>;
  scope: Optional<string | null>;
  password: Optional<string | null>;
  created_at: FixedDefault<Date>;
  updated_at: Date;
}

interface AuthPasskeysTable {
  id: Fixed<string>;
  name: Optional<string | null>;
  public_key: string;
  user_id: string;
  credential_id: string;
  counter: number;
  device_type: string;
  backed_up: boolean;
  transports: Optional<string | null>;
  created_at: FixedDefault<Date | null>;
  aaguid: Optional<string | null>;
}

interface AuthRateLimitsTable {
  id: Fixed<string>;
  key: string;
  count: number;
  last_request: number;
}

interface AuthSessionsTable {
  id: Fixed<string>;
  expires_at: Date;
  token: string;
  created_at: FixedDefault<Date>;
  updated_at: Date;
  ip_address: Optional<string | null>;
  user_agent: Optional<string | null>;
  user_id: string;
  proved_at: Optional<Date>;
  account_id: FixedDefault<string | null>;
  sso_account_id: Optional<string | null>;
}

interface AuthTwoFactorsTable {
  id: Fixed<string>;
  secret: string;
  backup_codes: string;
  user_id: string;
  verified: Optional<boolean | null>;
  failed_verification_count: Optional<number | null>;
  locked_until: Optional<Date | null>;
}

interface AuthUsersTable {
  id: Fixed<string>;
  name: string;
  email: string;
  email_verified: boolean;
  image: Optional<string | null>;
  created_at: FixedDefault<Date>;
  updated_at: Optional<Date>;
  two_factor_enabled: Optional<boolean | null>;
}

interface AuthVerificationsTable {
  id: Fixed<string>;
  identifier: string;
  value: string;
  expires_at: Date;
  created_at: FixedDefault<Date>;
  updated_at: Optional<Date>;
}

interface BulkChangesTable {
  bulk_id: FixedDefault<string>;
  account_id: Fixed<string>;
  user_id: string;
  change: JsonOrNull<unknown>;
  reverts_id: Optional<string | null>;
  qr_ids: string[];
  done: Optional<number>;
  failures: Json<unknown>;
  created_at: FixedDefault<Date>;
  claimed_until: Optional<Date | null>;
  finished_at: Optional<Date | null>;
}

interface CodeHistoryTable {
  change_id: FixedDefault<string>;
  account_id: Fixed<string>;
  project_id: string;
  qr_id: Optional<string | null>;
  bulk_id: Optional<string | null>;
  actor_kind: 'member' | 'api_key' | 'oauth_client' | 'operator' | 'system';
  actor_id: Optional<string | null>;
  via: 'dashboard' | 'api' | 'cli' | 'safety' | 'schedule';
  changed_at: Optional<Date>;
  transaction_id: Optional<string>;
  operation: 'created' | 'changed';
  before: JsonOrNull<unknown>;
  after: Json<unknown>;
  version: Optional<number | null>;
  first_scan_number: Optional<number | null>;
}

interface CodeMovesTable {
  qr_id: Fixed<string>;
  moved_at: FixedDefault<Date>;
  from_project_id: string;
}

interface DestinationsTable {
  destination_id: Fixed<string>;
  url: string;
  prefixes: Optional<number[] | null>;
  verdict: Optional<'safe' | 'unsafe' | 'unverified'>;
  provider: Optional<string | null>;
  threat: Optional<string | null>;
  detail: Optional<string | null>;
  list_version: Optional<number>;
  checked_at: Optional<Date>;
  valid_until: Optional<Date | null>;
  is_settled: Optional<boolean>;
}

interface DomainsTable {
  domain_id: Fixed<string>;
  account_id: Fixed<string>;
  project_id: Fixed<string>;
  host: Fixed<string>;
  token: Fixed<string>;
  state: Optional<'pending' | 'verified' | 'failing' | 'lapsed'>;
  root_url: Optional<string | null>;
  problem: Optional<string | null>;
  failures: Optional<number>;
  created_at: FixedDefault<Date>;
  verified_at: Optional<Date | null>;
  failing_since: Optional<Date | null>;
  lapsed_at: Optional<Date | null>;
  checked_at: Optional<Date | null>;
  next_check_at: Optional<Date>;
}

interface ErasedSlugsTable {
  slug: Fixed<string>;
}

interface EventCursorTable {
  is_only: FixedDefault<boolean>;
  delivered_through: Optional<string>;
  expiries_through: Optional<string | null>;
  expiries_since: Optional<Date>;
}

interface EventSwitchTable {
  is_only: FixedDefault<boolean>;
  is_on: Optional<boolean>;
  event_floor: Optional<number>;
  next_floor: Optional<number | null>;
  next_floor_xmax: Optional<string | null>;
}

interface EventsTable {
  event_id: Fixed<string>;
  ordered_on: Day;
  type: string;
  account_id: Fixed<string>;
  project_id: Optional<string | null>;
  qr_id: Optional<string | null>;
  subject: Json<unknown>;
  previous: JsonOrNull<unknown>;
  actor_kind: string;
  actor_id: Optional<string | null>;
  change_id: Optional<string | null>;
  created_at: Fixed<Date>;
}

interface ExportsTable {
  export_id: Fixed<string>;
  account_id: Fixed<string>;
  kind: 'qr_codes' | 'analytics' | 'scans' | 'images';
  format: 'csv' | 'ndjson' | 'parquet' | 'svg' | 'png' | 'pdf';
  project_id: Optional<string | null>;
  qr_id: Optional<string | null>;
  qr_ids: Optional<string[] | null>;
  range_start: Optional<Date | null>;
  range_end: Optional<Date | null>;
  time_zone: Optional<string | null>;
  status: Optional<'queued' | 'running' | 'done' | 'failed'>;
  attempt: Optional<number>;
  progress: Optional<number>;
  rows: Optional<number>;
  bytes: Optional<number>;
  error: Optional<string | null>;
  file: Optional<string | null>;
  available_from: Optional<Date | null>;
  created_at: FixedDefault<Date>;
  finished_at: Optional<Date | null>;
  expires_at: Optional<Date>;
}

interface FirstCertificatesTable {
  account_id: Fixed<string>;
  host: Fixed<string>;
  granted_at: FixedDefault<Date>;
}

interface FoldersTable {
  folder_id: Fixed<string>;
  account_id: Fixed<string>;
  project_id: string;
  name: string;
  created_at: FixedDefault<Date>;
  updated_at: Optional<Date>;
}

interface HashConfirmationsTable {
  prefix: Fixed<Buffer>;
  threat_types: Fixed<string>;
  threats: Json<{ hash: string; threat: string; until: string }[]>;
  negative_until: Optional<Date | null>;
  asked_at: Optional<Date>;
}

interface IdempotencyKeysTable {
  account_id: Fixed<string>;
  method: Fixed<string>;
  path: Fixed<string>;
  key: Fixed<string>;
  body_hash: Buffer;
  status: Optional<number | null>;
  body: Optional<string | null>;
  created_at: Optional<Date>;
}

interface InvitationsTable {
  invitation_id: Fixed<string>;
  account_id: Fixed<string>;
  email: string;
  role: Optional<'owner' | 'admin' | 'editor' | 'viewer' | null>;
  projects: Json<unknown>;
  token_hash: Buffer;
  invited_by: Optional<string | null>;
  created_at: FixedDefault<Date>;
  expires_at: Date;
}

interface KeyProjectsTable {
  account_id: Fixed<string>;
  key_id: Fixed<string>;
  project_id: Fixed<string>;
}

interface LedgerDoubtsTable {
  batch_id: Fixed<string>;
  recorded_on: Day;
  server_id: string;
  qr_ids: string[];
  scans: number[];
  versions: string[];
  events: Json<unknown>;
}

interface LedgerServersTable {
  server_id: Fixed<string>;
  added_at: Optional<Date>;
  fold_number: Optional<number>;
  fold_id: Optional<string | null>;
  fold_left: Json<unknown>;
  roll_up_number: Optional<number>;
  roll_up_id: Optional<string | null>;
}

interface LedgerShardsTable {
  shard: Fixed<number>;
  server_id: Optional<string | null>;
  previous_id: Optional<string | null>;
}

interface LedgerStateTable {
  is_only: FixedDefault<boolean>;
  is_appending: Optional<boolean>;
  open_floor: Optional<number>;
  epoch: Optional<number>;
  map_version: Optional<number>;
}

interface LinkHostsTable {
  host: Fixed<string>;
  first_drawn_at: FixedDefault<Date>;
}

interface ListFactsTable {
  qr_id: Fixed<string>;
  account_id: Fixed<string>;
  project_id: string;
  status: string;
  scans: Optional<number>;
  expires_at: Optional<Date | null>;
  has_reached_limit: Optional<boolean>;
}

interface ListStateTable {
  is_only: FixedDefault<boolean>;
  reached: Optional<string>;
  finished_at: Optional<Date | null>;
}

interface MailsTable {
  mail_id: Fixed<string>;
  sealed: Buffer;
  created_at: FixedDefault<Date>;
}

interface MemberProjectsTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  project_id: Fixed<string>;
  role: 'admin' | 'editor' | 'viewer';
}

interface NewEventsTable {
  event_number: FixedDefault<number>;
  type: string;
  account_id: Fixed<string>;
  project_id: Optional<string | null>;
  qr_id: Optional<string | null>;
  subject: JsonOrNull<unknown>;
  previous: JsonOrNull<unknown>;
  actor_kind: string;
  actor_id: Optional<string | null>;
  change_id: Optional<string | null>;
  created_at: FixedDefault<Date>;
}

interface OauthTokensTable {
  token_hash: Fixed<Buffer>;
  key_id: string;
  scopes: string[];
  created_at: FixedDefault<Date>;
  expires_at: Date;
}

interface PlannedChangesTable {
  plan_id: FixedDefault<string>;
  account_id: Fixed<string>;
  actor_kind: 'member' | 'api_key' | 'oauth_client';
  actor_id: string;
  label: string;
  change: Json<unknown>;
  qr_ids: string[];
  apply_at: Date;
  created_at: FixedDefault<Date>;
  cancelled_at: Optional<Date | null>;
  claimed_until: Optional<Date | null>;
  started_at: Optional<Date | null>;
  finished_at: Optional<Date | null>;
  done: Optional<number>;
  failures: Json<unknown>;
}

interface ProjectRedrawsTable {
  project_id: Fixed<string>;
  host: Optional<string | null>;
  total: Optional<number>;
  asked: Optional<number>;
  at_status: Optional<string>;
  before_created_at: Optional<Date | null>;
  before_qr_id: Optional<string | null>;
  started_at: Optional<Date>;
  finished_at: Optional<Date | null>;
}

interface ProjectTagsTable {
  project_id: Fixed<string>;
  tag_key: Fixed<string>;
  account_id: Fixed<string>;
  name: string;
}

interface ProjectUsageTable {
  project_id: Fixed<string>;
  live_qr_codes: SystemWritten<number>;
}

interface ProjectsTable {
  project_id: Fixed<string>;
  account_id: Fixed<string>;
  name: string;
  description: Optional<string>;
  is_default: Optional<boolean>;
  is_archived: Optional<boolean>;
  created_via: FixedDefault<'api' | 'dashboard' | null>;
  version: SystemWritten<number>;
  created_at: FixedDefault<Date>;
  updated_at: SystemWritten<Date>;
}

interface QrCodesTable {
  qr_id: Fixed<string>;
  account_id: Fixed<string>;
  project_id: string;
  label: string;
  type: Fixed<
    | 'url'
    | 'dynamic_url'
    | 'text'
    | 'vcard'
    | 'wifi'
    | 'email'
    | 'sms'
    | 'phone'
    | 'geo'
    | 'event'
    | 'app_store'
  >;
  status: Optional<'active' | 'archived' | 'blocked'>;
  blocked_by: Optional<'rescan' | 'operator' | null>;
  redirect_url: Optional<string>;
  qr_data: JsonOrNull<Record<string, unknown>>;
  redirect_rules: Json<unknown>;
  analytics_enabled: Optional<boolean>;
  render_metadata: JsonOrNull<Record<string, unknown>>;
  reserved_slug: Fixed<string>;
  is_slug_public: Optional<boolean>;
  render_status: Optional<'staging' | 'pending' | 'rendering' | 'done' | 'error' | 'idle'>;
  render_generation: Optional<number>;
  render_requested_at: Optional<Date | null>;
  render_attempt: Optional<number>;
  render_error: Optional<string | null>;
  last_rendered_at: Optional<Date | null>;
  created_at: FixedDefault<Date>;
  updated_at: SystemWritten<Date>;
  svg_file: Optional<string | null>;
  png_file: Optional<string | null>;
  render_findings: Optional<string[]>;
  render_score: Optional<number | null>;
  rendered_host: Optional<string | null>;
  tags: Optional<string[]>;
  folder_id: Optional<string | null>;
  forwarded_params: Optional<string[]>;
}

interface QrDestinationsTable {
  destination_id: Fixed<string>;
  qr_id: Fixed<string>;
  linked_at: Optional<Date>;
  linked_version: number;
}

interface ReachedLimitsTable {
  qr_id: Fixed<string>;
}

interface ReplacedFilesTable {
  name: Fixed<string>;
  qr_id: string;
  replaced_at: Optional<Date>;
  removing_since: Optional<Date | null>;
}

interface ReportSubscriptionsTable {
  account_id: Fixed<string>;
  user_id: Fixed<string>;
  cadence: Fixed<'weekly' | 'monthly'>;
  next_at: Date;
  created_at: FixedDefault<Date>;
}

interface SafetyChangesTable {
  change_id: FixedDefault<number>;
  source: string;
  kind: 'added' | 'removed';
  keys: Buffer;
  position: Optional<number>;
  made_at: Optional<Date>;
}

interface SafetyLogTable {
  log_id: FixedDefault<number>;
  logged_at: Optional<Date>;
  event: 'verdict' | 'blocked' | 'restored' | 'replaced';
  destination_id: string;
  qr_id: Optional<string | null>;
  was: Optional<string | null>;
  verdict: string;
  provider: Optional<string | null>;
  threat: Optional<string | null>;
  detail: Optional<string | null>;
  list_version: number;
}

interface SafetyRulesTable {
  expression: Fixed<string>;
  action: 'block' | 'allow';
  scope: 'domain' | 'url';
  pattern: string;
  reason: Optional<string>;
  made_at: Optional<Date>;
}

interface SafetyStateTable {
  is_only: FixedDefault<boolean>;
  version: Optional<number>;
  rules_version: Optional<number>;
  sweep_position: Optional<string>;
  sweep_started_at: Optional<Date>;
  sweep_finished_at: Optional<Date | null>;
}

interface SavedViewsTable {
  view_id: Fixed<string>;
  account_id: Fixed<string>;
  user_id: string;
  name: string;
  filter: Json<unknown>;
  created_at: FixedDefault<Date>;
}

interface ScanArchivesTable {
  file: Fixed<string>;
  account_id: Fixed<string>;
  day: Day;
  server_id: Optional<string | null>;
  scans: number;
  finished_at: Optional<Date | null>;
}

interface ScanBaselinesTable {
  qr_id: Fixed<string>;
  computed_at: Date;
  next_at: Date;
  hours: number[];
  quiet_limit: number;
  surge_ratio: number;
  last_scan_at: Date;
  quiet_at: Optional<Date | null>;
  quiet_since: Optional<Date | null>;
  surge_since: Optional<Date | null>;
}

interface ScanBatchesTable {
  recorded_on: Day;
  batch_id: Fixed<string>;
  recorded_at: Optional<Date>;
  qr_ids: string[];
  grants: number[];
  events: Json<unknown>;
  is_rolled_up: Optional<boolean>;
}

interface ScanDaysTable {
  subject_id: Fixed<string>;
  dimension: Fixed<'total' | 'country' | 'device' | 'system' | 'browser' | 'referrer' | 'rule'>;
  day: Day;
  value: Fixed<string>;
  scans: number;
  slots: number[];
  visitors: Optional<number>;
}

interface ScanGateTable {
  id: Optional<number | null>;
}

interface ScanGroupHeadsTable {
  qr_id: Fixed<string>;
  account_id: Fixed<string>;
  generation: number;
  announced_through: number;
  placed_through: number;
}

interface ScanGroupsTable {
  event_id: Fixed<string>;
  ordered_on: Day;
  account_id: Fixed<string>;
  project_id: string;
  qr_id: string;
  first_number: number;
  last_number: number;
  created_at: FixedDefault<Date>;
}

interface ScanMonthsTable {
  subject_id: Fixed<string>;
  dimension: Fixed<string>;
  month: Day;
  value: Fixed<string>;
  scans: number;
}

interface ScanNumbersTable {
  numbered_on: Day;
  recorded_on: Day;
  batch_id: string;
  qr_ids: string[];
  first_numbers: string[];
  scans: number[];
  versions: string[];
}

interface ScanOpenTable {
  open_id: FixedDefault<number>;
  recorded_on: Day;
  batch_id: string;
  qr_ids: string[];
  scans: number[];
  versions: string[];
}

interface ScanPagesTable {
  project_id: Fixed<string>;
  account_id: Fixed<string>;
  display_name: Optional<string | null>;
  color: Optional<string | null>;
  logo: Optional<Buffer | null>;
  fallback_url: Optional<string | null>;
}

interface ScanPlacesTable {
  numbered_on: Day;
  qr_id: Fixed<string>;
  last_number: Fixed<number>;
  first_number: number;
  recorded_on: string[];
  batch_ids: string[];
  scans: number[];
}

interface ScanReceiversTable {
  account_id: Fixed<string>;
  generation: Optional<number>;
  endpoints: number;
}

interface ScanStateTable {
  qr_id: Fixed<string>;
  scan_count: SystemWritten<number>;
  scan_limit: Optional<number | null>;
  expires_at: Optional<Date | null>;
  status: 'active' | 'archived' | 'blocked';
  version: SystemWritten<number>;
  last_grant: Optional<number | null>;
  pending: SystemWritten<number>;
  is_settled: SystemWritten<boolean>;
  is_numbered: Optional<boolean>;
}

interface ScanVisitorsTable {
  day: Day;
  subject_id: Fixed<string>;
  visitor: Fixed<string>;
}

interface ScanWatchTable {
  id: Fixed<number>;
  sure_since: Date;
  looked_at: Date;
}

interface SchemaMigrationsTable {
  version: Fixed<number>;
  name: string;
  checksum: string;
  applied_at: Optional<Date>;
}

interface SignInTriesTable {
  key: Fixed<Buffer>;
  tries: number;
  began_at: Optional<Date>;
}

interface SsoConnectionsTable {
  account_id: Fixed<string>;
  issuer: string;
  client_id: string;
  sealed_secret: Buffer;
  mail_domain: string;
  token: string;
  verified_at: Optional<Date | null>;
  is_enforced: Optional<boolean>;
  groups_claim: Optional<string>;
  group_roles: Json<unknown>;
  default_role: Optional<'admin' | 'editor' | 'viewer' | null>;
  created_at: FixedDefault<Date>;
  updated_at: Optional<Date>;
}

interface SsoIdentitiesTable {
  account_id: Fixed<string>;
  subject: Fixed<string>;
  user_id: string;
  created_at: FixedDefault<Date>;
}

interface StyleTemplatesTable {
  template_id: Fixed<string>;
  account_id: Fixed<string>;
  name: string;
  design: Json<Record<string, unknown>>;
  created_at: FixedDefault<Date>;
  updated_at: Optional<Date | null>;
}

interface ThreatListChangesTable {
  list_id: Fixed<string>;
  version: Fixed<number>;
  prefix_length: Fixed<number>;
  from_version: number;
  added: Buffer;
  removed: Buffer;
}

interface ThreatListChunksTable {
  list_id: Fixed<string>;
  prefix_length: Fixed<number>;
  ordinal: Fixed<number>;
  entries: Buffer;
}

interface ThreatListsTable {
  list_id: Fixed<string>;
  version: Optional<number>;
  snapshot_version: Optional<number>;
  entries: Optional<number>;
  token: Optional<string | null>;
  updated_at: Optional<Date | null>;
  next_update_at: Optional<Date>;
  failures: Optional<number>;
  last_error: Optional<string | null>;
}

interface UnseenChangesTable {
  qr_id: Fixed<string>;
  change_id: Fixed<string>;
  version: number;
}

interface VisitorSaltsTable {
  day: Day;
  salt: Buffer;
}

interface WaitingExpiriesTable {
  qr_id: Fixed<string>;
  expires_at: Date;
}

interface WatchUrlsTable {
  qr_id: Fixed<string>;
  url_id: Fixed<string>;
}

interface WatchedDomainsTable {
  domain: Fixed<string>;
  due_at: Optional<Date>;
  checked_at: Optional<Date | null>;
  expires_at: Optional<Date | null>;
  told_expiry: Optional<Date | null>;
}

interface WatchedHostsTable {
  host: Fixed<string>;
  due_at: Optional<Date | null>;
  next_request_at: Optional<Date>;
  claimed_until: Optional<Date | null>;
  robots: Json<unknown>;
  domain: Optional<string | null>;
}

interface WatchedUrlsTable {
  url_id: Fixed<string>;
  url: string;
  host: string;
  due_at: Optional<Date | null>;
  checked_at: Optional<Date | null>;
  status: Optional<number | null>;
  problem: Optional<string | null>;
  failures: Optional<number>;
  tls_expires_at: Optional<Date | null>;
  redirect_host: Optional<string | null>;
}

interface WatchesTable {
  qr_id: Fixed<string>;
  account_id: Fixed<string>;
  watches_destination: boolean;
  standby_url: Optional<string | null>;
  watches_scans: boolean;
  actor_kind: 'member' | 'api_key' | 'oauth_client';
  actor_id: string;
  created_at: FixedDefault<Date>;
  due_at: Optional<Date>;
  failing_since: Optional<Date | null>;
  replaced_url: Optional<string | null>;
  used_url: Optional<string | null>;
  switch_plan: Optional<string | null>;
}

interface WebhookDeliveriesTable {
  delivery_id: Fixed<string>;
  created_on: Day;
  endpoint_id: string;
  account_id: Fixed<string>;
  type: string;
  event_id: string;
  subject_id: Optional<string | null>;
  status: Optional<'pending' | 'succeeded' | 'dead' | 'cancelled'>;
  attempts: Optional<number>;
  due_at: Optional<Date | null>;
  attempted_at: Optional<Date | null>;
  duration_ms: Optional<number | null>;
  response_status: Optional<number | null>;
  response_start: Optional<string | null>;
  error: Optional<string | null>;
  created_at: FixedDefault<Date>;
}

interface WebhookEndpointsTable {
  endpoint_id: Fixed<string>;
  account_id: Fixed<string>;
  url: string;
  description: Optional<string>;
  types: Optional<string[] | null>;
  project_id: Optional<string | null>;
  qr_ids: Optional<string[] | null>;
  reads_events: Optional<boolean>;
  reads_scans: Optional<boolean>;
  reads_projects: Optional<string[] | null>;
  sealed_secret: string;
  sealed_old_secret: Optional<string | null>;
  old_secret_until: Optional<Date | null>;
  is_enabled: Optional<boolean>;
  ended_through: Optional<string | null>;
  disabled_reason: Optional<'owner' | 'gone' | 'failing' | 'plan' | 'operator' | null>;
  failures: Optional<number>;
  failing_since: Optional<Date | null>;
  paused_until: Optional<Date | null>;
  created_at: FixedDefault<Date>;
  updated_at: Optional<Date>;
}

interface WorkerHeartbeatsTable {
  worker_id: Fixed<string>;
  seen_at: Optional<Date>;
}

import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { DomainState } from '#core/domain-state.ts';
import type { QrType } from '#core/qr-type.ts';
import type { SafetyTables } from './url-safety/safety-tables.ts';

/** The tables as `migrations/` makes them. Types only. */
export interface Database extends SafetyTables {
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  projects: ProjectsTable;
  idempotency_keys: IdempotencyKeysTable;
  qr_codes: QrCodesTable;
  scan_state: ScanStateTable;
  account_usage: AccountUsageTable;
  project_usage: ProjectUsageTable;
  replaced_files: ReplacedFilesTable;
  account_users: AccountUsersTable;
  style_templates: StyleTemplatesTable;
  domains: DomainsTable;
  mails: MailsTable;
  first_certificates: FirstCertificatesTable;
  abuse_reports: AbuseReportsTable;
  erased_slugs: ErasedSlugsTable;
  link_hosts: LinkHostsTable;
}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

/** Set when the row is made, and never again (D60). */
type Fixed<Type> = ColumnType<Type, Type | undefined, never>;
/** Written by a trigger only. */
type SystemWritten<Type> = ColumnType<Type, never, never>;

interface AccountsTable {
  account_id: Fixed<string>;
  email: string;
  plan: string;
  time_zone: Generated<string>;
  api_access: boolean | null;
  limit_overrides: ColumnType<unknown, string | undefined, string>;
  suspended_at: Generated<Date | null>;
  suspended_reason: Generated<string | null>;
  erase_at: Generated<Date | null>;
  erased_at: Generated<Date | null>;
  version: SystemWritten<number>;
  created_at: Fixed<Date>;
  updated_at: SystemWritten<Date>;
}

interface ApiKeysTable {
  key_id: Fixed<string>;
  account_id: Fixed<string>;
  name: string;
  key_hash: Fixed<Buffer>;
  display_prefix: Fixed<string>;
  scope: Generated<string>;
  created_at: Fixed<Date>;
  revoked_at: Date | null;
  last_used_at: Generated<Date | null>;
}

interface ProjectsTable {
  project_id: Fixed<string>;
  account_id: Fixed<string>;
  name: string;
  description: Generated<string>;
  is_default: Generated<boolean>;
  is_archived: Generated<boolean>;
  created_via: Fixed<'api' | 'dashboard' | null>;
  version: SystemWritten<number>;
  created_at: Fixed<Date>;
  updated_at: SystemWritten<Date>;
}

interface IdempotencyKeysTable {
  account_id: Fixed<string>;
  method: Fixed<string>;
  path: Fixed<string>;
  key: Fixed<string>;
  body_hash: Buffer;
  status: number | null;
  body: string | null;
  created_at: Generated<Date>;
}

export type QrStatus = 'active' | 'archived' | 'blocked';
export type RenderStatus = 'staging' | 'pending' | 'rendering' | 'done' | 'error' | 'idle';
type Json = ColumnType<unknown, string | undefined, string>;

interface QrCodesTable {
  qr_id: Fixed<string>;
  account_id: Fixed<string>;
  project_id: string;
  label: string;
  type: Fixed<QrType>;
  status: Generated<QrStatus>;
  blocked_by: 'rescan' | 'operator' | null;
  redirect_url: Generated<string>;
  qr_data: ColumnType<Record<string, unknown> | null, string | null | undefined, string>;
  redirect_rules: Json;
  analytics_enabled: Generated<boolean>;
  render_metadata: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  reserved_slug: Fixed<string>;
  is_slug_public: Generated<boolean>;
  render_status: Generated<RenderStatus>;
  render_generation: Generated<number>;
  render_requested_at: Date | null;
  render_attempt: Generated<number>;
  render_error: string | null;
  last_rendered_at: Date | null;
  svg_file: Generated<string | null>;
  png_file: Generated<string | null>;
  render_findings: Generated<string[]>;
  render_score: number | null;
  /** Which host the present image carries; null is our own. */
  rendered_host: Generated<string | null>;
  created_at: Fixed<Date>;
  updated_at: SystemWritten<Date>;
}

interface ScanStateTable {
  qr_id: Fixed<string>;
  /** Only the ledger writes it. */
  scan_count: SystemWritten<number>;
  scan_limit: number | null;
  expires_at: Date | null;
  status: ColumnType<QrStatus, QrStatus, never>;
  version: SystemWritten<number>;
}

interface AccountUsageTable {
  account_id: Fixed<string>;
  live_qr_codes: SystemWritten<number>;
}

interface ProjectUsageTable {
  project_id: Fixed<string>;
  live_qr_codes: SystemWritten<number>;
}

interface ReplacedFilesTable {
  name: string;
  qr_id: Fixed<string>;
  replaced_at: Generated<Date>;
}

interface AccountUsersTable {
  user_id: Fixed<string>;
  account_id: Fixed<string>;
}

interface StyleTemplatesTable {
  template_id: Fixed<string>;
  account_id: Fixed<string>;
  name: string;
  design: ColumnType<Record<string, unknown>, string, string>;
  created_at: Fixed<Date>;
}

interface DomainsTable {
  domain_id: Fixed<string>;
  account_id: Fixed<string>;
  project_id: Fixed<string>;
  host: Fixed<string>;
  token: Fixed<string>;
  state: Generated<DomainState>;
  root_url: Generated<string | null>;
  problem: Generated<string | null>;
  failures: Generated<number>;
  created_at: Fixed<Date>;
  verified_at: Generated<Date | null>;
  failing_since: Generated<Date | null>;
  lapsed_at: Generated<Date | null>;
  checked_at: Generated<Date | null>;
  next_check_at: Generated<Date>;
}

interface MailsTable {
  mail_id: Fixed<string>;
  sealed: Buffer;
  created_at: Fixed<Date>;
}

interface FirstCertificatesTable {
  account_id: Fixed<string>;
  host: Fixed<string>;
  granted_at: Fixed<Date>;
}

interface LinkHostsTable {
  host: Fixed<string>;
  first_drawn_at: Fixed<Date>;
}

interface ErasedSlugsTable {
  slug: Fixed<string>;
}

interface AbuseReportsTable {
  report_id: Fixed<string>;
  slug: string;
  reason: Fixed<string>;
  details: Generated<string>;
  contact: string | null;
  state: Generated<'open' | 'closed' | 'blocked'>;
  note: string | null;
  reported_at: Fixed<Date>;
  closed_at: Generated<Date | null>;
}

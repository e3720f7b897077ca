import type { Dimension } from '#core/analytics/dimension.ts';
import type { SeriesUnit } from '#core/analytics/local-series.ts';
import type { DeliveredType } from '#core/event-type.ts';
import type { Action } from '#core/permissions.ts';
import type { FeatureName, LimitName } from '#core/plan-limits.ts';
import type { QrType } from '#core/qr-type.ts';
import type { ProjectRole, Role } from '#core/role.ts';

/** The responses of `/dashboard/api`. */
export interface Me {
  user: { user_id: string; email: string; name: string };
  account: {
    account_id: string;
    plan: string;
    timezone: string;
    api_access: boolean;
    /** When the account will be erased; null unless its owner requested it. */
    erase_at: string | null;
  };
  /** In all of the account; null: only in single projects. */
  role: Role | null;
  /** What the user may do in all of the account. */
  actions: Action[];
  /** What the user may do in at least one project. */
  project_actions: Action[];
  /** All accounts of the user. */
  accounts: { account_id: string; email: string; role: Role | null; is_suspended: boolean }[];
  /** Whether the user signed in with the provider of the account. */
  is_sso_session: boolean;
  /** Whether countries come from the operator's own file. */
  has_own_country_file: boolean;
}

/** A change of codes at a later instant. */
export interface PlannedChange {
  plan_id: string;
  name: string;
  status: 'waiting' | 'running' | 'done' | 'cancelled';
  apply_at: string;
  change: Record<string, unknown>;
  total: number;
}

export interface WatchedUrl {
  url: string;
  state: 'unchecked' | 'works' | 'troubled' | 'failing' | 'forbidden';
  checked_at: string | null;
  problem: string | null;
  status: number | null;
  failures: number;
  certificate_expires_at: string | null;
  redirect_host: string | null;
  domain: string | null;
  domain_expires_at: string | null;
}

export interface Watch {
  destination: boolean;
  standby_url: string | null;
  scans: boolean;
  is_standby_used: boolean;
  replaced_url: string | null;
  destinations: WatchedUrl[];
  project_domain: { domain: string; expires_at: string | null } | null;
  scan_state: {
    state: 'learning' | 'usual' | 'quiet' | 'surge';
    since: string | null;
    usual_scans_per_week: number | null;
  } | null;
}

/** The pages of a project that visitors see instead of a redirect. */
export interface VisitorPage {
  display_name: string | null;
  color: string | null;
  /** A data URL. */
  logo: string | null;
  fallback_url: string | null;
  is_fallback_offered: boolean;
}

export interface Member {
  user_id: string;
  name: string;
  email: string;
  role: Role | null;
  projects: Record<string, ProjectRole>;
  has_second_factor: boolean;
  joined_at: string;
}

export interface Invitation {
  invitation_id: string;
  email: string;
  role: Role | null;
  projects: Record<string, ProjectRole>;
  expires_at: string;
}

export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

export interface Change {
  change_id: string;
  changed_at: string;
  operation: 'created' | 'changed' | 'removed';
  actor: { kind: string; id: string | null; name: string };
  via: string;
  changes: FieldChange[];
  first_scan_number: number | null;
  bulk_id: string | null;
}

export interface AuditEntry extends Change {
  subject: string;
  subject_id: string;
}

export interface ChangePage<Item = Change> {
  items: Item[];
  next_page_token: string | null;
}

export interface BulkChange {
  bulk_id: string;
  total: number;
  done: number;
  failed: number;
  failures?: { qr_id: string; message: string }[];
  finished_at: string | null;
}

export interface OauthClient {
  client_id: string;
  name: string;
  scopes: string[];
  projects: string[] | null;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
}

export interface SsoSettings {
  sso: {
    issuer: string;
    client_id: string;
    mail_domain: string;
    record: { name: string; value: string };
    verified_at: string | null;
    is_enforced: boolean;
    groups_claim: string;
    group_roles: Record<string, string>;
    default_role: string | null;
  } | null;
  redirect_uri: string;
  requires_two_factors: boolean;
}

export interface Usage {
  plan: string;
  usage: Record<'qr_codes' | 'api_keys', { used: number; limit: number }>;
  /** Null: unlimited. Missing in responses of release 0.3. */
  limits?: Record<LimitName, number | null>;
  /** Where to get a larger plan. */
  upgrade_url: string | null;
  features: Record<FeatureName, boolean>;
}

export interface ApiKey {
  key_id: string;
  name: string;
  prefix: string;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
  /** Null: unrestricted. */
  scopes: string[] | null;
  projects: string[] | null;
  expires_at: string | null;
}

export interface Project {
  project_id: string;
  name: string;
  description: string;
  is_default: boolean;
  is_archived: boolean;
  live_qr_codes: number;
  has_custom_domain: boolean;
  created_via: string | null;
  created_at: string;
}

export type QrStatus = 'active' | 'archived' | 'blocked';

export interface QrItem {
  qr_id: string;
  project_id: string;
  slug: string | null;
  label: string;
  status: QrStatus;
  type: QrType;
  redirect_url: string;
  created_at: string;
  render_status: string;
  scan_count: number;
  scan_limit: number | null;
  expires_at: string | null;
  file_url_svg: string | null;
  is_project_archived: boolean;
  tags: string[];
  folder_id: string | null;
}

export interface Folder {
  folder_id: string;
  project_id: string;
  name: string;
}

/** Filters and order of the list under a name. */
export interface SavedView {
  view_id: string;
  name: string;
  filter: Record<string, string | string[]>;
}

export interface QrPage {
  items: QrItem[];
  next_page_token: string | null;
  /** False: codes from before an upgrade are still missing in this order. */
  is_complete: boolean;
}

export type RuleSource = Record<string, unknown>;
export type Design = Record<string, unknown>;

export interface QrCode extends QrItem {
  /** For changes that must not overwrite somebody else's. */
  etag: string;
  destination_url: string | null;
  short_link: string | null;
  /** The hosts on which its link works. */
  link_hosts: string[];
  /** To the quarter hour. */
  last_scan_at: string | null;
  /** The host in the current image. */
  image_host: string;
  /** Whether a scan with that host works. */
  is_image_served: boolean;
  is_static: boolean;
  analytics_enabled: boolean;
  forwarded_params: string[];
  redirect_rules: RuleSource[];
  qr_data: Record<string, string | boolean>;
  design: Design | null;
  render_error: string | null;
  render_score: number | null;
  render_findings: string[];
  file_url_png: string | null;
  updated_at: string;
}

export interface Template {
  template_id: string;
  name: string;
  design: Design;
}

export type Verdict =
  | { is_accepted: false; message: string }
  | { is_accepted: true; score: number; findings: string[]; width_px: number; height_px: number };

export interface ValueCount {
  value: string;
  scans: number;
}

/** Scans over time, with the previous period. */
export interface Trend {
  unit: SeriesUnit;
  until: string;
  scans: number;
  previousScans: number;
  points: { at: string; scans: number }[];
  previousPoints: { at: string; scans: number }[];
}

export interface Analytics extends Trend {
  timezone: string;
  from: string;
  previous: { from: string; until: string };
  isCurrent: boolean;
  visitors: { day: string; visitors: number }[];
  heat: number[][];
  breakdowns: Record<Dimension, ValueCount[]>;
}

/** Of all projects. */
export interface AccountAnalytics extends Trend {
  is_whole: boolean;
  /** Most scans first. */
  projects: {
    project_id: string;
    name: string;
    is_archived: boolean;
    scans: number;
    previous_scans: number;
  }[];
}

export interface TopCode {
  qr_id: string;
  label: string;
  /** In the range. */
  scans: number;
}

export interface Session {
  id: string;
  token: string;
  createdAt: string;
  updatedAt: string;
  ipAddress: string | null;
  userAgent: string | null;
}

export interface Passkey {
  id: string;
  name: string | null;
  createdAt: string;
}

export interface Domain {
  host: string;
  state: 'pending' | 'verified' | 'failing' | 'lapsed';
  problem: string | null;
  root_url: string | null;
  records: { type: string; name: string; value: string }[];
  verified_at: string | null;
  failing_since: string | null;
  held_until: string | null;
  checked_at: string | null;
  next_check_at: string;
}

/** The progress of a project's images after its host has changed. */
export interface Redraw {
  host: string | null;
  total: number;
  /** How many have another host. */
  left: number;
  finished_at: string | null;
}

export interface WebhookEndpoint {
  endpoint_id: string;
  url: string;
  description: string;
  /** Null: all. */
  types: DeliveredType[] | null;
  project_id: string | null;
  qr_ids: string[] | null;
  enabled: boolean;
  disabled_reason: 'owner' | 'operator' | 'gone' | 'failing' | null;
  failing_since: string | null;
  old_secret_expires_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface WebhookDelivery {
  delivery_id: string;
  event_id: string;
  type: DeliveredType;
  status: 'pending' | 'succeeded' | 'dead' | 'cancelled';
  attempts: number;
  next_attempt_at: string | null;
  last_attempt_at: string | null;
  duration_ms: number | null;
  response_status: number | null;
  response_body: string | null;
  error: string | null;
  created_at: string;
}

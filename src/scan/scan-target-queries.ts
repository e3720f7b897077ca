import type pg from 'pg';
import { isStaticType } from '#core/qr-content/content-field.ts';
import { contentPayload } from '#core/qr-content/content-payload.ts';
import type { Content } from '#core/qr-content/parse-content.ts';
import type { QrType } from '#core/qr-type.ts';
import type { ScanTarget } from '#core/resolve-scan.ts';
import { parseRedirectRules } from '#core/rules/redirect-rule.ts';
import { parseTimeZone } from '#core/time-zone.ts';
import type { Log } from '#platform/log.ts';

/** A target as PostgreSQL returns it. */
export interface TargetRow {
  reserved_slug: string;
  qr_id: string;
  project_id: string;
  account_id: string;
  is_slug_public: boolean;
  status: ScanTarget['status'];
  is_archived: boolean;
  account_state: ScanTarget['accountState'];
  domain_host: string | null;
  expires_at: Date | null;
  scan_limit: number | null;
  is_numbered?: boolean;
  type: QrType;
  redirect_url: string;
  qr_data: Content | null;
  redirect_rules: unknown;
  time_zone: string;
  analytics_enabled: boolean;
  forwarded_params?: string[];
  version: number;
  project_version: number;
  account_version: number;
}

/** One select for all readers of targets; only the condition differs. */
export const selectTargets = `
    select c.reserved_slug, c.qr_id, c.project_id, c.account_id, c.is_slug_public, s.status, p.is_archived,
      case when a.erased_at is not null then 'erased' when a.suspended_at is not null then 'suspended' else 'active' end as account_state, d.host as domain_host,
      s.expires_at, s.scan_limit, s.is_numbered, c.type, c.redirect_url, c.qr_data, c.redirect_rules, c.forwarded_params, a.time_zone, c.analytics_enabled,
      s.version, p.version as project_version, a.version as account_version
    from qr_codes c
    join scan_state s on s.qr_id = c.qr_id
    join projects p on p.project_id = c.project_id
    join accounts a on a.account_id = c.account_id
    left join serving_domains d on d.project_id = c.project_id`;

const findTargets = { name: 'find-targets', text: `${selectTargets} where c.reserved_slug = any($1)` };

/** Targets by slug, from one snapshot, so that their versions match their content. */
export async function listTargets(
  pool: pg.Pool,
  slugs: string[],
  log: Log,
): Promise<Map<string, ScanTarget | 'unavailable'>> {
  const { rows } = await pool.query<TargetRow>({ ...findTargets, values: [slugs] });
  const targets = new Map<string, ScanTarget | 'unavailable'>();
  for (const row of rows) {
    try {
      targets.set(row.reserved_slug, readTarget(row));
    } catch (error) {
      // A target that we don't understand (a newer release wrote it) must not block others.
      log.error({ err: error, slug: row.reserved_slug }, 'a target could not be understood');
      targets.set(row.reserved_slug, 'unavailable');
    }
  }
  return targets;
}

export function readTarget(row: TargetRow): ScanTarget {
  if (parseTimeZone(row.time_zone) === null) throw new Error(`unknown time zone ${row.time_zone}`);
  const rules = parseRedirectRules(row.redirect_rules);
  if (!rules.ok) throw new Error(`the rules of ${row.qr_id} can't be read: ${rules.message}`);
  return {
    qrId: row.qr_id,
    projectId: row.project_id,
    accountId: row.account_id,
    // The image of a static code contains its content. Its link was never printed, and a guessed link would show a password.
    isPublic: row.is_slug_public && !isStaticType(row.type),
    status: row.status,
    isProjectArchived: row.is_archived,
    accountState: row.account_state,
    domainHost: row.domain_host,
    expiresAtMs: row.expires_at?.getTime() ?? null,
    scanLimit: row.scan_limit,
    // Snapshots of the previous release don't say it, and have no such code.
    isNumbered: row.is_numbered ?? false,
    redirectUrl: row.redirect_url === '' ? null : row.redirect_url,
    text: row.redirect_url === '' ? (contentPayload(row.type, row.qr_data ?? {}, row.qr_id) ?? '') : '',
    textKind: row.type === 'vcard' || row.type === 'event' ? row.type : 'text',
    content: row.type === 'vcard' || row.type === 'event' ? row.qr_data : null,
    rules: rules.value,
    // Snapshots of the previous release have none.
    forwardedParams: row.forwarded_params ?? [],
    timeZone: row.time_zone,
    analyticsEnabled: row.analytics_enabled,
    version: row.version,
    projectVersion: row.project_version,
    accountVersion: row.account_version,
  };
}

import { type Destination, parseDestination } from './destination.ts';
import { isRecord } from './is-record.ts';
import { type Parsed, refuse } from './parsed.ts';
import type { Content } from './qr-content/parse-content.ts';
import type { Design } from './qr-image/design-input.ts';
import { type ApiType, apiTypes, isApiType, isQrType, type QrType } from './qr-type.ts';
import { formatRedirectRule, parseRedirectRules, type RedirectRule } from './rules/redirect-rule.ts';
import { parseTextField } from './text-field.ts';
import { parseTimestamp } from './timestamp.ts';

/** Settings that scans follow. Absent: not in the request; null: cleared. */
export interface ScanSettings {
  redirectRules?: RedirectRule[];
  expiresAt?: Date | null;
  scanLimit?: number | null;
}

export interface NewQrCode extends ScanSettings {
  label: string;
  type: QrType;
  /** Null for types without a destination. */
  redirectUrl: string | null;
  /** The content of those types; null for the others. */
  content: Content | null;
  projectId: string | null;
  /** Set in the dashboard only. */
  design?: Design;
  analyticsEnabled?: boolean;
}

export interface QrCodeChange extends ScanSettings {
  label?: string;
  redirectUrl?: string;
  status?: 'active' | 'archived';
  /** Set in the dashboard only. The type of the code decides which content is allowed. */
  content?: unknown;
  design?: Design;
  analyticsEnabled?: boolean;
}

export type Body = Record<string, unknown>;

const labelBounds = { min: 1, max: 255 };
const textBounds = { min: 1, max: 4_000 };
const scanLimitMax = 2_147_483_647;
export const changeableFields = [
  'label',
  'name',
  'redirect_url',
  'status',
  'redirect_rules',
  'expires_at',
  'scan_limit',
];

/** The body of POST /v1/qr-codes: form and values, independent of the caller. */
export function parseNewQrCode(body: Body): Parsed<NewQrCode> {
  // `name` wins on creation; `label` is its alias (D10).
  const rawLabel = body['name'] ?? body['label'];
  const label = parseLabel('name' in body ? 'name' : 'label', rawLabel ?? 'Untitled');
  if (!label.ok) return label;
  const type = parseType(body['type']);
  if (!type.ok) return type;
  const content = parseTarget(type.value, body);
  if (!content.ok) return content;
  const projectId = body['project_id'] ?? null;
  if (projectId !== null && typeof projectId !== 'string') return refuse('project_id must be a string.');
  const settings = parseScanSettings(body);
  if (!settings.ok) return settings;
  return {
    ok: true,
    value: { label: label.value, type: type.value, projectId, ...content.value, ...settings.value },
  };
}

/** The body of PATCH /v1/qr-codes/{id}: the change has only the fields of the body, so that null differs from absent. */
export function parseQrCodeChange(body: Body): Parsed<QrCodeChange> {
  const change: QrCodeChange = {};
  // `label` wins on update; `name` is its alias (D10).
  const labelField = ['label', 'name'].find((field) => field in body);
  if (labelField !== undefined) {
    const label = parseLabel(labelField, body[labelField]);
    if (!label.ok) return label;
    change.label = label.value;
  }
  if ('redirect_url' in body) {
    const url = parseDestination('redirect_url', body['redirect_url']);
    if (!url.ok) return url;
    change.redirectUrl = url.value.url;
  }
  if ('status' in body) {
    const { status } = body as { status: unknown };
    if (status !== 'active' && status !== 'archived') return refuse('status must be active or archived.');
    change.status = status;
  }
  const settings = parseScanSettings(body);
  if (!settings.ok) return settings;
  Object.assign(change, settings.value);
  if (Object.keys(change).length > 0) return { ok: true, value: change };
  return refuse(
    `The body contains no changes. Send at least one of ${changeableFields.filter((field) => field !== 'name').join(', ')}.`,
  );
}

/** All possible destinations of these settings (D38). In SQL: `destination_urls`. */
export function destinationsOf(input: {
  redirectUrl?: string | null;
  redirectRules?: RedirectRule[];
  content?: unknown;
}): Destination[] {
  const target = input.redirectUrl ? [{ field: 'redirect_url', url: input.redirectUrl }] : [];
  const rules = (input.redirectRules ?? []).map(({ url }, index) => ({
    field: `redirect_rules[${index}].url`,
    url,
  }));
  const site = isRecord(input.content) ? input.content['website'] : undefined;
  const card = typeof site === 'string' && site !== '' ? [{ field: 'content.website', url: site }] : [];
  return [...target, ...rules, ...card];
}

/** Whether a new code needs the plan feature; the device rules of an app code don't. */
export function needsAdvancedRedirects({ type, ...settings }: NewQrCode): boolean {
  return usesAdvancedRedirects(type === 'app_store' ? { ...settings, redirectRules: [] } : settings);
}

/** Whether these settings need the plan feature; clearing never does (D20). */
export function usesAdvancedRedirects(settings: ScanSettings): boolean {
  const { redirectRules = [], expiresAt = null, scanLimit = null } = settings;
  return redirectRules.length > 0 || expiresAt !== null || scanLimit !== null;
}

export function formatRules(rules: RedirectRule[]): string {
  return JSON.stringify(rules.map(formatRedirectRule));
}

export function parseLabel(field: string, raw: unknown): Parsed<string> {
  if (typeof raw !== 'string') return refuse(`${field} must be a string.`);
  return parseTextField(field, raw, labelBounds);
}

function parseType(raw: unknown): Parsed<ApiType> {
  if (raw === undefined) return { ok: true, value: 'url' };
  if (typeof raw === 'string' && isApiType(raw)) return { ok: true, value: raw };
  const allowed = apiTypes.join(', ');
  if (typeof raw === 'string' && isQrType(raw)) {
    return refuse(
      `Codes of type ${raw} can be created only in the dashboard. In the API, type must be one of ${allowed}.`,
    );
  }
  return refuse(`type must be one of ${allowed}.`);
}

function parseTarget(type: ApiType, body: Body): Parsed<Pick<NewQrCode, 'redirectUrl' | 'content'>> {
  if (type === 'text') {
    const data = body['qr_data'];
    const raw = body['text'] ?? (isRecord(data) ? data['text'] : undefined);
    if (raw === undefined) return refuse('text is required for type text.');
    if (typeof raw !== 'string') return refuse('text must be a string.');
    const text = parseTextField('text', raw, textBounds);
    return text.ok ? { ok: true, value: { redirectUrl: null, content: { text: text.value } } } : text;
  }
  if (body['redirect_url'] === undefined) return refuse(`redirect_url is required for type ${type}.`);
  const url = parseDestination('redirect_url', body['redirect_url']);
  return url.ok ? { ok: true, value: { redirectUrl: url.value.url, content: null } } : url;
}

export function parseScanSettings(body: Body): Parsed<ScanSettings> {
  const settings: ScanSettings = {};
  if (body['redirect_rules'] !== undefined) {
    const rules = parseRedirectRules(body['redirect_rules'] ?? []);
    if (!rules.ok) return rules;
    settings.redirectRules = rules.value;
  }
  const expiresAt = body['expires_at'];
  if (expiresAt !== undefined) {
    const instant = typeof expiresAt === 'string' ? parseTimestamp(expiresAt) : null;
    if (expiresAt !== null && instant === null) {
      return refuse(
        'expires_at must be an RFC 3339 timestamp with an offset or Z, such as 2027-01-31T18:00:00Z.',
      );
    }
    settings.expiresAt = instant;
  }
  const scanLimit = body['scan_limit'];
  if (scanLimit !== undefined) {
    if (scanLimit !== null && !isScanLimit(scanLimit)) {
      return refuse(`scan_limit must be a whole number from 1 to ${scanLimitMax}.`);
    }
    settings.scanLimit = scanLimit;
  }
  return { ok: true, value: settings };
}

function isScanLimit(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= scanLimitMax;
}

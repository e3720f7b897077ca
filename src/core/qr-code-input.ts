import { type Destination, parseDestination } from './destination.ts';
import { needsDestination, parseForwardedParams } from './forward-query.ts';
import { isRecord } from './is-record.ts';
import { accept, type Parsed, parseAll, refuse, refuseField } from './parsed.ts';
import type { Content } from './qr-content/parse-content.ts';
import { type Design, parseDesign } from './qr-image/design-input.ts';
import { type ApiType, apiTypes, isApiType, isQrType, type QrType } from './qr-type.ts';
import { formatRedirectRule, parseRedirectRules, type RedirectRule } from './rules/redirect-rule.ts';
import { parseTags } from './tags.ts';
import { parseTextField } from './text-field.ts';
import { parseTimestamp } from './timestamp.ts';

/** Absent: unchanged. A template is copied into the code, never linked. */
export interface DesignChoice {
  design?: Design;
  templateId?: string;
}

/** Settings that scans follow. Absent: not in the request; null: cleared. */
export interface ScanSettings {
  redirectRules?: RedirectRule[];
  expiresAt?: Date | null;
  scanLimit?: number | null;
}

export interface NewQrCode extends ScanSettings, DesignChoice {
  label: string;
  type: QrType;
  /** Null for types without a destination. */
  redirectUrl: string | null;
  /** The content of those types; null for the others. */
  content: Content | null;
  projectId: string | null;
  tags?: string[];
  /** Names of query parameters that scans pass on. */
  forwardedParams?: string[];
  /** Set in the dashboard only. */
  analyticsEnabled?: boolean;
  folderId?: string | null;
}

export interface QrCodeChange extends ScanSettings, DesignChoice {
  label?: string;
  redirectUrl?: string;
  status?: 'active' | 'archived';
  /** Where to move the code; bulk changes only. */
  projectId?: string;
  /** Replaces all tags. */
  tags?: string[];
  forwardedParams?: string[];
  /** Set in the dashboard only. The type of the code decides which content is allowed. */
  content?: unknown;
  analyticsEnabled?: boolean;
  folderId?: string | null;
  /** Tags to add and remove, and a text to replace in all destinations: they depend on the code. */
  addTags?: string[];
  removeTags?: string[];
  replaceInUrls?: UrlReplacement;
}

/** Every occurrence of a text in a destination is replaced. */
export interface UrlReplacement {
  find: string;
  replacement: string;
}

export type Body = Record<string, unknown>;

const labelBounds = { min: 1, max: 255 };
const textBounds = { min: 1, max: 4_000 };
const scanLimitMax = 2_147_483_647;
/** In `/v2`, other fields of a new code are refused. */
export const creatableFields = [
  'name',
  'label',
  'type',
  'redirect_url',
  'text',
  'qr_data',
  'project_id',
  'redirect_rules',
  'expires_at',
  'scan_limit',
  'design',
  'template_id',
  'tags',
  'forwarded_params',
];
export const changeableFields = [
  'label',
  'name',
  'redirect_url',
  'status',
  'redirect_rules',
  'expires_at',
  'scan_limit',
  'design',
  'template_id',
  'tags',
  'forwarded_params',
];

/** The body of POST /v1/qr-codes: form and values, independent of the caller. */
export function parseNewQrCode(body: Body): Parsed<NewQrCode> {
  const type = parseType(body['type']);
  const projectId = body['project_id'] ?? null;
  const parts = parseAll({
    // `name` wins on creation; `label` is its alias (D10).
    label: parseLabel('name' in body ? 'name' : 'label', body['name'] ?? body['label'] ?? 'Untitled'),
    type,
    target: type.ok ? parseTarget(type.value, body) : accept({ redirectUrl: null, content: null }),
    projectId:
      projectId === null || typeof projectId === 'string'
        ? accept(projectId)
        : refuseField('project_id', 'must be a string.'),
    settings: parseScanSettings(body),
    design: parseDesignChoice(body),
    ...parseLists(body),
  });
  if (!parts.ok) return parts;
  const { target, settings, design, ...rest } = parts.value;
  if (target.redirectUrl === null && (rest.forwardedParams ?? []).length > 0)
    return refuseField('forwarded_params', needsDestination);
  return accept({ ...rest, ...target, ...settings, ...design });
}

/** The body of PATCH /v1/qr-codes/{id}: the change has only the fields of the body, so that null differs from absent. */
export function parseQrCodeChange(body: Body): Parsed<QrCodeChange> {
  // `label` wins on update; `name` is its alias (D10).
  const labelField = ['label', 'name'].find((field) => field in body);
  const { status } = body as { status: unknown };
  const parts = parseAll({
    ...(labelField !== undefined && { label: parseLabel(labelField, body[labelField]) }),
    ...('redirect_url' in body && { redirectUrl: parseUrl('redirect_url', body['redirect_url']) }),
    ...('status' in body && { status: parseStatus(status) }),
    ...parseLists(body),
    settings: parseScanSettings(body),
    design: parseDesignChoice(body),
  });
  if (!parts.ok) return parts;
  const { settings, design, ...rest } = parts.value;
  const change: QrCodeChange = { ...rest, ...settings, ...design };
  if (Object.keys(change).length > 0) return accept(change);
  return refuse(
    `The body contains no changes. Send at least one of ${changeableFields.filter((field) => field !== 'name').join(', ')}.`,
  );
}

/** Null empties them. */
function parseLists({ tags, forwarded_params: params }: Body) {
  return {
    ...(tags !== undefined && { tags: parseTags('tags', tags ?? []) }),
    ...(params !== undefined && { forwardedParams: parseForwardedParams('forwarded_params', params ?? []) }),
  };
}

function parseStatus(status: unknown): Parsed<'active' | 'archived'> {
  if (status === 'active' || status === 'archived') return accept(status);
  return refuseField('status', 'must be active or archived.');
}

function parseUrl(field: string, raw: unknown): Parsed<string> {
  const url = parseDestination(field, raw);
  return url.ok ? accept(url.value.url) : url;
}

/** A whole design, or a template to copy it from; null is the default design. */
function parseDesignChoice(body: Body): Parsed<DesignChoice> {
  const { design, template_id: templateId } = body;
  if (design !== undefined && templateId !== undefined)
    return refuseField('template_id', "can't be combined with design. Send one of them.");
  if (templateId !== undefined)
    return typeof templateId === 'string'
      ? accept({ templateId })
      : refuseField('template_id', 'must be the ID of a template.');
  if (design === undefined) return accept({});
  const parsed = parseDesign(design);
  return parsed.ok ? accept({ design: parsed.value }) : parsed;
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

/** The field of a new code that needs the plan feature, or null; the device rules of an app code don't need it. */
export function needsAdvancedRedirects({ type, ...settings }: NewQrCode): string | null {
  return advancedField(type === 'app_store' ? { ...settings, redirectRules: [] } : settings);
}

/** The first of these settings that needs the plan feature, or null; clearing never does (D20). */
export function advancedField(settings: ScanSettings): string | null {
  const { redirectRules = [], expiresAt = null, scanLimit = null } = settings;
  if (redirectRules.length > 0) return 'redirect_rules';
  if (expiresAt !== null) return 'expires_at';
  return scanLimit === null ? null : 'scan_limit';
}

/** Without settings that repeat what is stored (D69). */
export function newSettings(
  settings: ScanSettings,
  stored: { redirect_rules: unknown; expires_at: Date | null; scan_limit: number | null },
): ScanSettings {
  const { redirectRules, expiresAt, scanLimit } = settings;
  const known = parseRedirectRules(stored.redirect_rules);
  const knownRules = known.ok ? formatRules(known.value) : null;
  return {
    ...(redirectRules !== undefined && formatRules(redirectRules) !== knownRules && { redirectRules }),
    ...(expiresAt !== undefined && expiresAt?.getTime() !== stored.expires_at?.getTime() && { expiresAt }),
    ...(scanLimit !== undefined && scanLimit !== stored.scan_limit && { scanLimit }),
  };
}

export function formatRules(rules: RedirectRule[]): string {
  return JSON.stringify(rules.map(formatRedirectRule));
}

export function parseLabel(field: string, raw: unknown): Parsed<string> {
  if (typeof raw !== 'string') return refuseField(field, 'must be a string.');
  return parseTextField(field, raw, labelBounds);
}

function parseType(raw: unknown): Parsed<ApiType> {
  if (raw === undefined) return accept('url');
  if (typeof raw === 'string' && isApiType(raw)) return accept(raw);
  const allowed = apiTypes.join(', ');
  if (typeof raw === 'string' && isQrType(raw)) {
    return refuse(
      `Codes of type ${raw} can be created only in the dashboard. In the API, type must be one of ${allowed}.`,
      'type',
    );
  }
  return refuseField('type', `must be one of ${allowed}.`);
}

function parseTarget(type: ApiType, body: Body): Parsed<Pick<NewQrCode, 'redirectUrl' | 'content'>> {
  if (type === 'text') {
    // As on update (D68).
    if (body['redirect_url'] !== undefined)
      return refuseField('redirect_url', "can't be set for type text, which has no destination.");
    const text = parseText(body);
    return text.ok ? accept({ redirectUrl: null, content: { text: text.value } }) : text;
  }
  if (body['redirect_url'] === undefined) return refuseField('redirect_url', `is required for type ${type}.`);
  const url = parseUrl('redirect_url', body['redirect_url']);
  return url.ok ? accept({ redirectUrl: url.value, content: null }) : url;
}

function parseText(body: Body): Parsed<string> {
  const data = body['qr_data'];
  const raw = body['text'] ?? (isRecord(data) ? data['text'] : undefined);
  if (raw === undefined) return refuseField('text', 'is required for type text.');
  if (typeof raw !== 'string') return refuseField('text', 'must be a string.');
  return parseTextField('text', raw, textBounds);
}

export function parseScanSettings(body: Body): Parsed<ScanSettings> {
  const { redirect_rules: rules, expires_at: expiresAt, scan_limit: scanLimit } = body;
  return parseAll({
    ...(rules !== undefined && { redirectRules: parseRedirectRules(rules ?? []) }),
    ...(expiresAt !== undefined && { expiresAt: parseExpiry(expiresAt) }),
    ...(scanLimit !== undefined && { scanLimit: parseScanLimit(scanLimit) }),
  });
}

function parseExpiry(raw: unknown): Parsed<Date | null> {
  if (raw === null) return accept(null);
  const instant = typeof raw === 'string' ? parseTimestamp(raw) : null;
  if (instant !== null) return accept(instant);
  return refuseField(
    'expires_at',
    'must be an RFC 3339 timestamp with an offset or Z, such as 2027-01-31T18:00:00Z.',
  );
}

function parseScanLimit(raw: unknown): Parsed<number | null> {
  if (raw === null) return accept(null);
  if (typeof raw === 'number' && Number.isInteger(raw) && raw >= 1 && raw <= scanLimitMax) return accept(raw);
  return refuseField('scan_limit', `must be a whole number from 1 to ${scanLimitMax}.`);
}

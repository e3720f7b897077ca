import { storeContent } from './dashboard-code-input.ts';
import { formatIdentifier } from './identifier.ts';
import { isRecord } from './is-record.ts';
import { type Parsed, refuse } from './parsed.ts';
import type { QrCodeChange } from './qr-code-input.ts';
import { parseDesign } from './qr-image/design-input.ts';
import type { QrType } from './qr-type.ts';
import { parseRedirectRules } from './rules/redirect-rule.ts';

/** A change as history stores it: changed fields only. */
export interface RecordedChange {
  operation: 'created' | 'changed' | 'removed';
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

interface RevertedCode {
  type: QrType;
  redirect_url: string;
  redirect_rules: unknown;
}

/** Fields that programs can change; people in the dashboard can change all of them. */
const fieldsOfPrograms = [
  'label',
  'redirect_url',
  'status',
  'redirect_rules',
  'expires_at',
  'scan_limit',
  'render_metadata',
  'tags',
  'forwarded_params',
];

/** The change that restores the values from before another change. Its checks are those of every change. */
export function planRevert(
  code: RevertedCode,
  { operation, before }: RecordedChange,
  isProgram: boolean,
): Parsed<QrCodeChange> {
  if (operation === 'created' || before === null)
    return refuse("The creation of a code can't be reverted. Archive the code instead.");
  if ('blocked_by' in before || before['status'] === 'blocked')
    return refuse("Blocks can't be reverted. Change the destination instead.");
  const fields = Object.keys(before);
  const isOpen = (field: string) =>
    !isProgram || (fieldsOfPrograms.includes(field) && !(code.type === 'app_store' && isTarget(field)));
  const foreign = fields.find((field) => !isOpen(field));
  if (foreign !== undefined)
    return refuse(`${publicField(foreign)} can't be reverted this way. Use the dashboard.`);
  if (fields.some((field) => hasSecret(before[field])))
    return refuse('The change contains a secret, which history does not store. Enter it again instead.');
  return restore(code, before);
}

function restore(code: RevertedCode, before: Record<string, unknown>): Parsed<QrCodeChange> {
  const change: QrCodeChange = {};
  const { project_id: projectId, folder_id: folderId, tags, forwarded_params: params } = before;
  if (typeof projectId === 'string') change.projectId = formatIdentifier('prj', projectId);
  if (folderId !== undefined)
    change.folderId = typeof folderId === 'string' ? formatIdentifier('fld', folderId) : null;
  if (Array.isArray(tags)) change.tags = tags.map(String);
  if (Array.isArray(params)) change.forwardedParams = params.map(String);
  if ('label' in before) change.label = String(before['label']);
  if ('status' in before) change.status = before['status'] === 'archived' ? 'archived' : 'active';
  if ('analytics_enabled' in before) change.analyticsEnabled = before['analytics_enabled'] === true;
  if ('scan_limit' in before) change.scanLimit = before['scan_limit'] as number | null;
  if ('expires_at' in before)
    change.expiresAt = typeof before['expires_at'] === 'string' ? new Date(before['expires_at']) : null;
  if ('qr_data' in before) change.content = before['qr_data'];
  if ('render_metadata' in before) {
    const design = parseDesign(before['render_metadata']);
    if (!design.ok) return design;
    change.design = design.value;
  }
  const { redirect_url: url = code.redirect_url, redirect_rules: rules = code.redirect_rules } = before;
  if (code.type === 'app_store') {
    if ('redirect_url' in before || 'redirect_rules' in before) change.content = storeContent(url, rules);
    return { ok: true, value: change };
  }
  if ('redirect_url' in before) change.redirectUrl = String(url);
  if (!('redirect_rules' in before)) return { ok: true, value: change };
  const parsed = parseRedirectRules(rules);
  return parsed.ok ? { ok: true, value: { ...change, redirectRules: parsed.value } } : parsed;
}

/** The fields whose later changes would be overwritten. The stores of an app code are restored together. */
export function revertedFields(
  { type }: Pick<RevertedCode, 'type'>,
  before: Record<string, unknown>,
): string[] {
  const fields = Object.keys(before);
  return type === 'app_store' && fields.some(isTarget) ? [...new Set([...fields, ...targetFields])] : fields;
}

const targetFields = ['redirect_url', 'redirect_rules'];

function isTarget(field: string): boolean {
  return targetFields.includes(field);
}

/** The name of a field in the API. */
export function publicField(field: string): string {
  return field === 'render_metadata' ? 'qr_render_metadata' : field;
}

/** Secrets are replaced by this in history. */
function hasSecret(value: unknown): boolean {
  return isRecord(value) && (value['secret'] === true || Object.values(value).some(hasSecret));
}

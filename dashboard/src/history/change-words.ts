import type { Change, FieldChange } from '../api/types.ts';
import { formatDateTime } from '../ui/format.ts';

/** Fields by their label in forms. */
const fieldNames: Record<string, string> = {
  label: 'name',
  name: 'name',
  redirect_url: 'destination',
  redirect_rules: 'rules',
  scan_limit: 'scan limit',
  expires_at: 'expiry date',
  status: 'status',
  analytics_enabled: 'analytics',
  qr_data: 'content',
  qr_render_metadata: 'design',
  project_id: 'project',
  folder_id: 'folder',
  tags: 'tags',
  forwarded_params: 'passed-on parameters',
  is_archived: 'archived',
  is_default: 'default project',
  time_zone: 'time zone',
  limit_overrides: 'limits',
  erase_at: 'erasure date',
  requires_two_factors: 'two factors required',
  has_all_projects: 'all projects',
  revoked_at: 'revoked',
  group_roles: 'roles of groups',
  is_enforced: 'enforced',
  root_url: 'destination of the bare domain',
};

export function fieldName(field: string): string {
  return fieldNames[field] ?? field.replaceAll('_', ' ');
}

/** Values that are too large to read in a sentence. */
const opaque = new Set([
  'redirect_rules',
  'qr_render_metadata',
  'qr_data',
  'design',
  'limit_overrides',
  'group_roles',
  'folder_id',
  'logo',
]);

export function isOpaque(field: string): boolean {
  return opaque.has(field);
}

export function valueWords({ field }: Pick<FieldChange, 'field'>, value: unknown): string {
  if (value === null || value === '') return field === 'scan_limit' ? 'no limit' : 'nothing';
  if (value === true) return 'on';
  if (value === false) return 'off';
  if ((field === 'tags' || field === 'forwarded_params') && Array.isArray(value))
    return value.length === 0 ? 'none' : value.join(', ');
  if (field === 'redirect_rules') return Array.isArray(value) ? `${value.length} rules` : 'rules';
  if (typeof value === 'string')
    return field.endsWith('_at') && !Number.isNaN(Date.parse(value)) ? formatDateTime(value) : value;
  if (typeof value === 'number') return value.toLocaleString('en');
  return JSON.stringify(value);
}

const ways: Record<string, string> = {
  dashboard: 'in the dashboard',
  api: 'with the API',
  cli: 'on the command line',
  safety: 'after a safety check',
  schedule: 'automatically',
};

export function wayWords({ via, actor }: Pick<Change, 'via' | 'actor'>): string {
  // What people and programs planned happens by itself, too.
  if (via === 'schedule' && actor.kind !== 'system') return 'as planned';
  return ways[via] ?? '';
}

/** Whether reverting may work; the server checks the rest. */
export function isRevertible({ operation, changes }: Change): boolean {
  const isBlock = changes.some(({ before, after }) => before === 'blocked' || after === 'blocked');
  return operation === 'changed' && changes.length > 0 && !isBlock;
}

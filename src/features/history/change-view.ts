import { formatIdentifier } from '#core/identifier.ts';
import { publicField } from '#core/plan-revert.ts';
import type { ActorKind, ChangeRow } from './history-queries.ts';

/** A change as people and programs see it. */
export function changeView(change: ChangeRow) {
  return {
    change_id: formatIdentifier('chg', change.change_id),
    changed_at: change.changed_at.toISOString(),
    operation: change.operation,
    actor: actorView(change.actor_kind, change.actor_id, change.actor_name),
    via: change.via,
    changes: fieldsOf(change),
    first_scan_number: change.first_scan_number,
    bulk_id: change.bulk_id && formatIdentifier('blk', change.bulk_id),
  };
}

/** The same with its subject, for the audit log. */
export function auditView(change: ChangeRow) {
  return {
    ...changeView(change),
    subject: change.subject,
    subject_id: subjectId(change),
    project_id: change.project_id && formatIdentifier('prj', change.project_id),
  };
}

const prefixes: Record<string, Parameters<typeof formatIdentifier>[0]> = {
  code: 'qrc',
  project: 'prj',
  key: 'key',
  template: 'tpl',
  invitation: 'inv',
  account: 'acc',
  bulk: 'blk',
  sso: 'acc',
};

function subjectId({ subject, subject_id }: ChangeRow): string {
  const prefix = prefixes[subject];
  return prefix === undefined ? subject_id : formatIdentifier(prefix, subject_id);
}

function actorView(kind: ActorKind, id: string | null, name: string | null) {
  return { ...actorIdentity(kind, id), name: actorName(kind, id, name) };
}

/** Who it was, without a name: names change. */
export function actorIdentity(kind: ActorKind, id: string | null) {
  if (kind === 'operator' || kind === 'system' || id === null) return { kind, id: null };
  if (kind === 'member') return { kind, id };
  return { kind, id: formatIdentifier(kind === 'api_key' ? 'key' : 'cli', id) };
}

function actorName(kind: ActorKind, id: string | null, name: string | null): string {
  if (kind === 'operator') return 'Operator';
  if (kind === 'system' || id === null) return 'Waypost';
  return kind === 'member' ? memberName(name) : (name ?? 'Deleted key');
}

/** Never an email address. */
function memberName(name: string | null): string {
  if (name === null) return 'Former member';
  return name.includes('@') ? 'Member' : name;
}

/** Who blocked a code is not for callers; that it was blocked is in its status. */
const hidden = new Set(['blocked_by']);

function fieldsOf({ before, after }: ChangeRow) {
  const fields = Object.keys(after ?? before ?? {}).filter((field) => !hidden.has(field));
  return fields.map((field) => ({
    field: publicField(field),
    before: publicValue(field, before?.[field]),
    after: publicValue(field, after?.[field]),
  }));
}

/** A stored value as the API shows it. */
export function publicValue(field: string, value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null;
  // Changes of many codes were stored as they were sent.
  if (field === 'project_id' && !value.startsWith('prj_')) return formatIdentifier('prj', value);
  if (field === 'folder_id' && !value.startsWith('fld_')) return formatIdentifier('fld', value);
  return field.endsWith('_at') ? new Date(value).toISOString() : value;
}

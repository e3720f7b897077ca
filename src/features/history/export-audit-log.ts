import { csvCell } from '#core/csv-cell.ts';
import type { Db } from '../database.ts';
import { auditView } from './change-view.ts';
import { type AuditFilter, listAccountChanges } from './history-queries.ts';

const rowsAtOnce = 500;

/** The audit log as CSV, newest first, one line per changed field. */
export async function* exportAuditLog(db: Db, filter: AuditFilter): AsyncGenerator<string> {
  yield 'changed_at,actor_kind,actor_id,actor,via,subject,subject_id,operation,field,before,after,change_id\r\n';
  let before: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listAccountChanges>> = await listAccountChanges(
      db,
      filter,
      before,
      rowsAtOnce,
    );
    before = page.next;
    yield page.rows.map(auditView).flatMap(linesOf).join('');
  } while (before !== null);
}

function linesOf(change: ReturnType<typeof auditView>): string[] {
  const { actor, changes } = change;
  const fields = changes.length > 0 ? changes : [{ field: '', before: null, after: null }];
  return fields.map(({ field, before, after }) => {
    const cells = [
      change.changed_at,
      actor.kind,
      actor.id ?? '',
      actor.name,
      change.via,
      change.subject,
      change.subject_id,
      change.operation,
      field,
      textOf(before),
      textOf(after),
      change.change_id,
    ];
    return `${cells.map(csvCell).join(',')}\r\n`;
  });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

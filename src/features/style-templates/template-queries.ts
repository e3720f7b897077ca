import type { PageCursor } from '#core/page-token.ts';
import { belowCursor } from '../below-cursor.ts';
import type { Db, Tx } from '../database.ts';

export interface TemplateRow {
  template_id: string;
  name: string;
  design: Record<string, unknown>;
  created_at: Date;
  /** Null until the first change. */
  updated_at: Date | null;
}

const columns = ['template_id', 'name', 'design', 'created_at', 'updated_at'] as const;

export function listTemplates(db: Db, accountId: string, limit: number): Promise<TemplateRow[]> {
  return db
    .selectFrom('style_templates')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy('name')
    .limit(limit)
    .execute();
}

/** Newest first. */
export function listNewestTemplates(
  db: Db,
  accountId: string,
  after: PageCursor | null,
  limit: number,
): Promise<TemplateRow[]> {
  return db
    .selectFrom('style_templates')
    .select(columns)
    .where('account_id', '=', accountId)
    .where(belowCursor(after, 'template_id'))
    .orderBy('created_at', 'desc')
    .orderBy('template_id', 'desc')
    .limit(limit)
    .execute();
}

export function findTemplate(
  db: Db | Tx,
  accountId: string,
  templateId: string,
): Promise<TemplateRow | undefined> {
  return db
    .selectFrom('style_templates')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .executeTakeFirst();
}

/** Without the one of that name. */
export async function countOtherTemplates(tx: Tx, accountId: string, name: string): Promise<number> {
  const row = await tx
    .selectFrom('style_templates')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('name', '<>', name)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Whether the account has another template of this name. */
export async function hasTemplateName(
  tx: Tx,
  accountId: string,
  name: string,
  exceptId: string | null,
): Promise<boolean> {
  const row = await tx
    .selectFrom('style_templates')
    .select('template_id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row !== undefined && row.template_id !== exceptId;
}

/** The same name replaces the design. */
export function upsertTemplate(
  tx: Tx,
  template: { template_id: string; account_id: string; name: string; design: string },
): Promise<TemplateRow> {
  return tx
    .insertInto('style_templates')
    .values(template)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'name']).doUpdateSet({ design: template.design }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export function updateTemplate(
  tx: Tx,
  templateId: string,
  change: { name?: string; design?: string },
): Promise<TemplateRow> {
  return tx
    .updateTable('style_templates')
    .set(change)
    .where('template_id', '=', templateId)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteTemplate(
  db: Db | Tx,
  accountId: string,
  templateId: string,
): Promise<TemplateRow | undefined> {
  return db
    .deleteFrom('style_templates')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .returning(columns)
    .executeTakeFirst();
}

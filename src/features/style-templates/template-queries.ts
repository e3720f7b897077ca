import type { Db, Tx } from '../database.ts';

export interface TemplateRow {
  template_id: string;
  name: string;
  design: Record<string, unknown>;
  created_at: Date;
}

const columns = ['template_id', 'name', 'design', 'created_at'] as const;

export function listTemplates(db: Db, accountId: string, limit: number): Promise<TemplateRow[]> {
  return db
    .selectFrom('style_templates')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy('name')
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

export async function deleteTemplate(db: Db, accountId: string, templateId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('style_templates')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

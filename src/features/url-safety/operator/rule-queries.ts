import { sql } from 'kysely';
import type { Db, Tx } from '../../database.ts';
import type { RuleTarget } from './rule-target.ts';

const listMax = 10_000;

export async function upsertRule(
  tx: Tx,
  rule: RuleTarget & { action: 'block' | 'allow'; reason: string },
): Promise<void> {
  await tx
    .insertInto('safety_rules')
    .values(rule)
    .onConflict((conflict) => conflict.column('expression').doUpdateSet({ ...rule, made_at: sql`now()` }))
    .execute();
}

export async function deleteRule(tx: Tx, expression: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('safety_rules')
    .where('expression', '=', expression)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export function listRules(db: Db) {
  return db
    .selectFrom('safety_rules')
    .select(['action', 'scope', 'pattern', 'reason', 'made_at'])
    .orderBy('made_at', 'desc')
    .limit(listMax)
    .execute();
}

/** The number of destinations with an expression that starts like this, counted up to `max` + 1. */
export async function countTouched(db: Db, key: number, max: number): Promise<number> {
  const { rows } = await sql<{ touched: number }>`select count(*)::int as touched from (
    select from destinations where prefixes && ${[key]}::integer[] limit ${max + 1}) found`.execute(db);
  return rows[0]?.touched ?? 0;
}

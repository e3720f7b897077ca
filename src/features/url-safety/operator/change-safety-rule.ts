import { Refusal } from '#core/errors.ts';
import type { Db } from '../../database.ts';
import { hashExpression } from '../check/subject.ts';
import { insertExamineJob, insertSafetyChange, raiseSafetyVersion } from '../rescan/change-queries.ts';
import { countTouched, deleteRule, upsertRule } from './rule-queries.ts';
import type { RuleTarget } from './rule-target.ts';

/** More than this counts as "many". */
export const touchedMax = 10_000;

/** Applies to every write that commits after this one. Returns how many known destinations will be checked. */
export async function changeSafetyRule(
  db: Db,
  target: RuleTarget,
  rule: { action: 'block' | 'allow'; reason: string } | 'none',
): Promise<number> {
  const keys = Buffer.from(hashExpression(target.expression).subarray(0, 4));
  await db.transaction().execute(async (tx) => {
    if (rule !== 'none') await upsertRule(tx, { ...target, ...rule });
    else if (!(await deleteRule(tx, target.expression)))
      throw new Refusal('not_found', `There is no rule for ${target.pattern}. See: waypost safety list`);
    // A rule can block or allow, so all affected destinations are checked.
    await insertSafetyChange(tx, { source: 'operator', kind: 'added', keys });
    await insertExamineJob(tx);
    const version = await raiseSafetyVersion(tx);
    await tx.updateTable('safety_state').set({ rules_version: version }).execute();
  });
  return countTouched(db, keys.readInt32BE(0), touchedMax);
}

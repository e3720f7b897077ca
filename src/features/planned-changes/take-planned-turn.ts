import type { Db } from '../database.ts';
import { applyDueChanges, type PlannedTools } from './apply-due-changes.ts';
import { millisecondsUntilDue } from './planned-queries.ts';

/** A change can be planned for an instant that is nearer than the next look. */
const lookMs = 400;

/** Applies changes whose instant has come. Returns the milliseconds until the next look. Every process of the API does this; they share the work. */
export async function takePlannedTurn(db: Db, tools: PlannedTools): Promise<number> {
  const applied = await applyDueChanges(db, tools);
  return applied > 0 ? 0 : millisecondsUntilDue(db, lookMs);
}

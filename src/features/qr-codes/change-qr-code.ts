import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import type { QrCodeChange } from '#core/qr-code-input.ts';
import type { Db, Tx } from '../database.ts';
import { clearDestinations, withClearance } from '../url-safety/check/clear-destinations.ts';
import type { Examiner } from '../url-safety/rescan/examine-destinations.ts';
import { applyChange, ChangedMeanwhile } from './apply-change.ts';
import { notFound, type PlanSteps, planChange, touchesDestinations } from './plan-change.ts';
import { type FullQrCodeRow, findQrCode } from './qr-code-queries.ts';
import { requirements } from './requirements.ts';

/** A change gives up after this many tries if the code keeps changing. */
const triesMax = 5;

/** A further condition, asked before the other checks and again while the code is locked. It refuses by throwing. */
export type Guard = (db: Db | Tx) => Promise<void>;

export interface ChangeSteps {
  guard?: Guard | null;
  /** The last step of the transaction. */
  finish?: (tx: Tx) => Promise<void>;
  /** The check of destinations, if it was made for many codes at once. It counts for the first try. */
  check?: PlanSteps['check'];
  imagePriority?: number;
}

/** Changes only the given fields. */
export async function changeQrCode(
  db: Db,
  safety: Examiner,
  actor: Actor,
  qrId: string,
  change: QrCodeChange,
  steps: ChangeSteps = {},
): Promise<FullQrCodeRow> {
  let check = steps.check;
  return withClearance(db, safety, () => {
    const own: PlanSteps['check'] = (destinations) =>
      requirements.safeDestinations(db, safety, actor, destinations);
    const attempt = tryChange(db, safety, actor, qrId, change, { ...steps, check: check ?? own });
    check = undefined;
    return attempt;
  });
}

async function tryChange(
  db: Db,
  safety: Examiner,
  actor: Actor,
  qrId: string,
  asked: QrCodeChange,
  steps: ChangeSteps & Pick<PlanSteps, 'check'>,
): Promise<FullQrCodeRow> {
  for (let attempt = 0; attempt < triesMax; attempt++) {
    const plan = await planChange(db, safety, actor, qrId, asked, {
      guard: steps.guard ?? null,
      check: steps.check,
    });
    try {
      await db.transaction().execute(async (tx) => {
        // Before any row is locked; a change of the label doesn't need it.
        if (touchesDestinations(plan)) await clearDestinations(tx, plan.checked);
        await applyChange(tx, actor, plan, steps);
      });
    } catch (error) {
      if (error instanceof ChangedMeanwhile) continue;
      throw error;
    }
    const changed = await findQrCode(db, actor.accountId, qrId);
    if (changed === undefined) throw notFound();
    return changed;
  }
  throw keepsChanging();
}

export function keepsChanging(): Refusal {
  return new Refusal('service_unavailable', 'Somebody else is changing this code. Try again.', {
    retryAfterSeconds: 1,
  });
}

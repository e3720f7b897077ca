import type { Actor } from '#core/actor.ts';
import { Refusal } from '#core/errors.ts';
import { destinationsOf, type QrCodeChange } from '#core/qr-code-input.ts';
import type { Db, Tx } from '../database.ts';
import { clearDestinations, withClearance } from '../url-safety/check/clear-destinations.ts';
import type { Examiner } from '../url-safety/rescan/examine-destinations.ts';
import { ChangedMeanwhile, decideChange, lockForChange, writeChanges } from './apply-change.ts';
import { type Guard, keepsChanging } from './change-qr-code.ts';
import { type ChangePlan, planChange, touchesDestinations } from './plan-change.ts';
import { listForChange } from './qr-code-queries.ts';
import { bulkPriority } from './render-job-queries.ts';
import { mergeChecks, sharedCheck } from './shared-check.ts';

const triesMax = 5;

export interface ChangedItem {
  index: number;
  qrId: string;
  change: QrCodeChange;
  guard: Guard | null;
}

type PlannedItem = ChangedItem & { plan: ChangePlan };

/** Why a change of several codes was refused: because of one of them. */
export class ItemRefused extends Error {
  readonly index: number;
  readonly refusal: Refusal;

  constructor(index: number, refusal: Refusal) {
    super(refusal.message, { cause: refusal });
    this.index = index;
    this.refusal = refusal;
  }
}

/**
 * Changes several codes in one transaction, or none of them.
 * @param commit opens the transaction.
 */
export async function changeQrCodes<Result>(
  db: Db,
  safety: Examiner,
  actor: Actor,
  items: ChangedItem[],
  commit: (change: (tx: Tx) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  return withClearance(db, safety, async () => {
    for (let attempt = 0; attempt < triesMax; attempt++) {
      const planned = await planAll(db, safety, actor, items);
      try {
        return await commit((tx) => applyAll(tx, actor, planned));
      } catch (error) {
        if (!(error instanceof ChangedMeanwhile)) throw error;
      }
    }
    throw keepsChanging();
  });
}

async function planAll(db: Db, safety: Examiner, actor: Actor, items: ChangedItem[]): Promise<PlannedItem[]> {
  const check = await sharedCheck(
    db,
    safety,
    actor,
    items.flatMap(({ change }) => destinationsOf(change)),
  );
  const ids = items.map(({ qrId }) => qrId);
  const seen = new Map((await listForChange(db, actor.accountId, ids)).map((code) => [code.qr_id, code]));
  const planned: PlannedItem[] = [];
  for (const item of items) {
    const steps = { guard: item.guard, seen: seen.get(item.qrId), check };
    const plan = await ofItem(item.index, () => planChange(db, safety, actor, item.qrId, item.change, steps));
    planned.push({ ...item, plan });
  }
  return planned;
}

async function applyAll(tx: Tx, actor: Actor, planned: PlannedItem[]): Promise<void> {
  const checks = planned.filter(({ plan }) => touchesDestinations(plan)).map(({ plan }) => plan.checked);
  if (checks.length > 0) await clearDestinations(tx, mergeChecks(checks));
  const plans = planned.map(({ plan }) => plan);
  const locked = await lockForChange(tx, actor, plans);
  const decisions = [];
  for (const { index, plan, guard } of planned)
    decisions.push(await ofItem(index, () => decideChange(tx, actor, plan, locked, guard)));
  await writeChanges(tx, decisions, bulkPriority);
}

async function ofItem<Result>(index: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal ? new ItemRefused(index, error) : error;
  }
}

import type { KeyActor, Member } from '#core/actor.ts';
import { parseDashboardChange } from '#core/dashboard-code-input.ts';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { can, canEverywhere, permit } from '#core/permissions.ts';
import type { PlannedChangeInput } from '#core/planned-change-input.ts';
import { destinationsOf } from '#core/qr-code-input.ts';
import type { Clock } from '#platform/clock.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import type { Db, Tx } from '../database.ts';
import { notFound, planChange } from '../qr-codes/plan-change.ts';
import { requirements } from '../qr-codes/requirements.ts';
import { requireMatch } from '../resource-tag.ts';
import type { Examiner } from '../url-safety/rescan/examine-destinations.ts';
import { plannedChangeView, writablePlannedFields } from './planned-change-view.ts';
import {
  countWaiting,
  findPlanned,
  insertPlanned,
  listOwnCodes,
  lockPlanned,
  type PlannedRow,
  updateCancelled,
  updatePlanned,
} from './planned-queries.ts';

/** Who can plan: somebody who can be asked again at that instant. */
export type Planner = Member | KeyActor;

const waitingMax = 20_000;
const aheadMs = 2 * 366 * 86_400_000;

/**
 * What is already known to be wrong is refused now. Everything is checked again at the instant of the change.
 * Outside of a transaction: destinations are checked.
 */
export async function checkPlanned(
  db: Db,
  safety: Examiner,
  planner: Planner,
  { qrIds, change }: PlannedChangeInput,
): Promise<void> {
  const codes = await listOwnCodes(db, planner.accountId, qrIds);
  const visible = codes.filter(({ project_id: id }) => can(planner, 'codes.read', id));
  if (visible.length < qrIds.length) throw notFound();
  for (const projectId of new Set(codes.map(({ project_id: id }) => id)))
    permit(planner, 'codes.change', projectId);
  const parsed = parseDashboardChange(change);
  if (!parsed.ok) throw invalidRequest(parsed);
  const check = await requirements.safeDestinations(db, safety, planner, destinationsOf(parsed.value));
  const [first = ''] = qrIds;
  await planChange(db, safety, planner, first, parsed.value, { check: async () => check });
}

/** Remembers a change of codes at a later instant. `applyDueChanges` carries it out. */
export async function scheduleChange(
  tx: Tx,
  planner: Planner,
  input: PlannedChangeInput,
  clock: Pick<Clock, 'nowMs'>,
): Promise<PlannedRow> {
  permit(planner, 'codes.change');
  requireLater(input.applyAt, clock);
  await lockAccount(tx, planner.accountId);
  if ((await countWaiting(tx, planner.accountId, waitingMax)) >= waitingMax)
    throw new Refusal('conflict', `${waitingMax} changes are waiting already. Cancel some of them first.`);
  return insertPlanned(
    tx,
    { account_id: planner.accountId, actor_kind: planner.kind, actor_id: plannerId(planner) },
    input,
  );
}

interface PlanToChange {
  /** Null: an ID that can't exist. */
  planId: string | null;
  ifMatch?: string | undefined;
}

/** Until it begins. A change of null cancels it. */
export async function alterPlanned(
  tx: Tx,
  planner: Planner,
  { planId, ifMatch }: PlanToChange,
  input: Partial<PlannedChangeInput> | null,
  clock: Pick<Clock, 'nowMs'>,
): Promise<PlannedRow> {
  permit(planner, 'codes.change');
  const plan = planId === null ? undefined : await lockPlanned(tx, planner.accountId, planId);
  if (plan === undefined || !canSeePlanned(planner, plan)) throw plannedNotFound();
  for (const { project_id: id } of await listOwnCodes(tx, planner.accountId, plan.qr_ids))
    permit(planner, 'codes.change', id);
  // It happens in the name of its planner.
  if ((input?.change !== undefined || input?.qrIds !== undefined) && plan.actor_id !== plannerId(planner))
    throw new Refusal('forbidden', 'Somebody else planned this. Cancel it and plan the change yourself.');
  requireMatch(ifMatch, plannedChangeView(plan), writablePlannedFields);
  if (plan.done > 0 || plan.finished_at !== null || plan.cancelled_at !== null)
    throw new Refusal(
      'conflict',
      plan.cancelled_at === null
        ? 'This change has begun. Revert it in the history of its codes.'
        : 'This change was cancelled. Plan a new one.',
    );
  if (input === null) return updateCancelled(tx, plan.plan_id);
  const next = mergePlanned(plan, input);
  requireLater(next.applyAt, clock);
  return updatePlanned(tx, plan.plan_id, next);
}

/** The planned change with some other fields. */
export function mergePlanned(plan: PlannedRow, input: Partial<PlannedChangeInput>): PlannedChangeInput {
  return { name: plan.label, change: plan.change, qrIds: plan.qr_ids, applyAt: plan.apply_at, ...input };
}

export async function requirePlanned(db: Db, planner: Planner, planId: string | null): Promise<PlannedRow> {
  const plan = planId === null ? undefined : await findPlanned(db, planner.accountId, planId);
  if (plan === undefined || !canSeePlanned(planner, plan)) throw plannedNotFound();
  return plan;
}

/** Planners who are limited to some projects see only their own. */
export function plannerFilter(planner: Planner): string | null {
  return canEverywhere(planner, 'codes.read') ? null : plannerId(planner);
}

function canSeePlanned(planner: Planner, { actor_id: id }: PlannedRow): boolean {
  return [null, id].includes(plannerFilter(planner));
}

export function plannerId(planner: Planner): string {
  return planner.kind === 'member' ? planner.userId : planner.keyId;
}

function requireLater(applyAt: Date, clock: Pick<Clock, 'nowMs'>): void {
  const nowMs = clock.nowMs();
  if (applyAt.getTime() <= nowMs)
    throw new Refusal('invalid_request', 'apply_at must be in the future.', { param: 'apply_at' });
  if (applyAt.getTime() > nowMs + aheadMs)
    throw new Refusal('invalid_request', 'apply_at must be within two years.', { param: 'apply_at' });
}

function plannedNotFound(): Refusal {
  return new Refusal('planned_change_not_found', 'There is no such planned change.');
}

import { parseDashboardChange } from '#core/dashboard-code-input.ts';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { formatIdentifier } from '#core/identifier.ts';
import type { PlanCatalogue } from '#core/plan.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { isPostgresUnavailable, sqlState } from '#platform/postgres.ts';
import { actAs } from '../act-as.ts';
import type { KeyDirectory } from '../api-keys/key-directory.ts';
import type { Db, Tx } from '../database.ts';
import { type BulkFailure, isBulkRunning } from '../history/bulk-queries.ts';
import type { MailOffice } from '../mails/enqueue-mail.ts';
import { type ChangedItem, changeQrCodes, ItemRefused } from '../qr-codes/change-qr-codes.ts';
import type { Examiner } from '../url-safety/rescan/examine-destinations.ts';
import { claimDue } from './claim-due.ts';
import { findPlanner } from './find-planner.ts';
import {
  insertBulkOf,
  type PlannedRow,
  type PlannedStep,
  takeSteps,
  updateBulkOf,
  updateReleased,
  updateStopped,
} from './planned-queries.ts';
import type { Planner } from './schedule-change.ts';
import { tellPlanner } from './tell-planner.ts';

export interface PlannedTools {
  safety: Examiner;
  plans: PlanCatalogue;
  keys: Pick<KeyDirectory, 'findById'>;
  office: MailOffice;
  dashboardUrl: string;
  clock: Pick<Clock, 'nowMs'>;
  log: Log;
}

/** In one turn. */
const plansAtOnce = 100;
/** How often a chunk is divided around a code that is refused. */
const splitsMax = 3;
/** In one transaction. */
const codesAtOnce = 100;
/** What a process does in much less time than a claim lasts. */
const codesPerTurn = 200;
/** A process that died loses its plans after this time. */
const claimSeconds = 1;
/** While something that is needed is away, a plan is tried again for so long, with pauses. */
const patienceMs = 3_600_000;
const pauseSeconds = 5;

/** One code of a plan. */
interface Item {
  plan: PlannedRow;
  place: number;
}

/** The codes of one transaction, of one planner. */
interface Chunk {
  planner: Planner;
  items: Item[];
}

/** Somebody else has taken the step, or the plan was cancelled. */
class StepLost extends Error {}

/** Its entry in the history was undone. */
class PlanUndone extends Error {}

/**
 * Applies changes whose instant has come, and returns how many plans were worked on. A step of a plan commits together with the change of
 * its codes, so each code is changed once, however many processes do this and whenever they die.
 */
export async function applyDueChanges(db: Db, tools: PlannedTools): Promise<number> {
  const claimed = await claimDue(db, {
    plans: plansAtOnce,
    codes: codesPerTurn,
    codesPerPlan: codesAtOnce,
    seconds: claimSeconds,
  });
  const planners = new Map<string, Promise<Planner | Refusal>>();
  const chunks: Chunk[] = [];
  const taken = new Set<string>();
  const waiting: string[] = [];
  /** Plans that can't go on in this turn. */
  const paused = new Set<string>();
  for (const plan of claimed) {
    const codes = plan.qr_ids.map((id) => `${plan.account_id} ${id}`);
    // A plan of the same code comes in the next turn, after this one.
    const isFirst = !codes.some((code) => taken.has(code));
    for (const code of codes) taken.add(code);
    if (!isFirst) {
      waiting.push(plan.plan_id);
      continue;
    }
    const key = `${plan.account_id} ${plan.actor_id}`;
    const asked = planners.get(key) ?? findPlanner(db, tools, plan).catch(asRefusal(tools));
    planners.set(key, asked);
    const planner = await asked;
    if (!(planner instanceof Refusal)) addToChunks(chunks, planner, plan);
    else if (isPatient(tools, planner, plan)) paused.add(plan.plan_id);
    else await refuse(db, tools, itemsLeft(plan), planner);
  }
  for (const chunk of chunks) await applyChunk(db, tools, paused, chunk);
  await updateReleased(db, waiting, 0);
  await updateReleased(db, [...paused], pauseSeconds);
  return claimed.length;
}

/** The next codes of a plan. Plans of one code share transactions. */
function addToChunks(chunks: Chunk[], planner: Planner, plan: PlannedRow): void {
  const items = itemsLeft(plan).slice(0, codesAtOnce);
  const last = chunks.at(-1);
  const isShared =
    last?.planner === planner &&
    last.items.length < codesAtOnce &&
    [...last.items, ...items].every((item) => item.plan.qr_ids.length === 1);
  if (isShared) last.items.push(...items);
  else chunks.push({ planner, items });
}

/** Whether it is an entry in the history by itself. */
function isEntry({ qr_ids: ids, actor_kind: kind }: PlannedRow): boolean {
  return ids.length > 1 && kind === 'member';
}

function itemsLeft(plan: PlannedRow): Item[] {
  return plan.qr_ids.map((_, place) => ({ plan, place })).slice(plan.done);
}

function codeOf({ plan, place }: Item): string {
  return plan.qr_ids[place] ?? '';
}

async function applyChunk(
  db: Db,
  tools: PlannedTools,
  paused: Set<string>,
  { planner, items: all }: Chunk,
  splits = 0,
): Promise<void> {
  const items = all.filter(({ plan }) => !paused.has(plan.plan_id));
  const [first] = items;
  if (first === undefined) return;
  const { plan } = first;
  try {
    if (isEntry(plan)) await insertBulkOf(db, plan);
    const acting = actAs(db, { ...planner, isPlanned: true }, isEntry(plan) ? plan.plan_id : null);
    await changeQrCodes(acting, tools.safety, planner, items.map(changedItem), (change) =>
      acting.transaction().execute(async (tx) => {
        await change(tx);
        await finishSteps(tx, tools, items, []);
      }),
    );
  } catch (error) {
    if (error instanceof StepLost) return;
    if (error instanceof PlanUndone) return updateStopped(db, plan.plan_id);
    const refusal = asRefusal(tools)(error);
    if (items.length > 1)
      for (const part of partsAround(items, error, splits))
        await applyChunk(db, tools, paused, { planner, items: part }, splits + 1);
    else if (isPatient(tools, refusal, plan)) paused.add(plan.plan_id);
    else await refuse(db, tools, items, refusal);
  }
}

/**
 * If one code is refused, the others are changed in two parts: those before it and those after it. If many are refused, or it isn't known
 * which one, each code is changed by itself. The order stays the same.
 */
function partsAround(items: Item[], error: unknown, splits: number): Item[][] {
  if (!(error instanceof ItemRefused) || splits >= splitsMax) return items.map((item) => [item]);
  const { index } = error;
  return [items.slice(0, index), items.slice(index, index + 1), items.slice(index + 1)];
}

function changedItem(item: Item, index: number): ChangedItem {
  const change = parseDashboardChange(item.plan.change);
  if (!change.ok) throw new ItemRefused(index, invalidRequest(change));
  return { index, qrId: codeOf(item), change: change.value, guard: null };
}

/** Whether it may work later. */
function isPatient({ clock }: PlannedTools, { status }: Refusal, { started_at: since }: PlannedRow): boolean {
  return status >= 500 && clock.nowMs() < (since?.getTime() ?? 0) + patienceMs;
}

/** Each plan's part of the items as one step. */
function stepsOf(items: Item[], failures: BulkFailure[]): PlannedStep[] {
  return [...Map.groupBy(items, ({ plan }) => plan.plan_id)].map(([planId, own]) => {
    const places = own.map(({ place }) => place);
    return { planId, from: Math.min(...places), to: Math.max(...places) + 1, failures };
  });
}

async function finishSteps(
  tx: Tx,
  tools: PlannedTools,
  items: Item[],
  failures: BulkFailure[],
): Promise<void> {
  const entries = new Set(items.filter(({ plan }) => isEntry(plan)).map(({ plan }) => plan.plan_id));
  for (const planId of entries) if (!(await isBulkRunning(tx, planId))) throw new PlanUndone();
  const ended = await takeSteps(tx, stepsOf(items, failures));
  if (ended === null) throw new StepLost();
  for (const planId of entries) await updateBulkOf(tx, planId);
  for (const plan of ended)
    if (plan.failures.length > 0) await tellPlanner(tx, tools.office, tools.dashboardUrl, plan);
}

/** Records why codes stay as they are. */
async function refuse(db: Db, tools: PlannedTools, items: Item[], refusal: Refusal): Promise<void> {
  const failures = items.map((item) => ({
    qr_id: formatIdentifier('qrc', codeOf(item)),
    code: refusal.code,
    message: refusal.message,
  }));
  const [first] = items;
  if (first !== undefined && isEntry(first.plan)) await insertBulkOf(db, first.plan);
  await db
    .transaction()
    .execute((tx) => finishSteps(tx, tools, items, failures))
    .catch((error: unknown) => {
      if (!(error instanceof StepLost || error instanceof PlanUndone)) throw error;
    });
}

/** Without PostgreSQL, nothing can be applied. A lock or a slow statement concerns one plan. */
function isAway(error: unknown): boolean {
  const state = sqlState(error);
  return state === null ? isPostgresUnavailable(error) : /^(08|57P|25006)/.test(state);
}

/** What nobody expected concerns one plan, not the others: it is tried again and in the end refused. */
function asRefusal({ log }: PlannedTools): (error: unknown) => Refusal {
  return (error) => {
    if (error instanceof ItemRefused) return error.refusal;
    if (error instanceof Refusal) return error;
    if (isAway(error)) throw error;
    log.error({ err: error }, 'a planned change failed');
    return new Refusal('service_unavailable', 'Something went wrong here. Plan the change again.');
  };
}

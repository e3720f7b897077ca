import { parseDashboardChange } from '#core/dashboard-code-input.ts';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { can, permit } from '#core/permissions.ts';
import type { WatchInput } from '#core/watch/watch-input.ts';
import type { WatchConfig } from '#platform/config.ts';
import { actAs } from '../act-as.ts';
import type { Db, Tx } from '../database.ts';
import { lockPlanned, updateCancelled } from '../planned-changes/planned-queries.ts';
import { checkPlanned, type Planner, plannerId } from '../planned-changes/schedule-change.ts';
import { changeQrCode } from '../qr-codes/change-qr-code.ts';
import { notFound } from '../qr-codes/plan-change.ts';
import { type FullQrCodeRow, findQrCode } from '../qr-codes/qr-code-queries.ts';
import type { Examiner } from '../url-safety/rescan/examine-destinations.ts';
import { deleteWatch, findWatch, lockWatch, upsertWatch } from './watch-queries.ts';

/** The code, if the caller can see it. */
export async function requireWatched(db: Db, caller: Planner, qrId: string | null): Promise<FullQrCodeRow> {
  const code = qrId === null ? undefined : await findQrCode(db, caller.accountId, qrId);
  if (code === undefined || !can(caller, 'codes.read', code.project_id)) throw notFound();
  return code;
}

/** Watches a code, or changes what is watched. Outside of a transaction: the stand-by address is checked. */
export async function saveWatch(
  db: Db,
  { safety, offer }: { safety: Examiner; offer: Pick<WatchConfig, 'isOffered'> },
  caller: Planner,
  qrId: string | null,
  input: WatchInput,
): Promise<FullQrCodeRow> {
  const code = await requireWatched(db, caller, qrId);
  permit(caller, 'codes.change', code.project_id);
  if (input.destination && !offer.isOffered)
    throw new Refusal('feature_disabled', 'Destinations are not watched here (WATCH_DESTINATIONS).', {
      param: 'destination',
    });
  if (input.destination && code.redirect_url === '')
    throw refuse('destination', 'This code has no destination that could be watched.');
  if (input.scans && !code.analytics_enabled)
    throw refuse('scans', 'The scans of this code are not recorded. Switch its analytics on first.');
  if (input.standbyUrl !== null) await checkStandby(db, safety, caller, code, input.standbyUrl);
  const actor = { actor_kind: caller.kind, actor_id: plannerId(caller) };
  await db
    .transaction()
    .execute((tx) => upsertWatch(tx, { qr_id: code.qr_id, account_id: caller.accountId, ...actor }, input));
  return code;
}

/** As a planned change: everything is checked again when it is used. */
async function checkStandby(
  db: Db,
  safety: Examiner,
  caller: Planner,
  code: FullQrCodeRow,
  standbyUrl: string,
): Promise<void> {
  const known = await findWatch(db, code.qr_id);
  if (standbyUrl === (known?.replaced_url ?? code.redirect_url))
    throw refuse('standby_url', 'The stand-by address must differ from the destination.');
  const change = { redirect_url: standbyUrl };
  await checkPlanned(db, safety, caller, {
    name: '',
    applyAt: new Date(),
    qrIds: [code.qr_id],
    change,
  }).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.param !== 'redirect_url') throw error;
    throw new Refusal(error.code, error.message.replace('redirect_url', 'standby_url'), {
      param: 'standby_url',
    });
  });
}

/** Ends it. A stand-by address that is in use gives way to the destination, in the name of who ends it. */
export async function removeWatch(
  db: Db,
  safety: Examiner,
  caller: Planner,
  qrId: string | null,
): Promise<void> {
  const code = await requireWatched(db, caller, qrId);
  permit(caller, 'codes.change', code.project_id);
  const known = await findWatch(db, code.qr_id);
  if (known === undefined) throw new Refusal('not_found', 'This code is not watched.');
  if (known.replaced_url !== null && code.redirect_url === known.used_url) {
    const back = parseDashboardChange({ redirect_url: known.replaced_url });
    if (!back.ok) throw invalidRequest(back);
    await changeQrCode(actAs(db, caller), safety, caller, code.qr_id, back.value);
  }
  await db.transaction().execute(async (tx: Tx) => {
    const watch = await lockWatch(tx, code.qr_id);
    if (watch?.switch_plan != null) await cancelPlan(tx, watch.account_id, watch.switch_plan);
    await deleteWatch(tx, code.qr_id);
  });
}

/** A change to the stand-by address that has not happened yet. */
async function cancelPlan(tx: Tx, accountId: string, planId: string): Promise<void> {
  const plan = await lockPlanned(tx, accountId, planId);
  if (plan === undefined || plan.finished_at !== null || plan.cancelled_at !== null) return;
  if (plan.started_at !== null)
    throw new Refusal('conflict', 'The stand-by address is being used just now. Try again in a moment.');
  await updateCancelled(tx, planId);
}

function refuse(param: string, message: string): Refusal {
  return new Refusal('invalid_request', message, { param });
}

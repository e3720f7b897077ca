import type { Db, Tx } from '../database.ts';
import { findPlanned, insertPlanned } from '../planned-changes/planned-queries.ts';
import { findQrCodeTarget } from './target-queries.ts';
import { listToSwitch, lockWatch, updateSwitched, type WatchRow } from './watch-queries.ts';

const codesAtOnce = 200;

/**
 * Uses stand-by addresses of destinations that fail, and goes back when they work again: as planned changes for this moment, in the name of
 * the person or key that set the address. So each is checked like any change, and recorded.
 * @param after the last code of the page before.
 * @returns the last code of this page; null if there are no more.
 */
export async function switchStandby(db: Db, after: string): Promise<string | null> {
  const codes = await listToSwitch(db, after, codesAtOnce);
  for (const qrId of codes) await db.transaction().execute((tx) => settleStandby(tx, qrId));
  return codes.length < codesAtOnce ? null : (codes.at(-1) ?? null);
}

async function settleStandby(tx: Tx, qrId: string): Promise<void> {
  const watch = await lockWatch(tx, qrId);
  if (watch === undefined) return;
  const plan =
    watch.switch_plan === null ? undefined : await findPlanned(tx, watch.account_id, watch.switch_plan);
  // It happens within a second. Until then nobody knows where the code leads.
  if (plan !== undefined && plan.finished_at === null && plan.cancelled_at === null) return;
  const current = await findQrCodeTarget(tx, qrId);
  const wanted = watch.failing_since === null ? null : watch.standby_url;
  const { replaced_url: replaced, used_url: used } = watch;
  if (replaced === null) {
    if (wanted !== null && wanted !== current && current !== '') await use(tx, watch, current, wanted);
  } else if (wanted !== null) {
    // Refused, or undone by somebody: only another address is worth a try.
    if (wanted !== used && wanted !== current) await use(tx, watch, replaced, wanted);
  } else if (current !== used)
    await updateSwitched(tx, qrId, { replacedUrl: null, usedUrl: null, planId: null });
  // A way back that was refused needs somebody.
  else if (plan?.change['redirect_url'] !== replaced)
    await updateSwitched(tx, qrId, {
      replacedUrl: replaced,
      usedUrl: used,
      planId: await planNow(tx, watch, 'Back from the stand-by address', replaced),
    });
}

async function use(tx: Tx, watch: WatchRow, replacedUrl: string, standbyUrl: string): Promise<void> {
  const planId = await planNow(tx, watch, 'Stand-by address', standbyUrl);
  await updateSwitched(tx, watch.qr_id, { replacedUrl, usedUrl: standbyUrl, planId });
}

async function planNow(tx: Tx, watch: WatchRow, name: string, url: string): Promise<string> {
  const plan = await insertPlanned(tx, watch, {
    name,
    change: { redirect_url: url },
    qrIds: [watch.qr_id],
    applyAt: new Date(),
  });
  return plan.plan_id;
}

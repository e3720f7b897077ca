import type { Actor } from '#core/actor.ts';
import type { BulkChangeItem } from '#core/bulk-input.ts';
import { invalidRequest } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import type { Parsed } from '#core/parsed.ts';
import { destinationsOf } from '#core/qr-code-input.ts';
import type { Db, Tx } from '../database.ts';
import type { ItemAnswers } from '../idempotency/item-answers.ts';
import type { Examiner } from '../url-safety/rescan/examine-destinations.ts';
import { changeQrCode, keepsChanging } from './change-qr-code.ts';
import { matchGuard } from './code-tag.ts';
import { type ItemResult, inChange, refusalOfItem } from './item-result.ts';
import { notFound } from './plan-change.ts';
import { findQrCode } from './qr-code-queries.ts';
import { type Addresses, qrCodeView } from './qr-code-view.ts';
import { bulkPriority } from './render-job-queries.ts';
import { sharedCheck } from './shared-check.ts';

/** Ends the transaction of an item that another request has done. */
class DoneElsewhere extends Error {}

/** Changes codes independently of each other: those that are refused don't stop the others. Results are in the order of the items. */
export async function changeSingly(
  db: Db,
  safety: Examiner,
  actor: Actor,
  items: Parsed<BulkChangeItem>[],
  { answers, addresses }: { answers: ItemAnswers; addresses: Addresses },
): Promise<ItemResult[]> {
  await answers.begin(db);
  const done = await answers.find(db, [...items.keys()]);
  const all = items.flatMap((item) => (item.ok ? destinationsOf(item.value.change) : []));
  const check = await sharedCheck(db, safety, actor, all);
  const results: ItemResult[] = [];
  for (const [index, item] of items.entries()) {
    const document = done.get(index);
    if (document !== undefined) results.push({ document, isReplayed: true });
    else if (!item.ok) results.push({ refusal: invalidRequest(item) });
    else results.push(await changeItem(index, item.value));
  }
  return results;

  async function changeItem(
    index: number,
    { qrId: id, change, ifMatch }: BulkChangeItem,
  ): Promise<ItemResult> {
    const qrId = parseIdentifier('qrc', id);
    if (qrId === null) return { refusal: notFound() };
    const { accountId } = actor;
    const match = matchGuard(ifMatch, { accountId, qrId }, addresses);
    const guard = async (at: Db | Tx) => {
      if (at.isTransaction && (await answers.claim(at as Tx, [index])).length === 0)
        throw new DoneElsewhere();
      await match?.(at);
    };
    const finish = async (tx: Tx) => {
      const code = await findQrCode(tx, accountId, qrId);
      if (code !== undefined)
        await answers.store(tx, [index], new Map([[index, qrCodeView(code, addresses)]]));
    };
    try {
      const code = await changeQrCode(db, safety, actor, qrId, change, {
        guard,
        finish,
        check,
        imagePriority: bulkPriority,
      });
      return { document: qrCodeView(code, addresses), isReplayed: false };
    } catch (error) {
      const document =
        error instanceof DoneElsewhere ? (await answers.find(db, [index])).get(index) : undefined;
      if (document !== undefined) return { document, isReplayed: true };
      return { refusal: error instanceof DoneElsewhere ? keepsChanging() : inChange(refusalOfItem(error)) };
    }
  }
}

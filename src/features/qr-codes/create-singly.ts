import type { Actor } from '#core/actor.ts';
import { invalidRequest } from '#core/errors.ts';
import type { Parsed } from '#core/parsed.ts';
import type { NewQrCode } from '#core/qr-code-input.ts';
import type { Db } from '../database.ts';
import type { ItemAnswers } from '../idempotency/item-answers.ts';
import type { Examiner } from '../url-safety/rescan/examine-destinations.ts';
import { createQrCodes, type NewItem } from './create-qr-codes.ts';
import { type ItemResult, refusalOfItem } from './item-result.ts';
import { type Addresses, qrCodeView } from './qr-code-view.ts';

/** Codes per transaction. More would block other requests of the account for longer. */
const chunkItems = 100;

/** Creates codes independently of each other: those that are refused don't stop the others. Results are in the order of the items. */
export async function createSingly(
  db: Db,
  safety: Examiner,
  actor: Actor,
  items: Parsed<NewQrCode>[],
  { answers, addresses }: { answers: ItemAnswers; addresses: Addresses },
): Promise<ItemResult[]> {
  const results = new Map<number, ItemResult>();
  await answers.begin(db);
  const done = await answers.find(db, [...items.keys()]);
  for (const [index, document] of done) results.set(index, { document, isReplayed: true });
  const open: NewItem[] = [];
  for (const [index, item] of items.entries()) {
    if (results.has(index)) continue;
    if (item.ok) open.push({ index, input: item.value });
    else results.set(index, { refusal: invalidRequest(item) });
  }
  for (let at = 0; at < open.length; at += chunkItems) await createChunk(open.slice(at, at + chunkItems));
  return [...items.keys()].flatMap((index) => results.get(index) ?? []);

  async function createChunk(chunk: NewItem[]): Promise<void> {
    const refusals = new Map<number, ItemResult>();
    try {
      const created = await createQrCodes(db, safety, actor, chunk, {
        refuse: (index, refusal) => refusals.set(index, { refusal }),
        commit: (create) =>
          db.transaction().execute(async (tx) => {
            const wanted = chunk.map(({ index }) => index);
            const claimed = await answers.claim(tx, wanted);
            const codes = await create(tx, (index) => claimed.includes(index));
            const documents = new Map(
              [...codes].map(([index, code]) => [index, qrCodeView(code, addresses)]),
            );
            await answers.store(tx, claimed, documents);
            const others = await answers.find(
              tx,
              wanted.filter((index) => !claimed.includes(index)),
            );
            return { documents, others };
          }),
      });
      // A later try may have created what an earlier one refused.
      for (const [index, result] of refusals) results.set(index, result);
      for (const [index, document] of created.documents) results.set(index, { document, isReplayed: false });
      for (const [index, document] of created.others) results.set(index, { document, isReplayed: true });
    } catch (error) {
      const refusal = refusalOfItem(error);
      // It concerns one of them, unless the database is away.
      if (chunk.length > 1 && refusal.code !== 'service_unavailable')
        for (const single of chunk) await createChunk([single]);
      else for (const { index } of chunk) results.set(index, { refusal });
    }
  }
}

import type { Member } from '#core/actor.ts';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { parseListView } from '#core/list-view-input.ts';
import { newUuid } from '#platform/new-uuid.ts';
import type { Db } from '../database.ts';
import { lockViewCount, type SavedViewRow, upsertSavedView } from './saved-view-queries.ts';

const viewsMax = 50;

/** Keeps filters and order of a list under a name, for one member. */
export async function saveView(db: Db, member: Member, body: Record<string, unknown>): Promise<SavedViewRow> {
  const input = parseListView(body);
  if (!input.ok) throw invalidRequest(input);
  const view = { view_id: newUuid(), ...input.value };
  return db.transaction().execute(async (tx) => {
    if ((await lockViewCount(tx, member)) >= viewsMax)
      throw new Refusal('conflict', `You have ${viewsMax} views. Delete one first.`);
    return { ...view, view_id: await upsertSavedView(tx, member, view) };
  });
}

import type { Db } from '../database.ts';
import { deleteUnusedTags, syncListFacts } from './list-fact-queries.ts';

const codesAtOnce = 1_000;
const tagsAtOnce = 50;

/** Compares what lists know with the codes, one part after the other. A worker that stops leaves the rest to the next run. */
export async function syncLists(db: Db, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await syncListFacts(db, codesAtOnce)));
  for (let after: string | null = ''; after !== null && !signal.aborted; )
    after = await deleteUnusedTags(db, after, tagsAtOnce);
}

import { firstId } from '#core/first-id.ts';
import type { Db } from '../database.ts';
import { updateNextSecretRedraws } from './redraw-queries.ts';

const accountsAtOnce = 50;

/** Renders images again whose content could be guessed from their file name, from before names were keyed. */
export async function redrawSecrets(db: Db): Promise<number> {
  let asked = 0;
  let after: string | null = firstId;
  while (after !== null) {
    const from: string = after;
    const step = await db.transaction().execute((tx) => updateNextSecretRedraws(tx, from, accountsAtOnce));
    asked += step.asked;
    after = step.lastAccountId;
  }
  return asked;
}

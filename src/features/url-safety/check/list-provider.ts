import { safe, type Verdict } from '#core/safety/verdict.ts';
import type { SafetyLists } from '../lists/safety-lists.ts';
import { notLoaded, type SafetyProvider } from './safety-provider.ts';
import type { Subject } from './subject.ts';

interface ListedThreat {
  listId: string;
  name: string;
  threat: string;
}

/** Length of feed entries: long enough to rule out false alarms, and short enough for a small list. */
export const feedHashLength = 12;

/** A feed of whole URLs: every URL in the list is unsafe. */
export class ListProvider implements SafetyProvider {
  readonly name: string;
  readonly #listed: ListedThreat;

  constructor(listed: ListedThreat) {
    this.name = listed.name;
    this.#listed = listed;
  }

  judge({ expressions, exactHost }: Subject, { threats }: SafetyLists): Verdict {
    const { listId, name, threat } = this.#listed;
    const list = threats.get(listId);
    if (list === undefined) return notLoaded(name);
    if (![...expressions, exactHost].some(({ hash }) => list.hashes.find(hash) !== null)) return safe;
    const detail = `is listed as ${threat.replaceAll('_', ' ')} by ${name}`;
    return { kind: 'unsafe', provider: name, threat, detail, validUntil: null };
  }
}

import type { Verdict } from '#core/safety/verdict.ts';
import type { SafetyLists } from '../lists/safety-lists.ts';
import type { Subject } from './subject.ts';

/** A provider of opinions about destinations. */
export interface SafetyProvider {
  /** Its display name. */
  name: string;
  judge(subject: Subject, lists: SafetyLists): Verdict | Promise<Verdict>;
}

/** A configured provider is a promise: before its first list arrives, nothing is allowed. */
export function notLoaded(name: string): Verdict {
  const detail = `could not be checked: the list of ${name} is not loaded yet`;
  return { kind: 'unverified', provider: name, detail, validUntil: null };
}

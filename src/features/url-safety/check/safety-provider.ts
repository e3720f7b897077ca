import type { Verdict } from '#core/safety/verdict.ts';
import type { SafetyLists } from '../lists/safety-lists.ts';
import type { Subject } from './subject.ts';

/** Somebody who can be asked about a destination. */
export interface SafetyProvider {
  /** As people know it. */
  name: string;
  judge(subject: Subject, lists: SafetyLists): Verdict | Promise<Verdict>;
}

/** A provider that is configured is a promise: before its first list arrives, nothing passes. */
export function notLoaded(name: string): Verdict {
  const detail = `could not be checked: the list of ${name} is not loaded yet`;
  return { kind: 'unverified', provider: name, detail, validUntil: null };
}

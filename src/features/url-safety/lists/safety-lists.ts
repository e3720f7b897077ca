import type { HashList } from '#core/safety/hash-list.ts';

export interface SafetyRule {
  action: 'block' | 'allow';
  reason: string;
}

/** Everything that is asked from memory, as it was at one version of the database. Never changes. */
export interface SafetyLists {
  version: number;
  rulesVersion: number;
  /** By expression. */
  rules: ReadonlyMap<string, SafetyRule>;
  /** By list id. */
  threats: ReadonlyMap<string, LoadedList>;
}

export interface LoadedList {
  version: number;
  hashes: HashList;
}

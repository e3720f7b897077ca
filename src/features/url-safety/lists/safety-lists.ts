import type { HashList } from '#core/safety/hash-list.ts';

export interface SafetyRule {
  action: 'block' | 'allow';
  reason: string;
}

/** Everything that is checked from memory, at one version of the database. Immutable. */
export interface SafetyLists {
  version: number;
  rulesVersion: number;
  /** By expression. */
  rules: ReadonlyMap<string, SafetyRule>;
  /** By list ID. */
  threats: ReadonlyMap<string, LoadedList>;
}

export interface LoadedList {
  version: number;
  hashes: HashList;
}

/** The same field in two hands. */
export interface FieldConflict {
  field: string;
  theirs: unknown;
  mine: unknown;
}

/** The fields that the user keeps. Null: the other person's change stays. Later: nothing is decided. */
export type Decision = string[] | null | 'later';
type ConflictPrompt = (conflicts: FieldConflict[]) => Promise<Decision>;
let prompt: ConflictPrompt | null = null;

export function setConflictPrompt(next: ConflictPrompt | null): void {
  prompt = next;
}

/** Asks which change of each field wins. Without a dialog, nothing is overwritten. */
export function askConflict(conflicts: FieldConflict[]): Promise<Decision> {
  return prompt === null ? Promise.resolve('later') : prompt(conflicts);
}

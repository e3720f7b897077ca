/** The same field in two hands. */
export interface FieldConflict {
  field: string;
  theirs: unknown;
  mine: unknown;
}

/** The fields that the user keeps; null: the other person's change stays. */
type ConflictPrompt = (conflicts: FieldConflict[]) => Promise<string[] | null>;
let prompt: ConflictPrompt | null = null;

export function setConflictPrompt(next: ConflictPrompt | null): void {
  prompt = next;
}

/** Asks which change of each field wins. Without a dialog, nothing is overwritten. */
export function askConflict(conflicts: FieldConflict[]): Promise<string[] | null> {
  return prompt === null ? Promise.resolve(null) : prompt(conflicts);
}

/**
 * The newest migration that this code can't do without. Never one of its own release (docs/versioning.md): so processes may be exchanged
 * before, while or after `waypost migrate` runs.
 */
export const neededMigration = 22;

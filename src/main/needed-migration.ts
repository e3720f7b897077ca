/**
 * The newest migration that this code needs. Never one of its own release (docs/versioning.md), so that processes can be replaced before,
 * during or after `waypost migrate`.
 */
export const neededMigration = 41;

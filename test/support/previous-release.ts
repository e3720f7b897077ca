/** The release before this one: what runs beside it during an upgrade (docs/versioning.md). */
export const previousRelease = { version: '0.1.0', commit: '55a96b6d6ff3ae35ab56058db81054ad456f1a3c' };

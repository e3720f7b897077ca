/** The release before this one: what runs beside it during an upgrade (docs/versioning.md). */
export const previousRelease = { version: '0.4.0', commit: 'd067db01eb479e3b0331925cd107b2eaa440015a' };

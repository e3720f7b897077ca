/** The release before this one: what runs beside it during an upgrade (docs/versioning.md). */
export const previousRelease = { version: '0.2.0', commit: '304c2d573a1117753c48296735549982eaba6c5b' };

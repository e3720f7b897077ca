/** The release before this one: what runs beside it during an upgrade (docs/versioning.md). */
export const previousRelease = { version: '0.3.0', commit: '524fe0114c23a622ff38cb1405361b7b12780782' };

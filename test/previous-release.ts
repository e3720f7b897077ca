/** The release before this one: what runs beside it during an upgrade (docs/versioning.md). */
export const previousRelease = { version: '0.5.0', commit: '2714677114b3d9ea0f1b8b0a2b92c7b1026f2a73' };

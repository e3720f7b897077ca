/** The previous release, which runs next to this one during an upgrade (docs/versioning.md). */
export const previousRelease = { version: '0.12.0', commit: '975d7f4466602dee044c534448c766c870314785' };

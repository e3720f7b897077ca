/** The previous release, which runs next to this one during an upgrade (docs/versioning.md). */
export const previousRelease = { version: '0.6.0', commit: 'b2d125a88fbea328af286c0b6c885f61406b6ddc' };

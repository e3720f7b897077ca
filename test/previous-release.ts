/** The previous release, which runs next to this one during an upgrade (docs/versioning.md). */
export const previousRelease = { version: '0.10.0', commit: '66552f6b690df83cb798897d8a90990ff93978c5' };

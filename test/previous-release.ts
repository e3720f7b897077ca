/** The previous release, which runs next to this one during an upgrade (docs/versioning.md). */
export const previousRelease = { version: '0.10.0', commit: '0b29302bdae9b9062e27c3d223382d719cbfe015' };

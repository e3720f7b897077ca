/** The previous release, which runs next to this one during an upgrade (docs/versioning.md). */
export const previousRelease = { version: '0.9.0', commit: 'a34a44b7ee8f85e0887ee9cb2e20791742d7ab76' };

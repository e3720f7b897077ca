/** The previous release, which runs next to this one during an upgrade (docs/versioning.md). */
export const previousRelease = { version: '0.8.0', commit: 'ccf60763d55e9186c5995120af4122f172d2285a' };

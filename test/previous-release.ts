/** The previous release, which runs next to this one during an upgrade (docs/versioning.md). */
export const previousRelease = { version: '0.11.0', commit: '1787dd641fb481928069cceeda98bc68a63b072d' };

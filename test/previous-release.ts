/** The previous release, which runs next to this one during an upgrade (docs/versioning.md). */
export const previousRelease = { version: '0.13.0', commit: '601f386965d8979e70c69bff6047c110ec386041' };

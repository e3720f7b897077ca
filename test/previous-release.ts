/** The previous release, which runs next to this one during an upgrade (docs/versioning.md). */
export const previousRelease = { version: '0.10.0', commit: '5afe3ee15236416a795ffc6eb137c15e9ee6a656' };

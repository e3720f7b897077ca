/** The previous release, which runs next to this one during an upgrade (docs/versioning.md). */
export const previousRelease = { version: '0.9.0', commit: '80e3fdc3245543596cf21dd68523baefd83babf4' };

/** The previous release, which runs next to this one during an upgrade (docs/versioning.md). */
export const previousRelease = { version: '0.15.0', commit: 'a513fcf30e2fc3650915cae649e3d303fc7e2aac' };

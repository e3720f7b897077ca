/** The previous release, which runs next to this one during an upgrade (docs/versioning.md). */
export const previousRelease = { version: '0.14.0', commit: 'a5f606b3020e320afc30a4567ff826473bf3d11a' };

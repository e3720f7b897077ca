/** The previous release, which runs next to this one during an upgrade (docs/versioning.md). */
export const previousRelease = { version: '0.7.0', commit: '772e754fdf0ee5a40362c06e57465df34e677532' };

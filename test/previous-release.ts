/** The release before this one: what runs beside it during an upgrade (docs/versioning.md). */
// The upgrade test runs its code with our packages: @ip-location-db/geo-whois-asn-country-mmdb stays among them until the next release.
export const previousRelease = { version: '0.3.0', commit: '524fe0114c23a622ff38cb1405361b7b12780782' };

/** An update that must not be applied. The list stays unchanged. */
export class UpdateRefused extends Error {}

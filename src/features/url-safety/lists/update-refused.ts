/** An update that must not be applied. The list stays as it is. */
export class UpdateRefused extends Error {}

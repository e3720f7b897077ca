import type { Refusal } from '#core/errors.ts';

/** What became of one item of a bulk request: its document, or why it was refused. */
export type ItemResult = { document: Record<string, unknown>; isReplayed: boolean } | { refusal: Refusal };

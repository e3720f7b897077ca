/** What a scan test can find. The first ones are advice, the others are reasons to refuse a design. */
export const findingCodes = [
  'similar_colors',
  'narrow_quiet_zone',
  'round_eyes',
  'transparent_background',
  'hard_to_read',
  'low_contrast',
  'inverted_colors',
  'covered',
  'unreadable',
  'unreadable_small',
  'not_drawable',
] as const;

export type FindingCode = (typeof findingCodes)[number];

export interface Finding {
  code: FindingCode;
  /** In words for the owner. */
  message: string;
}

/** Below this score, a design is weak. */
export const scoreGood = 80;

/** The properties by which analytics group scans. */
export const dimensions = ['country', 'device', 'system', 'browser', 'referrer', 'rule'] as const;
export type Dimension = (typeof dimensions)[number];

/** A quarter of an hour, because not all time zones differ by whole hours. */
export const slotMs = 15 * 60_000;
export const dayMs = 86_400_000;
export const slotsOfDay = dayMs / slotMs;

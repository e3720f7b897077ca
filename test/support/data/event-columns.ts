import type { Dimension } from '#core/analytics/dimension.ts';

/** The columns of `scan_events` for each dimension. */
export const eventColumns: Record<Dimension, string> = {
  country: 'country',
  device: 'device',
  system: 'system',
  browser: 'browser',
  referrer: 'referrer_host',
  rule: 'rule',
};

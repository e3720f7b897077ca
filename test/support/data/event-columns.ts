import type { Dimension } from '#core/analytics/dimension.ts';

/** Where `scan_events` has what the statistics are broken down by. */
export const eventColumns: Record<Dimension, string> = {
  country: 'country',
  device: 'device',
  system: 'system',
  browser: 'browser',
  referrer: 'referrer_host',
  rule: 'rule',
};

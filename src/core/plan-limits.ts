interface PlanLimit {
  /** Its name in the code. */
  field: string;
  /** Its display name. */
  label: string;
  min: number;
  /** The value if a catalogue doesn't have it: a catalogue from before the limit existed has no limit (D79). */
  whenMissing: 'refuse' | 'unlimited';
}

/** All plan limits by their names in the catalogue. Parser, overrides, `plan list` and the plan page of the dashboard are derived from it. */
export const planLimits = {
  qr_codes: { field: 'qrCodes', label: 'QR codes', min: 0, whenMissing: 'refuse' },
  requests_per_second: {
    field: 'requestsPerSecond',
    label: 'API requests per second',
    min: 1,
    whenMissing: 'refuse',
  },
  requests_per_minute: {
    field: 'requestsPerMinute',
    label: 'API requests per minute',
    min: 1,
    whenMissing: 'refuse',
  },
  requests_per_day: { field: 'requestsPerDay', label: 'API requests per day', min: 1, whenMissing: 'refuse' },
  api_keys: { field: 'apiKeys', label: 'API keys', min: 0, whenMissing: 'refuse' },
  projects: { field: 'projects', label: 'Projects', min: 0, whenMissing: 'unlimited' },
  domains: { field: 'domains', label: 'Domains', min: 0, whenMissing: 'unlimited' },
  members: { field: 'members', label: 'Members', min: 1, whenMissing: 'unlimited' },
  webhook_endpoints: {
    field: 'webhookEndpoints',
    label: 'Webhook endpoints',
    min: 0,
    whenMissing: 'unlimited',
  },
} as const satisfies Record<string, PlanLimit>;

/** A feature that a plan includes or not. A catalogue from before a later feature existed doesn't include it. */
export const planFeatures = {
  api_access: { field: 'apiAccess', label: 'The API', isRequired: true },
  qr_creation: { field: 'qrCreation', label: 'Creating QR codes', isRequired: true },
  advanced_redirects: {
    field: 'advancedRedirects',
    label: 'Redirect rules, expiry and scan limits',
    isRequired: true,
  },
  branded_pages: {
    field: 'brandedPages',
    label: 'Your name, color and logo on pages for visitors',
    isRequired: false,
  },
  oauth: { field: 'oauth', label: 'OAuth clients', isRequired: false },
} as const satisfies Record<string, { field: string; label: string; isRequired: boolean }>;

export type LimitName = keyof typeof planLimits;
export type FeatureName = keyof typeof planFeatures;
export const limitNames = Object.keys(planLimits) as LimitName[];
export const featureNames = Object.keys(planFeatures) as FeatureName[];

/** The maximum of a limit; infinite without one. */
export type Limits = Record<(typeof planLimits)[LimitName]['field'], number>;
export type Features = Record<(typeof planFeatures)[FeatureName]['field'], boolean>;

/** Limits by their names in the catalogue; null means no limit. */
export function formatLimits(limits: Limits): Record<LimitName, number | null> {
  const finite = (limit: number) => (Number.isFinite(limit) ? limit : null);
  return Object.fromEntries(
    limitNames.map((name) => [name, finite(limits[planLimits[name].field])]),
  ) as Record<LimitName, number | null>;
}

export function formatFeatures(features: Features): Record<FeatureName, boolean> {
  return Object.fromEntries(featureNames.map((name) => [name, features[planFeatures[name].field]])) as Record<
    FeatureName,
    boolean
  >;
}

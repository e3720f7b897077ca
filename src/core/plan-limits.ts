interface PlanLimit {
  /** Its name in our code. */
  field: string;
  /** Its name for people. */
  label: string;
  min: number;
  /** What a catalogue means that doesn't name it: one from before the limit existed has none (D79). */
  whenMissing: 'refuse' | 'unlimited';
}

/** Every limit of a plan, by its name in the catalogue. Parser, overrides, `plan list` and the dashboard's plan page follow from it. */
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
} as const satisfies Record<string, PlanLimit>;

/** What a plan includes or doesn't. */
export const planFeatures = {
  api_access: { field: 'apiAccess', label: 'The API' },
  qr_creation: { field: 'qrCreation', label: 'Creating QR codes' },
  advanced_redirects: { field: 'advancedRedirects', label: 'Redirect rules, expiry and scan limits' },
} as const satisfies Record<string, { field: string; label: string }>;

export type LimitName = keyof typeof planLimits;
export type FeatureName = keyof typeof planFeatures;
export const limitNames = Object.keys(planLimits) as LimitName[];
export const featureNames = Object.keys(planFeatures) as FeatureName[];

/** The most that a limit can be; without a limit it is infinite. */
export type Limits = Record<(typeof planLimits)[LimitName]['field'], number>;
export type Features = Record<(typeof planFeatures)[FeatureName]['field'], boolean>;

/** Limits by their names in the catalogue; null where there is none. */
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

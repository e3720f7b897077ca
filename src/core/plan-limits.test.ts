import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Features, formatFeatures, formatLimits, type Limits } from './plan-limits.ts';

test('limits and features have their names from the catalogue; null means unlimited', () => {
  const limits: Limits = {
    qrCodes: 1,
    requestsPerSecond: 2,
    requestsPerMinute: 3,
    requestsPerDay: 4,
    apiKeys: 0,
    projects: Number.POSITIVE_INFINITY,
    domains: 6,
    members: 7,
    webhookEndpoints: 5,
  };
  assert.deepEqual(formatLimits(limits), {
    qr_codes: 1,
    requests_per_second: 2,
    requests_per_minute: 3,
    requests_per_day: 4,
    api_keys: 0,
    projects: null,
    domains: 6,
    members: 7,
    webhook_endpoints: 5,
  });
  const features: Features = {
    apiAccess: true,
    qrCreation: false,
    advancedRedirects: true,
    brandedPages: true,
    oauth: false,
  };
  assert.deepEqual(formatFeatures(features), {
    api_access: true,
    qr_creation: false,
    advanced_redirects: true,
    branded_pages: true,
    oauth: false,
  });
});

import type { ScanTarget } from './resolve-scan.ts';

/** An ordinary code, as a start for the simulator and tests. */
export const plainTarget: ScanTarget = {
  qrId: 'code',
  projectId: 'project',
  accountId: 'account',
  isPublic: true,
  status: 'active',
  isProjectArchived: false,
  accountState: 'active',
  domainHost: null,
  expiresAtMs: null,
  scanLimit: null,
  isNumbered: false,
  redirectUrl: 'https://example.com/',
  text: '',
  textKind: 'text',
  content: null,
  rules: [],
  forwardedParams: [],
  timeZone: 'UTC',
  analyticsEnabled: true,
  version: 1,
  projectVersion: 1,
  accountVersion: 1,
};

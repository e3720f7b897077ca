import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operatorOf, originOf } from './actor.ts';
import { entitlementsOf } from './entitlements.ts';
import { parsePlanCatalogue } from './plan.ts';

const limits = {
  qr_codes: 5,
  requests_per_second: 2,
  requests_per_minute: 20,
  requests_per_day: 200,
  api_keys: 1,
};
const switches = { api_access: false, advanced_redirects: false, qr_creation: true };
const catalogue = parsePlanCatalogue({ small: { ...limits, ...switches } });
assert.ok(catalogue.ok);
const plans = catalogue.value;
const account = { plan: 'small', limit_overrides: {}, api_access: null };

test('an account has the limits of its plan', () => {
  const found = entitlementsOf(plans, account);
  assert.ok(found.ok);
  assert.equal(found.value.plan.name, 'small');
  assert.equal(found.value.limits.qrCodes, 5);
  assert.equal(found.value.apiAccess, false);
});

test('the operator’s override wins', () => {
  const found = entitlementsOf(plans, { ...account, limit_overrides: { qr_codes: 9 }, api_access: true });
  assert.ok(found.ok);
  assert.equal(found.value.limits.qrCodes, 9);
  assert.equal(found.value.limits.apiKeys, 1);
  assert.equal(found.value.apiAccess, true);
});

test('an unknown plan or a malformed limit is a problem, never unlimited', () => {
  const unknown = entitlementsOf(plans, { ...account, plan: 'gone' });
  assert.deepEqual(unknown, { ok: false, problems: ['the catalogue has no plan "gone"'] });
  const malformed = entitlementsOf(plans, { ...account, limit_overrides: { qr_codes: '9' } });
  assert.ok(!malformed.ok);
  assert.match(malformed.problems.join(), /qr_codes must be a whole number/);
});

test('plans don’t apply to the operator, and objects that they create have no origin in the account', () => {
  const operator = operatorOf('a');
  assert.equal(operator.accountId, 'a');
  for (const limit of Object.values(operator.entitlements.limits)) assert.equal(limit, Infinity);
  assert.ok(operator.entitlements.plan.qrCreation && operator.entitlements.plan.advancedRedirects);
  assert.equal(originOf(operator), null);
  const { accountId, entitlements } = operator;
  assert.equal(
    originOf({ kind: 'member', role: 'owner', projects: new Map(), userId: 'u', accountId, entitlements }),
    'dashboard',
  );
  assert.equal(
    originOf({ kind: 'api_key', keyId: 'k', scopes: null, projects: null, accountId, entitlements }),
    'api',
  );
});

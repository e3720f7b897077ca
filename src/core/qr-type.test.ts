import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiTypes, dashboardTypes, isApiType, isQrType, typesWithLink } from './qr-type.ts';

test('three types belong to the API, eight more to the dashboard', () => {
  assert.deepEqual([...apiTypes], ['url', 'dynamic_url', 'text']);
  assert.deepEqual(
    [...dashboardTypes],
    ['vcard', 'wifi', 'email', 'sms', 'phone', 'geo', 'event', 'app_store'],
  );
  assert.ok(isApiType('url') && !isApiType('vcard') && !isApiType('x'));
  assert.ok(isQrType('url') && isQrType('vcard') && !isQrType('x'));
  assert.deepEqual(typesWithLink, ['url', 'dynamic_url', 'text', 'vcard', 'event', 'app_store']);
});

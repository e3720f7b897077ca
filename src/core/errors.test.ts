import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorEnvelope } from './error-envelope.ts';
import { isErrorCode, Refusal } from './errors.ts';

test('a refusal has the status of its code unless another is given', () => {
  const cause = new Error('why');
  const plain = new Refusal('qr_not_found', 'There is no such code.', { cause });
  assert.deepEqual(
    [plain.code, plain.status, plain.message, plain.param, plain.retryAfterSeconds, plain.allow, plain.cause],
    ['qr_not_found', 404, 'There is no such code.', null, undefined, undefined, cause],
  );
  const other = new Refusal('invalid_payload', 'x', {
    status: 413,
    param: 'label',
    retryAfterSeconds: 3,
    allow: 'GET',
  });
  assert.deepEqual(
    [other.status, other.param, other.retryAfterSeconds, other.allow],
    [413, 'label', 3, 'GET'],
  );
});

test('only codes of our table are error codes', () => {
  assert.ok(isErrorCode('rate_limited'));
  assert.ok(!isErrorCode('toString'));
  assert.ok(!isErrorCode(''));
});

test('every error has the same frame', () => {
  assert.deepEqual(errorEnvelope('req-1', 'expired', 'Gone.'), {
    ok: false,
    version: '2025-11-14-v1',
    request_id: 'req-1',
    code: 'expired',
    message: 'Gone.',
  });
});

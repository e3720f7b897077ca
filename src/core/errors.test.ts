import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorEnvelope } from './error-envelope.ts';
import { invalidRequest, isErrorCode, Refusal } from './errors.ts';
import { accept, parseAll, refuseField } from './parsed.ts';

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
  const place = { requestId: 'req-1', apiBaseUrl: 'https://api.example.com' };
  assert.deepEqual(errorEnvelope(place, new Refusal('expired', 'Gone.')), {
    ok: false,
    version: '2025-11-14-v1',
    request_id: 'req-1',
    code: 'expired',
    message: 'Gone.',
    param: null,
    doc_url: 'https://api.example.com/docs/guide/errors#expired',
  });
});

test('a request with several mistakes is refused with all of them, and with the first as its message', () => {
  const place = { requestId: 'req-1', apiBaseUrl: 'https://api.example.com' };
  const parsed = parseAll({ a: refuseField('a', 'is wrong.'), b: accept(1), c: refuseField('c', 'is too.') });
  assert.ok(!parsed.ok);
  const { message, param, errors } = errorEnvelope(place, invalidRequest(parsed));
  assert.deepEqual([message, param], ['a is wrong.', 'a']);
  assert.deepEqual(errors, [
    { param: 'a', message: 'a is wrong.' },
    { param: 'c', message: 'c is too.' },
  ]);
});

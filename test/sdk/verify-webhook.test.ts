import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyWebhook, WebhookVerificationError } from '@waypost/sdk';
import { Webhook } from 'standardwebhooks';

/** The example of the Standard Webhooks libraries. */
const vector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const nowMs = Number(vector.timestamp) * 1_000;
const headersOf = (signature: string, timestamp = vector.timestamp) => ({
  'webhook-id': vector.id,
  'webhook-timestamp': timestamp,
  'webhook-signature': signature,
});
const verify = (headers: Record<string, string>, more = {}) =>
  verifyWebhook({ secret: vector.secret, body: vector.body, headers, nowMs, ...more });

test('the example of Standard Webhooks is verified, also without the prefix and beside other signatures', async () => {
  const expected = { test: 2432232314 };
  assert.deepEqual(await verify(headersOf(vector.signature)), expected);
  const others = `v1,bm90IGl0 v2,${vector.signature.slice(3)} ${vector.signature}`;
  assert.deepEqual(await verify(headersOf(others)), expected);
  assert.deepEqual(await verify(headersOf(vector.signature), { secret: vector.secret.slice(6) }), expected);
  const headers = new Headers(headersOf(vector.signature));
  assert.deepEqual(await verifyWebhook({ ...vector, headers, nowMs }), expected);
});

test('what the library of Standard Webhooks signs is verified', async () => {
  const now = new Date();
  const body = JSON.stringify({ type: 'qr.updated', data: { label: 'Menü, 日本' } });
  const signature = new Webhook(vector.secret).sign('evt_1', now, body);
  const headers = {
    'Webhook-Id': 'evt_1',
    'Webhook-Timestamp': String(Math.floor(now.getTime() / 1_000)),
    'Webhook-Signature': signature,
  };
  assert.equal((await verifyWebhook({ secret: vector.secret, body, headers })).type, 'qr.updated');
});

for (const [what, headers, more] of [
  ['another body', headersOf(vector.signature), { body: '{"test": 2432232315}' }],
  ['another secret', headersOf(vector.signature), { secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ['another version', headersOf(vector.signature.replace('v1', 'v1a')), {}],
  ['no signature', headersOf(''), {}],
  ['nonsense', headersOf('v1,***'), {}],
  ['an old message', headersOf(vector.signature), { nowMs: nowMs + 301_000 }],
  ['a message from the future', headersOf(vector.signature), { nowMs: nowMs - 301_000 }],
  ['a time that is none', headersOf(vector.signature, 'soon'), {}],
  ['a missing header', { 'webhook-id': vector.id }, {}],
] as const)
  test(`${what} is refused`, () =>
    assert.rejects(verify(headers as Record<string, string>, more), WebhookVerificationError));

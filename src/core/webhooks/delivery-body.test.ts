import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveryBody } from './delivery-body.ts';

const message = { eventId: 'evt_1', type: 'qr.updated', createdAt: '2026-03-01T09:30:00.000Z' };

test('a body has the type, the time of the event, its ID and its data', () => {
  const body = deliveryBody({ ...message, data: { qr_code: { label: 'é' } }, ids: {} });
  assert.deepEqual(JSON.parse(body), {
    type: 'qr.updated',
    timestamp: '2026-03-01T09:30:00.000Z',
    event_id: 'evt_1',
    data: { qr_code: { label: 'é' } },
  });
});

test('a body of 20 KiB or more has only IDs, and says so', () => {
  const ids = { qr_code: { qr_id: 'qrc_1' } };
  const bodyOf = (length: number) => deliveryBody({ ...message, data: { text: 'é'.repeat(length) }, ids });
  assert.ok(bodyOf(10_100).length > 10_000);
  assert.ok(Buffer.byteLength(bodyOf(10_100)) < 20_480);
  assert.deepEqual(JSON.parse(bodyOf(10_240)).data, { ...ids, truncated: true });
});

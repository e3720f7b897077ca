import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessPart } from '#main/process-part.ts';
import { startWorker } from '#main/worker.ts';
import { scaled } from '../support/measure/proof-scale.ts';
import { until } from '../support/measure/until.ts';
import { quietProcess } from '../support/scratch/quiet-process.ts';
import { startTestApi, type TestApi } from '../support/scratch/test-api.ts';
import { Receiver } from './receiver.ts';

const rotations = scaled(100, 5);
const changesPerRotation = 20;

let api: TestApi;
let worker: ProcessPart;
let receiver: Receiver;
before(async () => {
  api = await startTestApi();
  worker = await startWorker(quietProcess(api.config));
  receiver = await Receiver.start();
});
after(async () => {
  await worker.drain();
  await worker.close();
  await receiver.close();
  await api.close();
});

test(`${rotations} rotations under load: a receiver that replaces its secret later rejects no delivery`, async (t) => {
  const { key, ...account } = await api.createAccount();
  const { body: endpoint } = await api.request('POST', '/v2/webhook-endpoints', {
    key,
    body: { url: receiver.url, types: ['qr.updated'] },
  });
  const { qr_id: id } = await api.createQrCode({ key, ...account });
  let known: string = endpoint.secret;
  let rejected = 0;
  receiver.behaviour = (received) => {
    try {
      receiver.verify(received, known);
      return { status: 200 };
    } catch {
      rejected += 1;
      return { status: 401 };
    }
  };
  let isOver = false;
  let changes = 0;
  const load = (async () => {
    while (!isOver) {
      const body = { label: `Name ${(changes += 1)}` };
      assert.equal((await api.request('PATCH', `/v1/qr-codes/${id}`, { key, body })).status, 200);
    }
  })();
  for (let rotation = 0; rotation < rotations; rotation++) {
    const before = receiver.received.length;
    const { body } = await api.request(
      'POST',
      `/v2/webhook-endpoints/${endpoint.endpoint_id}/rotate-secret`,
      {
        key,
        body: { expires_in: 60 },
      },
    );
    // The receiver still has the old one for some deliveries.
    await until('deliveries', () => receiver.received.length >= before + changesPerRotation);
    known = body.secret;
    await sleep(Math.random() * 100);
    await until('more deliveries', () => receiver.received.length >= before + 2 * changesPerRotation);
  }
  isOver = true;
  await load;
  await until('all', () => receiver.received.length >= changes, 120_000);
  t.diagnostic(`${changes} changes, ${receiver.received.length} deliveries, ${rejected} rejected`);
  assert.equal(rejected, 0);

  // Without a time for the old secret, it signs nothing any more.
  const { body } = await api.request('POST', `/v2/webhook-endpoints/${endpoint.endpoint_id}/rotate-secret`, {
    key,
    body: { expires_in: 0 },
  });
  receiver.received.length = 0;
  receiver.behaviour = () => ({ status: 200 });
  await api.request('PATCH', `/v1/qr-codes/${id}`, { key, body: { label: 'After' } });
  await until('the last one', () => receiver.received.length > 0);
  const last = receiver.received.at(-1) ?? assert.fail();
  receiver.verify(last, body.secret);
  assert.throws(() => receiver.verify(last, known));
});

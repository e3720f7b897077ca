import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { freePort } from '../support/scratch/free-port.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const folder = new URL('../../examples/webhooks/', import.meta.url);
const body = JSON.stringify({
  type: 'qr.updated',
  timestamp: '2027-01-31T18:00:00.000Z',
  event_id: 'evt_000000000J01G4TSRZ6JQAR9XR',
  data: { qr_code: { label: 'Käse 🧀' } },
});

/** Next.js calls the exported function; so does this server. */
const nextServer = `
  import { serve } from '@hono/node-server';
  import { POST } from '${new URL('next.ts', folder).href}';
  serve({ fetch: (request) => POST(request), port: Number(process.env.PORT) });`;

async function start(
  name: string,
): Promise<{ url: string; printed: () => string; stop: () => Promise<void> }> {
  const port = await freePort();
  const args =
    name === 'next'
      ? ['--input-type=module', '--eval', nextServer]
      : [new URL(`${name}.ts`, folder).pathname];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  const url = `http://localhost:${port}/hooks`;
  for (let tries = 0; ; tries++) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) break;
    assert.ok(tries < 300 && child.exitCode === null, printed);
    await sleep(50);
  }
  return {
    url,
    printed: () => printed,
    stop: async () => {
      const left = once(child, 'exit');
      child.kill();
      await left;
    },
  };
}

describe('the example for', () => {
  for (const name of ['express', 'fastify', 'hono', 'next'])
    test(`${name} accepts a signed webhook, and refuses one that was changed`, async () => {
      const example = await start(name);
      const at = new Date();
      const send = (sent: string) =>
        fetch(example.url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'webhook-id': 'evt_000000000J01G4TSRZ6JQAR9XR',
            'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
            'webhook-signature': new Webhook(secret).sign('evt_000000000J01G4TSRZ6JQAR9XR', at, body),
          },
          body: sent,
        });
      assert.equal((await send(body)).status, 204, example.printed());
      assert.match(example.printed(), /qr\.updated evt_000000000J01G4TSRZ6JQAR9XR/);
      const refused = await send(body.replace('Käse', 'Tofu'));
      assert.equal(refused.status, 400);
      assert.match(await refused.text(), /signature/);
      await example.stop();
    });
});

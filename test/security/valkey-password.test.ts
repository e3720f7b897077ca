import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { createRedis } from '#platform/redis.ts';
import { freePort } from '../support/scratch/free-port.ts';

/** The Valkey arguments of the compose file, which Redis accepts too. */
function shippedArguments(password: string): string[] {
  const compose = readFileSync(new URL('../../deploy/compose.yaml', import.meta.url), 'utf8');
  const service = compose.slice(compose.indexOf('\n  valkey:'), compose.indexOf('\nnetworks:'));
  const list = service.slice(service.indexOf('command:')).matchAll(/^ {6}- (.*)$/gm);
  const [program, ...args] = [...list].map(([, value = '']) => value.replaceAll("'", ''));
  assert.equal(program, 'valkey-server');
  return args.map((value) => (value.includes('VALKEY_PASSWORD') ? password : value));
}

test('the Valkey of the compose file refuses everybody without its password', async (t) => {
  const [port, password] = [await freePort(), 'only-the-processes-know-this'];
  const server = spawn(
    'redis-server',
    [...shippedArguments(password), '--port', String(port), '--bind', '127.0.0.1'],
    {
      stdio: 'ignore',
    },
  );
  t.after(() => server.kill('SIGKILL'));
  const log = pino({ level: 'silent' });
  const ask = async (url: string, triesMax: number): Promise<string> => {
    const redis = createRedis(url, log);
    try {
      for (let tries = 0; ; tries++) {
        try {
          return await redis.ping();
        } catch (error) {
          if (tries === triesMax) return String(error);
          await sleep(50);
        }
      }
    } finally {
      redis.disconnect();
    }
  };
  assert.equal(await ask(`redis://:${password}@127.0.0.1:${port}`, 100), 'PONG');
  assert.notEqual(await ask(`redis://127.0.0.1:${port}`, 10), 'PONG');
  assert.notEqual(await ask(`redis://:wrong@127.0.0.1:${port}`, 10), 'PONG');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ThreadPool, ThreadTimeout } from '#platform/thread-pool.ts';

const code = `
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (input) => {
    if (input === 'exit') process.exit(3);
    if (input === 'for ever') for (;;);
    if (input === 'throw') throw new Error('thrown');
    parentPort.postMessage(input === 'refuse' ? { error: 'refused' } : { output: input * 2 });
  });`;
const file = new URL(`data:text/javascript,${encodeURIComponent(code)}`);

test('all tasks of a pool are answered, also those behind one that kills its thread', async () => {
  const pool = new ThreadPool<unknown, number>(file, 2, 60_000);
  const tasks = [1, 'exit', 2, 'refuse', 3, 'throw', 4, 'exit', 5];
  const results = await Promise.allSettled(tasks.map((task) => pool.run(task)));
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed')),
    [2, 'failed', 4, 'failed', 6, 'failed', 8, 'failed', 10],
  );
  await pool.close();
  await assert.rejects(pool.run(1), /closed/);
});

test('a task that never ends is given up with its thread; the next one is answered', async () => {
  const pool = new ThreadPool<unknown, number>(file, 1, 300);
  const endless = pool.run('for ever');
  const next = pool.run(21);
  await assert.rejects(endless, ThreadTimeout);
  assert.equal(await next, 42);
  // Asked while the thread of the endless task is ending: the task must not go to that thread.
  const [late] = await Promise.allSettled([pool.run('for ever')]);
  assert.equal(late?.status, 'rejected');
  assert.equal(await pool.run(4), 8);
  await pool.close();
});

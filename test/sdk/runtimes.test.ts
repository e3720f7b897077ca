import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { until } from '../support/measure/until.ts';
import { freePort } from '../support/scratch/free-port.ts';

const run = promisify(execFile);
/** Only the programs themselves, without scripts that install them. */
const packages = {
  '@deno/linux-x64-glibc': '2.9.6',
  '@oven/bun-linux-x64': '1.4.4',
  '@cloudflare/workerd-linux-64': '1.20261110.1',
};
const tools = new URL('../../.tools/runtimes/', import.meta.url).pathname;
const program = (path: string) => join(tools, 'node_modules', path);
const folder = mkdtempSync(join(tmpdir(), 'waypost-runtimes-'));
const isHere = process.platform === 'linux' && process.arch === 'x64';

/** The test vector of Standard Webhooks: accepted, and refused when the body is another one. */
const check = `
import { verifyWebhook, WebhookVerificationError } from './verify-webhook.js';

const message = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  body: '{"test": 2432232314}',
  nowMs: 1614265330000,
  headers: new Headers({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }),
};

export async function check() {
  const { test } = await verifyWebhook(message);
  const refusal = await verifyWebhook({ ...message, body: '{"test": 1}' }).catch((error) => error);
  return test + ' ' + (refusal instanceof WebhookVerificationError);
}
`;

before(() => {
  if (!isHere) return;
  const missing = Object.entries(packages).filter(([name]) => !existsSync(program(`${name}/package.json`)));
  mkdirSync(tools, { recursive: true });
  if (missing.length > 0)
    execFileSync(
      'npm',
      ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', tools].concat(
        missing.map(([name, version]) => `${name}@${version}`),
      ),
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
  copyFileSync(
    new URL('../../sdk/dist/verify-webhook.js', import.meta.url),
    join(folder, 'verify-webhook.js'),
  );
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(join(folder, 'check.js'), check);
  writeFileSync(
    join(folder, 'main.js'),
    `import { check } from './check.js';\nconsole.log(await check());\n`,
  );
});
after(() => rmSync(folder, { recursive: true }));

for (const [name, path, args] of [
  ['Deno', '@deno/linux-x64-glibc/deno', ['run', '--no-remote']],
  ['Bun', '@oven/bun-linux-x64/bin/bun', ['run']],
] as const)
  test(`verifyWebhook works in ${name}`, { skip: !isHere }, async () => {
    const { stdout } = await run(program(path), [...args, join(folder, 'main.js')]);
    assert.equal(stdout.trim(), '2432232314 true');
  });

test('verifyWebhook works in workerd, the runtime of Cloudflare Workers', { skip: !isHere }, async () => {
  const port = await freePort();
  writeFileSync(
    join(folder, 'worker.js'),
    `import { check } from './check.js';\nexport default { fetch: async () => new Response(await check()) };\n`,
  );
  const modules = ['worker.js', 'check.js', 'verify-webhook.js']
    .map((file) => `(name = "${file}", esModule = embed "${file}")`)
    .join(', ');
  writeFileSync(
    join(folder, 'workerd.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (modules = [${modules}], compatibilityDate = "2026-01-01"))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
`,
  );
  const child = spawn(
    program('@cloudflare/workerd-linux-64/bin/workerd'),
    ['serve', join(folder, 'workerd.capnp')],
    {
      stdio: 'ignore',
    },
  );
  try {
    let text = '';
    await until('it responds', async () => {
      text = await fetch(`http://127.0.0.1:${port}/`).then(
        (response) => response.text(),
        () => '',
      );
      return text !== '';
    });
    assert.equal(text, '2432232314 true');
  } finally {
    child.kill();
  }
});

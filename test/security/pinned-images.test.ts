import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';

const folder = mkdtempSync('/tmp/waypost-pins-');
const digestOf = (name: string) => `sha256:${Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64)}`;
let registry: Server;
let url: string;
let broken = '';

/** A registry as the distribution protocol has it: a token first, then a manifest's digest in a header. */
before(async () => {
  registry = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/token') return void response.end(JSON.stringify({ token: searchParams.get('scope') }));
    const [, name = ''] = /^\/v2\/(.+)\/manifests\/[\w.-]+$/.exec(pathname) ?? [];
    const scope = `repository:${name}:pull`;
    if (request.headers.authorization !== `Bearer ${scope}`) {
      const challenge = `Bearer realm="${url}/token",service="registry",scope="${scope}"`;
      return void response.writeHead(401, { 'www-authenticate': challenge }).end();
    }
    if (name === broken)
      return void response.writeHead(200, { 'docker-content-digest': 'sha256:short' }).end();
    response.writeHead(200, { 'docker-content-digest': digestOf(name) }).end();
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
});
after(() => {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

function pin(env: string): Promise<{ code: number; stderr: string }> {
  const script = new URL('../../scripts/pin-images.ts', import.meta.url).pathname;
  return new Promise((resolve) =>
    execFile(process.execPath, [script, url, env], (error, _stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, stderr }),
    ),
  );
}

test('a release pins every base image by the digest of its registry, and keeps the other settings', async () => {
  const env = `${folder}/.env`;
  writeFileSync(env, 'API_HOST=app.example.com\n#NODE_IMAGE=\nPOSTGRES_IMAGE=postgres:17@sha256:old\n');
  const { code, stderr } = await pin(env);
  assert.equal(code, 0, stderr);
  assert.deepEqual(readFileSync(env, 'utf8').trim().split('\n').sort(), [
    'API_HOST=app.example.com',
    `CADDY_IMAGE=caddy:2@${digestOf('library/caddy')}`,
    `NODE_IMAGE=node:24-bookworm-slim@${digestOf('library/node')}`,
    `POSTGRES_IMAGE=postgres:17@${digestOf('library/postgres')}`,
    `VALKEY_IMAGE=valkey/valkey:8@${digestOf('valkey/valkey')}`,
  ]);
});

test('an unknown digest stops the release, and nothing is written', async () => {
  const env = `${folder}/other.env`;
  writeFileSync(env, 'API_HOST=app.example.com\n');
  broken = 'library/caddy';
  const { code, stderr } = await pin(env);
  assert.equal(code, 1);
  assert.match(stderr, /its digest is not known/);
  assert.equal(readFileSync(env, 'utf8'), 'API_HOST=app.example.com\n');
});

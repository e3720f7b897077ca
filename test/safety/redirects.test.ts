import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { metaRefresh } from '#core/safety/meta-refresh.ts';
import { isPublicAddress, RedirectFollower } from '#features/url-safety/check/redirect-follower.ts';
import { systemClock } from '#platform/clock.ts';
import { createNameResolver } from '#platform/name-resolver.ts';
import { DnsDouble } from '../support/doubles/dns-double.ts';
import { startTestApi } from '../support/scratch/test-api.ts';
import { privateAddresses } from './private-addresses.ts';

/** Stands for the public web; every other loopback address stays private. */
const publicAddress = '127.0.0.2';
const secretAddress = '127.0.0.1';

let dns: DnsDouble;
let site: Server;
let secret: Server;
let port: number;
let respond: RequestListener;
let answers: Record<string, string[] | (() => string[])>;
let requests: string[];
let connections: string[];
let secretsTold: number;

const watchSocket = (message: unknown) => {
  const { socket } = message as { socket: Socket };
  socket.on('connectionAttempt', (ip: string) => connections.push(ip));
};

before(async () => {
  site = createServer((request, response) => {
    requests.push(`${request.method} ${request.headers.host?.replace(/:\d+$/, '')}${request.url}`);
    respond(request, response);
  });
  site.listen(0, publicAddress);
  await once(site, 'listening');
  port = (site.address() as AddressInfo).port;
  // On the same port: a wrong address would return the secret.
  secret = createServer((_request, response) => {
    secretsTold += 1;
    response.end('secret');
  });
  secret.listen(port, secretAddress);
  await once(secret, 'listening');
  dns = await DnsDouble.start((name) => {
    const answer = answers[name];
    return answer === undefined ? 'nxdomain' : typeof answer === 'function' ? answer() : answer;
  });
  subscribe('net.client.socket', watchSocket);
});
after(() => {
  unsubscribe('net.client.socket', watchSocket);
  for (const server of [site, secret]) {
    server.close();
    server.closeAllConnections();
  }
  dns.close();
});
beforeEach(() => {
  answers = { 'public.test': [publicAddress] };
  requests = [];
  connections = [];
  secretsTold = 0;
  respond = (_request, response) => response.end('hello');
});

const makeFollower = (allowPrivateDestinations = false) =>
  new RedirectFollower({
    resolve: createNameResolver([dns.address]),
    clock: systemClock,
    allowPrivateDestinations,
    isPublicAddress: (address) => address === publicAddress || isPublicAddress(address),
  });

async function follow(url: string, isAdmitted: (hop: string) => boolean = () => true) {
  const hops: string[] = [];
  const verdict = await makeFollower().follow(url, async (hop) => {
    hops.push(hop);
    return isAdmitted(hop);
  });
  return { verdict, hops };
}

const redirectTo =
  (location: string, status = 302): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { location: Buffer.from(location).toString('latin1') });
    response.end();
  };

describe('redirect chains', () => {
  test('every hop is reported before it is requested, with HEAD, up to the last', async () => {
    respond = (request, response) => {
      const step = Number(request.url?.slice(1));
      if (step < 4) redirectTo(`/${step + 1}`)(request, response);
      else response.end('there');
    };
    const { verdict, hops } = await follow(`http://public.test:${port}/0`);
    assert.equal(verdict.kind, 'safe');
    assert.deepEqual(
      hops.map((hop) => new URL(hop).pathname),
      ['/1', '/2', '/3', '/4'],
    );
    assert.deepEqual(requests, [
      'HEAD public.test/0',
      'HEAD public.test/1',
      'HEAD public.test/2',
      'HEAD public.test/3',
      'HEAD public.test/4',
      'GET public.test/4',
    ]);
    assert.deepEqual(new Set(connections), new Set([publicAddress]));
  });

  test('a refused hop is not requested', async () => {
    respond = redirectTo('http://evil.test/');
    const { hops } = await follow(`http://public.test:${port}/`, () => false);
    assert.deepEqual(hops, ['http://evil.test/']);
    assert.equal(dns.queries.filter(({ name }) => name === 'evil.test').length, 0);
  });

  test('more than five hops are not followed, and are unsafe', async () => {
    let step = 0;
    respond = (request, response) => redirectTo(`/again${step++}`)(request, response);
    const { verdict, hops } = await follow(`http://public.test:${port}/`);
    assert.equal(verdict.kind, 'unsafe');
    assert.ok(hops.length <= 6, String(hops.length));
  });

  test('a page that refuses HEAD, or redirects in its HTML, is requested with GET, of which little is read', async () => {
    let sent = 0;
    respond = (request, response) => {
      if (request.method === 'HEAD') return void response.writeHead(405).end();
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write(
        '<meta charset=utf-8><META content="0; URL=\'http://next.test/\'" http-equiv="refresh">',
      );
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536;
      };
      response.on('drain', pour);
      pour();
    };
    const { hops } = await follow(`http://public.test:${port}/`);
    assert.deepEqual(hops, ['http://next.test/']);
    assert.ok(sent < 8_000_000, `${sent} bytes were sent before it hung up`);
  });

  test('every kind of redirect is found', async () => {
    const next = 'http://next.test/';
    const html =
      (body: string, type = 'text/html'): RequestListener =>
      (_request, response) => {
        response.writeHead(200, { 'content-type': type });
        response.end(body);
      };
    const ways: Record<string, RequestListener> = {
      'GET alone redirects': (request, response) => {
        if (request.method === 'HEAD')
          return void response.writeHead(200, { 'content-type': 'text/plain' }).end();
        redirectTo(next)(request, response);
      },
      'a body that never ends': (_request, response) => {
        response.writeHead(302, { location: next });
        response.write('x');
      },
      'a header': (_request, response) => void response.writeHead(200, { refresh: `0; url=${next}` }).end(),
      'another type': html(`<meta http-equiv=refresh content="0;url=${next}">`, 'TEXT/HTML'),
      'no url=': html(`<meta http-equiv="refresh" content="0;${next}">`),
      'a long tag': html(`<meta name="${'x'.repeat(2_000)}" http-equiv="refresh" content='0;URL="${next}"'>`),
      entities: html('<meta http-equiv="refres&#104;" content="0;url=http:&#x2F;/next.test/">'),
      'the second tag': html(
        `<meta charset="utf-8"><meta name=a><META HTTP-EQUIV = Refresh CONTENT = "5 ; url = ${next}">`,
      ),
    };
    for (const [way, listener] of Object.entries(ways)) {
      respond = listener;
      const { hops } = await follow(`http://public.test:${port}/`, () => false);
      assert.deepEqual(hops, [next], way);
    }
  });

  test('a page that attacks its parser takes milliseconds', async () => {
    for (const body of [
      '<meta '.repeat(11_000),
      `<meta ${'http-equiv '.repeat(5_900)}`,
      '<meta http-equiv=refresh content="'.repeat(1_900),
    ]) {
      const beganMs = performance.now();
      metaRefresh(body);
      assert.ok(performance.now() - beganMs < 250, `${performance.now() - beganMs} ms`);
    }
  });

  test('of two hundred at once, sixteen run and the others wait: each has its own time limit', async () => {
    let open = 0;
    let openMost = 0;
    respond = (request, response) => {
      openMost = Math.max(openMost, ++open);
      response.once('close', () => {
        open -= 1;
      });
      setTimeout(() => redirectTo('http://next.test/')(request, response), 60);
    };
    const follower = makeFollower();
    let told = 0;
    const found = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        follower
          .follow(`http://public.test:${port}/${index}`, async () => {
            told += 1;
            return false;
          })
          .then(() => index),
      ),
    );
    assert.equal(found.length, 200);
    assert.equal(told, 200);
    assert.equal(openMost, 16);
  });

  test('a page that redirects to itself until it gets a cookie is harmless', async () => {
    respond = redirectTo('/');
    assert.equal((await follow(`http://public.test:${port}/`)).verdict.kind, 'safe');
  });

  test('a server that never responds costs seconds, not minutes, and is harmless', async () => {
    respond = () => {};
    const beganMs = performance.now();
    const { verdict } = await follow(`http://public.test:${port}/`);
    assert.equal(verdict.kind, 'safe');
    assert.ok(
      verdict.validUntil && verdict.validUntil.getTime() < Date.now() + 2 * 86_400_000,
      'looked at again in a day',
    );
    assert.ok(performance.now() - beganMs < 12_000);
  });

  test('a name that doesn’t exist is harmless', async () => {
    assert.equal((await follow('http://nowhere.test/')).verdict.kind, 'safe');
    assert.deepEqual(connections, []);
  });
});

describe('private addresses are never connected to', () => {
  test(`as a destination: ${privateAddresses.length} spellings, with and without a name in front`, async () => {
    assert.ok(privateAddresses.length >= 300, String(privateAddresses.length));
    for (const host of privateAddresses) {
      const url = URL.parse(`http://${host}:${port}/latest/meta-data/`);
      if (url === null) continue;
      const { verdict } = await follow(url.href);
      assert.notDeepEqual(verdict.kind, 'unverified', host);
    }
    assert.deepEqual(connections, []);
    assert.equal(secretsTold, 0);
  });

  test('as a redirect target', async () => {
    let next = '';
    respond = (request, response) =>
      redirectTo(next, [301, 302, 303, 307, 308][next.length % 5])(request, response);
    for (const host of privateAddresses) {
      next = `http://${host}:${port}/`;
      await follow(`http://public.test:${port}/`);
    }
    assert.deepEqual(new Set(connections), new Set([publicAddress]));
    assert.equal(secretsTold, 0);
  });

  test('as an address of a name, alone or next to a public one', async () => {
    const bare = privateAddresses.filter((host) => /^\d+\.\d+\.\d+\.\d+$/.test(host) || host.startsWith('['));
    for (const [index, host] of bare.entries()) {
      const address = new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '');
      answers[`alone${index}.test`] = [address];
      answers[`beside${index}.test`] = [publicAddress, address];
      answers[`before${index}.test`] = [address, publicAddress];
      for (const name of ['alone', 'beside', 'before']) {
        const { verdict } = await follow(`http://${name}${index}.test:${port}/`);
        assert.equal(verdict.kind, 'unsafe', `${name} ${address}`);
      }
    }
    assert.deepEqual(connections, []);
    assert.equal(secretsTold, 0);
  });

  test('rebinding: a name that turns private after the first lookup is used with its first address, and then refused', async () => {
    for (let turn = 0; turn < 5; turn++) {
      let asked = 0;
      // Each lookup asks for A and AAAA; only the first lookups get the public address.
      answers['rebind.test'] = () => (asked++ < 2 + 2 * turn ? [publicAddress] : [secretAddress]);
      let step = 0;
      respond = (request, response) => redirectTo(`/again${step++}`)(request, response);
      const { verdict } = await follow(`http://rebind.test:${port}/`);
      assert.equal(verdict.kind, 'unsafe');
      assert.match(verdict.kind === 'unsafe' ? verdict.detail : '', /not public|more than/);
    }
    respond = (request, response) =>
      request.method === 'HEAD' ? void response.writeHead(403).end() : void response.end('page');
    let asked = 0;
    answers['flip.test'] = () => (asked++ < 2 ? [publicAddress] : [secretAddress]);
    await follow(`http://flip.test:${port}/`);
    assert.deepEqual(requests.slice(-2), ['HEAD flip.test/', 'GET flip.test/']);
    assert.deepEqual(new Set(connections), new Set([publicAddress]));
    assert.equal(secretsTold, 0);
  });

  test('with private destinations allowed, they are still not requested', async () => {
    answers['intranet.test'] = [secretAddress];
    const verdict = await makeFollower(true).follow(`http://intranet.test:${port}/`, async () => true);
    assert.equal(verdict.kind, 'safe');
    assert.deepEqual(connections, []);
  });

  test('nor are ports of other services', async () => {
    for (const closed of [22, 25, 110, 143, 465, 587])
      assert.equal((await follow(`http://public.test:${closed}/`)).verdict.kind, 'safe');
    assert.deepEqual(connections, []);
  });
});

describe('over HTTP', () => {
  test('FOLLOW_REDIRECTS=on: a name with a private address gets 422; off, it is not looked up', async () => {
    answers['inside.test'] = [secretAddress];
    for (const [mode, expected] of [
      ['on', 422],
      ['off', 201],
    ] as const) {
      const environment = {
        FOLLOW_REDIRECTS: mode,
        DNS_SERVERS: dns.address,
        ALLOW_PRIVATE_DESTINATIONS: 'off',
      };
      const api = await startTestApi({ environment });
      try {
        const account = await api.createAccount();
        const body = { redirect_url: `http://inside.test:${port}/` };
        const answer = await api.request('POST', '/v1/qr-codes', { key: account.key, body });
        assert.equal(answer.status, expected, JSON.stringify(answer.body));
        if (expected === 422)
          assert.match(answer.body.message, /redirect_url points to an address that is not public/);
      } finally {
        await api.close();
      }
    }
    assert.equal(secretsTold, 0);
  });
});

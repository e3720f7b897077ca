import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Node's maximum: the same response to everybody. Prints its address. */
const server = createServer((_request, response) => {
  response.writeHead(302, {
    location: 'https://example.com/',
    'cache-control': 'no-store',
    'content-length': 0,
  });
  response.end();
});
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});

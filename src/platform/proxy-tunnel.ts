import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, isIPv6, type Socket } from 'node:net';

/** Asks a proxy for a connection (HTTP CONNECT) to this very address: the proxy resolves no name. */
export function openTunnel(
  proxy: URL,
  { address, port }: { address: string; port: number },
  signal: AbortSignal,
): Promise<Socket> {
  const authority = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  const connect = proxy.protocol === 'https:' ? requestHttps : requestHttp;
  const user = `${decode(proxy.username)}:${decode(proxy.password)}`;
  const host = proxy.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const request = connect({
      host,
      // Otherwise it would be taken from the header `host`, which names the receiver.
      ...(proxy.protocol === 'https:' && isIP(host) === 0 && { servername: host }),
      port: proxy.port === '' ? (proxy.protocol === 'https:' ? 443 : 80) : Number(proxy.port),
      method: 'CONNECT',
      path: authority,
      agent: false,
      headers: {
        host: authority,
        ...(user !== ':' && { 'proxy-authorization': `Basic ${Buffer.from(user).toString('base64')}` }),
      },
      signal,
    });
    request.on('error', reject);
    // Proxies that refuse may answer with a body.
    request.on('response', (incoming) => {
      incoming.resume();
      request.destroy();
      reject(new ProxyRefusal(incoming.statusCode ?? 0));
    });
    request.on('connect', (incoming, socket: Socket) => {
      if (incoming.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new ProxyRefusal(incoming.statusCode ?? 0));
    });
    request.end();
  });
}

/** A password may contain a bare %. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export class ProxyRefusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the proxy responded with ${status}`);
    this.status = status;
  }
}

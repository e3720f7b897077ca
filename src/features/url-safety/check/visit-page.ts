import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';

export interface PageAnswer {
  status: number;
  location: string | null;
  /** Of the header Refresh, which does what the tag does. */
  refresh: string | null;
  /** At most as long as the bound; empty for HEAD. */
  body: string;
}

interface VisitOptions {
  method: 'HEAD' | 'GET';
  /** The one that was found to be public: the name is not looked up again. */
  address: string;
  timeoutMs: number;
  bytesMax: number;
}

/** One request to an address that is already decided; redirects are told, not followed. */
export function visitPage(
  url: URL,
  { method, address, timeoutMs, bytesMax }: VisitOptions,
): Promise<PageAnswer> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing: ClientRequest = send(url, {
      method,
      agent: false,
      headers: { 'user-agent': 'Waypost-Safety/1', accept: 'text/html,*/*;q=0.1' },
      signal: AbortSignal.timeout(timeoutMs),
      lookup: (_hostname, options, done) => {
        const family = isIP(address);
        if (options.all) done(null, [{ address, family }]);
        else done(null, address, family);
      },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const status = incoming.statusCode ?? 0;
      // Nobody reads what comes with a redirect.
      const isRead = method === 'GET' && (status < 300 || status >= 400);
      readStart(incoming, isRead ? bytesMax : 0).then((body) => {
        outgoing.destroy();
        resolve({
          status,
          location: headerText(incoming.headers.location),
          refresh: headerText(incoming.headers['refresh']),
          body,
        });
      }, reject);
    });
    outgoing.end();
  });
}

/** Headers are read as bytes; browsers take these as UTF-8. */
function headerText(value: string | string[] | undefined): string | null {
  const first = Array.isArray(value) ? value[0] : value;
  return Buffer.from(first ?? '', 'latin1').toString('utf8') || null;
}

/** What comes in until the bound is reached; nobody waits for the rest. */
async function readStart(incoming: IncomingMessage, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  if (bytesMax === 0) return '';
  try {
    for await (const chunk of incoming) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= bytesMax) break;
    }
  } catch {
    // Cut off: what came may redirect all the same.
  }
  return Buffer.concat(chunks).subarray(0, bytesMax).toString('latin1');
}

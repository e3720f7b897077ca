import {
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls, TLSSocket } from 'node:tls';
import type { ResolveName } from './name-resolver.ts';
import type { OpenConnections } from './open-connections.ts';
import { openTunnel } from './proxy-tunnel.ts';

export interface GuardedAnswer {
  status: number;
  location: string | null;
  /** Of the Refresh header, which works like the tag. */
  refresh: string | null;
  contentType: string | null;
  retryAfter: string | null;
  /** At most the limit; empty for HEAD. Each character is a byte. */
  body: string;
  /** When the certificate of the other side ends; null without TLS. */
  certificateEnds: Date | null;
}

interface GuardOptions {
  resolve: ResolveName;
  isPublicAddress: (address: string) => boolean;
  userAgent: string;
  /** Through which all requests go. Names are resolved and checked here all the same. */
  proxy?: URL | null;
}

interface GuardedRequest {
  method: 'HEAD' | 'GET' | 'POST';
  timeoutMs: number;
  bytesMax: number;
  headers?: Record<string, string>;
  body?: string;
  /** Connections that may be used again; without them, each request has its own. */
  connections?: OpenConnections;
}

const guarded = Symbol('guarded');

/** A URL with its checked public address. Only `choose` creates one. */
export interface PublicTarget {
  kind: 'public';
  [guarded]: { url: URL; address: string };
}

/** Where a request may go: to a public address, nowhere because the name has a private address, or unknown. */
export type ChosenTarget = PublicTarget | { kind: 'private' } | { kind: 'unknown' };

const resolveMs = 3_000;

/** Requests URLs from users. It never connects to a private address or a port that browsers block, and limits time and bytes. */
export class GuardedClient {
  readonly #options: GuardOptions;

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /** All addresses of the name must be public, and the chosen one is used. */
  async choose(url: URL): Promise<ChosenTarget> {
    if (isForbiddenPort(url)) return { kind: 'unknown' };
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(literal) === 0 ? await this.#resolve(url.hostname) : [literal];
    const [address] = addresses;
    if (address === undefined) return { kind: 'unknown' };
    if (!addresses.every(this.#options.isPublicAddress)) return { kind: 'private' };
    return { kind: 'public', [guarded]: { url: new URL(url), address } };
  }

  async #resolve(hostname: string): Promise<string[]> {
    try {
      return await Promise.race([this.#options.resolve(hostname), overdue(resolveMs)]);
    } catch {
      return [];
    }
  }

  /** One request to the chosen address, without another lookup; redirects are reported, not followed. */
  async send(target: PublicTarget, request: GuardedRequest): Promise<GuardedAnswer> {
    const signal = AbortSignal.timeout(request.timeoutMs);
    try {
      return await this.#sendOnce(target, request, signal);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      // Most likely the other side closed it before our request arrived. Receivers may get a request twice all the same.
      const { connections: _, ...fresh } = request;
      return this.#sendOnce(target, fresh, signal);
    }
  }

  async #sendOnce(
    target: PublicTarget,
    request: GuardedRequest,
    signal: AbortSignal,
  ): Promise<GuardedAnswer> {
    const { method, bytesMax } = request;
    const { url, address } = target[guarded];
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const { proxy = null } = this.#options;
    const connection =
      proxy === null
        ? pinTo(address, request.connections?.of(url, address) ?? false)
        : await connectThrough(proxy, url, address, signal);
    return new Promise((resolve, reject) => {
      const outgoing: ClientRequest = send(url, {
        method,
        headers: {
          'user-agent': this.#options.userAgent,
          accept: 'text/html,*/*;q=0.1',
          ...request.headers,
        },
        signal,
        ...connection,
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        const isStale = outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
        reject(isStale ? new StaleConnection() : error);
      });
      outgoing.on('response', (incoming) => {
        const status = incoming.statusCode ?? 0;
        // The body of a redirect is not read.
        const isRead = method !== 'HEAD' && (status < 300 || status >= 400);
        const certificateEnds = endOfCertificate(incoming);
        readStart(incoming, isRead ? bytesMax : 0).then((body) => {
          // A connection with an unread rest can't be used again.
          if (!incoming.readableEnded) outgoing.destroy();
          resolve({
            status,
            location: headerText(incoming.headers.location),
            refresh: headerText(incoming.headers['refresh']),
            contentType: incoming.headers['content-type'] ?? null,
            retryAfter: incoming.headers['retry-after'] ?? null,
            body,
            certificateEnds,
          });
        }, reject);
      });
      outgoing.end(request.body);
    });
  }
}

class StaleConnection extends Error {}

/** To this address, whatever the name resolves to by now. */
function pinTo(address: string, agent: RequestOptions['agent'] & {}): RequestOptions {
  return {
    agent,
    lookup: (_hostname, options, done) => {
      const family = isIP(address);
      if (options.all) done(null, [{ address, family }]);
      else done(null, address, family);
    },
  };
}

async function connectThrough(
  proxy: URL,
  url: URL,
  address: string,
  signal: AbortSignal,
): Promise<RequestOptions> {
  const isTls = url.protocol === 'https:';
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port);
  const socket = await openTunnel(proxy, { address, port }, signal);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    createConnection: () =>
      isTls ? connectTls({ socket, host, ...(isIP(host) === 0 && { servername: host }) }) : socket,
  };
}

function endOfCertificate({ socket }: IncomingMessage): Date | null {
  if (!(socket instanceof TLSSocket)) return null;
  const ends = new Date(socket.getPeerCertificate().valid_to);
  return Number.isNaN(ends.getTime()) ? null : ends;
}

/** Node reads headers as bytes; browsers read these as UTF-8. */
function headerText(value: string | string[] | undefined): string | null {
  const first = Array.isArray(value) ? value[0] : value;
  return Buffer.from(first ?? '', 'latin1').toString('utf8') || null;
}

/** Reads up to the limit and doesn't wait for the rest. */
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
    // Cut off: the part that arrived may still contain a redirect.
  }
  return Buffer.concat(chunks).subarray(0, bytesMax).toString('latin1');
}

async function overdue(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false });
  throw new Error('the name could not be resolved in time');
}

/** Ports that browsers block too (Fetch): other protocols could misread an HTTP request. */
const forbiddenPorts = new Set(
  `0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137
  139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723
  2049 3659 4045 4190 5060 5061 6000 6379 6566 6665 6666 6667 6668 6669 6679 6697 10080`
    .split(/\s+/)
    .map(Number),
);

function isForbiddenPort({ port }: URL): boolean {
  return port !== '' && forbiddenPorts.has(Number(port));
}

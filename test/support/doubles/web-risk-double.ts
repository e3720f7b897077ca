import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Fault =
  | 'unavailable'
  | 'wrong_checksum'
  | 'index_out_of_range'
  | 'garbage'
  | 'cut_off'
  | 'slow'
  | 'unknown_type'
  | 'unsorted_reset';

interface Threat {
  types: string[];
  hash: string;
}

/** Web Risk v1 on loopback: lists with versions, differences and checksums, confirmations, and all failures. */
export class WebRiskDouble {
  readonly requests: { path: string; query: URLSearchParams; atMs: number }[] = [];
  /** Each is served once, in order; then everything works again. */
  readonly faults: Fault[] = [];
  /** Faults of hashes:search, for as long as it is set. */
  searchFault: Fault | null = null;
  negativeSeconds = 300;
  positiveSeconds = 300;
  nextDiffSeconds: number | null = null;
  /** Responds with the whole list, whatever was requested. */
  alwaysResets = false;
  readonly #server: Server;
  readonly #versions = new Map<string, string[][]>();
  readonly #confirmed = new Map<string, Threat>();

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<WebRiskDouble> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new WebRiskDouble(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The settings for a service that uses it. */
  get environment(): Record<string, string> {
    return { WEB_RISK_URL: this.url, WEB_RISK_KEY: 'test', WEB_RISK_LISTS: 'MALWARE' };
  }

  /** The prefixes of a list, in hexadecimal; a new version of it. */
  setList(threat: string, prefixes: Iterable<string>): void {
    const versions = this.#versions.get(threat) ?? [[]];
    versions.push([...new Set(prefixes)].sort());
    this.#versions.set(threat, versions);
  }

  list(threat: string): string[] {
    return this.#versions.get(threat)?.at(-1) ?? [];
  }

  /** Puts expressions on the list; `hashes:search` confirms them by default. */
  flag(
    expressions: string[],
    options: { threat?: string; isConfirmed?: boolean; types?: string[]; bytes?: number } = {},
  ): void {
    const { threat = 'MALWARE', isConfirmed = true, types = [threat], bytes = 4 } = options;
    const hashes = expressions.map(sha256);
    for (const hash of hashes) if (isConfirmed) this.#confirmed.set(hash, { types, hash });
    this.setList(threat, [...this.list(threat), ...hashes.map((hash) => hash.slice(0, bytes * 2))]);
  }

  clear(expressions: string[], threat = 'MALWARE'): void {
    const hashes = expressions.map(sha256);
    for (const hash of hashes) this.#confirmed.delete(hash);
    this.setList(
      threat,
      this.list(threat).filter((prefix) => !hashes.some((hash) => hash.startsWith(prefix))),
    );
  }

  /** No longer confirms, although the prefix stays. */
  unconfirm(expression: string): void {
    this.#confirmed.delete(sha256(expression));
  }

  confirm(expression: string, threat = 'MALWARE'): void {
    this.#confirmed.set(sha256(expression), { types: [threat], hash: sha256(expression) });
  }

  count(path: string): number {
    return this.requests.filter((request) => request.path === path).length;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double');
    this.requests.push({ path: pathname, query: searchParams, atMs: Date.now() });
    if (request.headers['x-goog-api-key'] !== 'test') return send(response, 400, { error: { code: 400 } });
    if (pathname === '/v1/hashes:search') return this.#search(searchParams, response);
    const fault = this.faults.shift() ?? null;
    if (fault === 'slow') await sleep(1_500);
    if (fault === 'unavailable') return send(response, 503, { error: { code: 503, status: 'UNAVAILABLE' } });
    if (fault === 'garbage') return void response.end('<html>captive portal</html>');
    const body = this.#diff(searchParams.get('threatType') ?? '', searchParams.get('versionToken'), fault);
    if (fault !== 'cut_off') return send(response, 200, body);
    const text = JSON.stringify(body);
    response.writeHead(200, { 'content-length': text.length });
    response.write(text.slice(0, text.length / 2));
    setTimeout(() => response.destroy(), 50);
  }

  #diff(threat: string, token: string | null, fault: Fault | null): object {
    const versions = this.#versions.get(threat) ?? [[]];
    const next = versions.at(-1) ?? [];
    const from = token === null || this.alwaysResets ? null : Number(Buffer.from(token, 'base64').toString());
    const old = from === null ? undefined : versions[from];
    const known = new Set(old);
    const wanted = new Set(next);
    const additions = old === undefined ? next : next.filter((prefix) => !known.has(prefix));
    const indices = (old ?? []).flatMap((prefix, index) => (wanted.has(prefix) ? [] : [index]));
    if (fault === 'index_out_of_range') indices.push((old ?? []).length);
    const sum = createHash('sha256').update(Buffer.from(next.join(''), 'hex'));
    if (fault === 'wrong_checksum') sum.update('x');
    const rawHashes = [...Map.groupBy(additions, (prefix) => prefix.length / 2)].map(
      ([prefixSize, group]) => ({
        prefixSize,
        rawHashes: Buffer.from(
          (fault === 'unsorted_reset' ? group.toReversed() : group).join(''),
          'hex',
        ).toString('base64'),
      }),
    );
    return {
      responseType: fault === 'unknown_type' ? 'PATCH' : old === undefined ? 'RESET' : 'DIFF',
      ...(rawHashes.length > 0 && { additions: { rawHashes } }),
      ...(indices.length > 0 && { removals: { rawIndices: { indices } } }),
      newVersionToken: Buffer.from(String(versions.length - 1)).toString('base64'),
      checksum: { sha256: sum.digest('base64') },
      ...(this.nextDiffSeconds !== null && { recommendedNextDiff: inSeconds(this.nextDiffSeconds) }),
    };
  }

  async #search(query: URLSearchParams, response: ServerResponse): Promise<void> {
    if (this.searchFault === 'unavailable') return send(response, 503, { error: { code: 503 } });
    if (this.searchFault === 'garbage') return void response.end('{"threats":"yes"}');
    if (this.searchFault === 'slow') await sleep(5_000);
    const prefix = Buffer.from(query.get('hashPrefix') ?? '', 'base64url').toString('hex');
    const found = [...this.#confirmed.values()].filter(({ hash }) => hash.startsWith(prefix));
    send(response, 200, {
      ...(found.length > 0 && {
        threats: found.map(({ types, hash }) => ({
          threatTypes: types,
          hash: Buffer.from(hash, 'hex').toString('base64'),
          expireTime: inSeconds(this.positiveSeconds),
        })),
      }),
      negativeExpireTime: inSeconds(this.negativeSeconds),
    });
  }
}

export function sha256(expression: string): string {
  return createHash('sha256').update(expression).digest('hex');
}

function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1_000).toISOString();
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

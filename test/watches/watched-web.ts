import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type Server } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { DnsDouble } from '../support/doubles/dns-double.ts';

export interface WebRequest {
  host: string;
  path: string;
  agent: string;
  atMs: number;
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** A public web on this machine: names, and servers on an address that is not private. */
export class WatchedWeb {
  readonly requests: WebRequest[] = [];
  readonly #address: string;
  readonly #sites = new Map<string, Respond>();
  readonly #addresses = new Map<string, string[]>();
  readonly #server = createServer((request, response) => this.#serve(request, response));
  #secureServer: Server | null = null;
  dns!: DnsDouble;

  /** @param address that no other test uses. */
  private constructor(address: string) {
    this.#address = address;
  }

  static async start(address: string): Promise<WatchedWeb> {
    const web = new WatchedWeb(address);
    execFileSync('ip', ['address', 'replace', `${address}/32`, 'dev', 'lo']);
    web.dns = await DnsDouble.start((name) => web.#addresses.get(name) ?? 'nxdomain');
    web.#server.listen(80, address);
    await once(web.#server, 'listening');
    return web;
  }

  /** Serves a host: robots.txt by its text or status, and everything else by status, or as the test says. */
  site(host: string, page: number | Respond, robots: string | number = 404): void {
    this.#addresses.set(host, [this.#address]);
    this.#sites.set(host, (request, response) => {
      if (request.url === '/robots.txt')
        response.writeHead(typeof robots === 'number' ? robots : 200).end(String(robots));
      else if (typeof page === 'number') response.writeHead(page).end('page');
      else page(request, response);
    });
  }

  /** Serves this host with a certificate that we trust for so many days; other names on port 443 get the same one. */
  async secure(host: string, days: number): Promise<void> {
    const folder = mkdtempSync('/tmp/waypost-certificate-');
    execFileSync(
      'openssl',
      `req -x509 -newkey rsa:2048 -nodes -days ${days} -subj /CN=${host} -addext subjectAltName=DNS:${host} -keyout key -out cert`.split(
        ' ',
      ),
      { cwd: folder, stdio: 'ignore' },
    );
    const [key, cert] = ['key', 'cert'].map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
    rmSync(folder, { recursive: true });
    setDefaultCACertificates([...getCACertificates('default'), cert ?? '']);
    this.#secureServer = createSecureServer({ key, cert }, (request, response) =>
      this.#serve(request, response),
    );
    this.#secureServer.listen(443, this.#address);
    await once(this.#secureServer, 'listening');
  }

  name(host: string, addresses: string[]): void {
    this.#addresses.set(host, addresses);
  }

  of(host: string): WebRequest[] {
    return this.requests.filter((request) => request.host === host);
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const host = request.headers.host ?? '';
    this.requests.push({
      host,
      path: request.url ?? '',
      agent: request.headers['user-agent'] ?? '',
      atMs: performance.now(),
    });
    const site = this.#sites.get(host);
    if (site === undefined) request.socket.destroy();
    else site(request, response);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
    this.#secureServer?.close();
    this.#secureServer?.closeAllConnections();
    this.dns.close();
    execFileSync('ip', ['address', 'del', `${this.#address}/32`, 'dev', 'lo']);
  }
}

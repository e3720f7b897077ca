import { isIP } from 'node:net';
import { isPublicHost } from '#core/public-host.ts';
import { safe, type Verdict } from '#core/safety/verdict.ts';
import type { Clock } from '#platform/clock.ts';
import type { ResolveName } from '#platform/name-resolver.ts';
import { type PageAnswer, visitPage } from './visit-page.ts';

const hopsMax = 5;
const requestMs = 3_000;
const chainMs = 10_000;
const bodyBytesMax = 65_536;
/** Where a page leads can change without any list changing. */
const answeredLifeMs = 7 * 86_400_000;
const unansweredLifeMs = 86_400_000;

interface FollowerOptions {
  resolve: ResolveName;
  clock: Clock;
  /** A private address is never visited; with this, leading to one is no offence. */
  allowPrivateDestinations: boolean;
  isPublicAddress?: (address: string) => boolean;
}

/** Goes where a phone would be sent, and tells each stop before it goes there. */
export class RedirectFollower {
  readonly #options: FollowerOptions;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  /** Asks `admit` about every place that a redirect names; stops at the first that is not admitted. */
  async follow(start: string, admit: (hop: string) => Promise<boolean>): Promise<Verdict> {
    const { clock } = this.#options;
    const endMs = clock.nowMs() + chainMs;
    let url = new URL(start);
    for (let hop = 0; hop <= hopsMax; hop++) {
      const { address, isPublic } = await this.#chooseAddress(url);
      if (!isPublic) return this.#notPublic();
      const next = address === null ? null : await nextStop(url, address, endMs - clock.nowMs());
      if (next === null || next === 'unanswered' || clock.nowMs() > endMs)
        return this.#safeFor(next === null && address !== null ? answeredLifeMs : unansweredLifeMs);
      if (!(await admit(next.href))) return safe;
      url = next;
    }
    const detail = `redirects more than ${hopsMax} times`;
    return {
      kind: 'unsafe',
      provider: 'redirects',
      threat: 'redirect_chain',
      detail,
      validUntil: this.#in(answeredLifeMs),
    };
  }

  /** All addresses of the name have to be public, and the one chosen here is the one that is used. */
  async #chooseAddress(url: URL): Promise<{ address: string | null; isPublic: boolean }> {
    const isPublic = this.#options.isPublicAddress ?? isPublicAddress;
    if (!isVisitedPort(url)) return { address: null, isPublic: true };
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(literal) === 0 ? await this.#resolve(url.hostname) : [literal];
    return { address: addresses[0] ?? null, isPublic: addresses.every(isPublic) };
  }

  async #resolve(hostname: string): Promise<string[]> {
    try {
      return await this.#options.resolve(hostname);
    } catch {
      return [];
    }
  }

  #notPublic(): Verdict {
    if (this.#options.allowPrivateDestinations) return this.#safeFor(unansweredLifeMs);
    const detail = 'leads to an address that is not public';
    return {
      kind: 'unsafe',
      provider: 'redirects',
      threat: 'private_host',
      detail,
      validUntil: this.#in(unansweredLifeMs),
    };
  }

  #safeFor(lifeMs: number): Verdict {
    return { kind: 'safe', validUntil: this.#in(lifeMs) };
  }

  #in(lifeMs: number): Date {
    return new Date(this.#options.clock.nowMs() + lifeMs);
  }
}

/** HEAD first, as it costs the other side least; GET if that says nothing, for the few bytes that could redirect. */
async function nextStop(url: URL, address: string, leftMs: number): Promise<URL | 'unanswered' | null> {
  const timeoutMs = Math.max(1, Math.min(requestMs, leftMs));
  const visit = (method: 'HEAD' | 'GET') =>
    visitPage(url, { method, address, timeoutMs, bytesMax: bodyBytesMax }).catch(() => null);
  const head = await visit('HEAD');
  const answer =
    head === null || head.status >= 400 || (head.status === 200 && head.isHtml) ? await visit('GET') : head;
  if (answer === null) return 'unanswered';
  const target = redirectOf(answer);
  const next = target === null ? null : URL.parse(target, url.href);
  return next !== null && /^https?:$/.test(next.protocol) ? next : null;
}

function redirectOf({ status, location, isHtml, body }: PageAnswer): string | null {
  if (status >= 300 && status < 400) return location;
  if (!isHtml) return null;
  const meta = /<meta[^>]{1,200}?http-equiv\s{0,9}=\s{0,9}["']?refresh[^>]{0,2100}>/i.exec(body)?.[0];
  return /url\s{0,9}=\s{0,9}['"]?([^'">\s]+)/i.exec(meta ?? '')?.[1] ?? null;
}

/** As the URL parser writes it, so that every spelling is seen through; what it refuses is not public. */
export function isPublicAddress(address: string): boolean {
  const url = URL.parse(isIP(address) === 6 ? `http://[${address}]/` : `http://${address}/`);
  return url !== null && isIP(address) !== 0 && isPublicHost(url.hostname);
}

/** Not those of mail and the like: a request is not a message to them. */
function isVisitedPort({ port }: URL): boolean {
  return port === '' || port === '443' || port === '80' || Number(port) >= 1_024;
}

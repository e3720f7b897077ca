import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPublicHost } from '#core/public-host.ts';
import { metaRefresh, refreshTarget } from '#core/safety/meta-refresh.ts';
import { safe, type Verdict } from '#core/safety/verdict.ts';
import type { Clock } from '#platform/clock.ts';
import type { ResolveName } from '#platform/name-resolver.ts';
import { TaskLimit } from '#platform/task-limit.ts';
import { type PageAnswer, visitPage } from './visit-page.ts';

const hopsMax = 5;
const requestMs = 3_000;
const chainMs = 10_000;
const bodyBytesMax = 65_536;
/** Where a page leads can change without any list changing. */
const answeredLifeMs = 7 * 86_400_000;
const unansweredLifeMs = 3_600_000;
const visitsMax = 16;
const waitMsMax = 60_000;
const resolveMs = 3_000;

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
  readonly #limit = new TaskLimit(visitsMax, waitMsMax);

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  /** Asks `admit` about every place that a redirect names; stops at the first that is not admitted. */
  async follow(start: string, admit: (hop: string) => Promise<boolean>): Promise<Verdict> {
    try {
      // The time that a chain may take begins when it is its turn.
      return await this.#limit.run(() => this.#walk(start, admit));
    } catch {
      return this.#unanswered();
    }
  }

  async #walk(start: string, admit: (hop: string) => Promise<boolean>): Promise<Verdict> {
    const { clock } = this.#options;
    const endMs = clock.nowMs() + chainMs;
    const visited = new Set<string>();
    let url = new URL(start);
    for (let hop = 0; hop <= hopsMax; hop++) {
      visited.add(url.href);
      const { address, isPublic } = await this.#chooseAddress(url);
      if (!isPublic) return this.#notPublic();
      if (address === null) return this.#unanswered();
      const next = await nextStop(url, address, endMs - clock.nowMs());
      if (next === 'unanswered') return this.#unanswered();
      // A page that sends people to itself waits for a cookie.
      if (next === null || visited.has(next.href)) return this.#safeFor(answeredLifeMs);
      if (!(await admit(next.href))) return safe;
      if (clock.nowMs() > endMs) return this.#unanswered();
      url = next;
    }
    const detail = `redirects more than ${hopsMax} times`;
    const validUntil = this.#in(answeredLifeMs);
    return { kind: 'unsafe', provider: 'redirects', threat: 'redirect_chain', detail, validUntil };
  }

  /** All addresses of the name have to be public, and the one chosen here is the one that is used. */
  async #chooseAddress(url: URL): Promise<{ address: string | null; isPublic: boolean }> {
    const isPublic = this.#options.isPublicAddress ?? isPublicAddress;
    if (isForbiddenPort(url)) return { address: null, isPublic: true };
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(literal) === 0 ? await this.#resolve(url.hostname) : [literal];
    return { address: addresses[0] ?? null, isPublic: addresses.every(isPublic) };
  }

  async #resolve(hostname: string): Promise<string[]> {
    try {
      return await Promise.race([this.#options.resolve(hostname), overdue(resolveMs)]);
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

  /** A site that is down is no offence; nor does it undo what was seen when it was up. */
  #unanswered(): Verdict {
    return { kind: 'safe', validUntil: this.#in(unansweredLifeMs), isPartial: true };
  }

  #safeFor(lifeMs: number): Verdict {
    return { kind: 'safe', validUntil: this.#in(lifeMs) };
  }

  #in(lifeMs: number): Date {
    return new Date(this.#options.clock.nowMs() + lifeMs);
  }
}

/** HEAD first, as it costs the other side least; GET unless that redirects already, for the few bytes that could. */
async function nextStop(url: URL, address: string, leftMs: number): Promise<URL | 'unanswered' | null> {
  const timeoutMs = Math.max(1, Math.min(requestMs, leftMs));
  const visit = (method: 'HEAD' | 'GET') =>
    visitPage(url, { method, address, timeoutMs, bytesMax: bodyBytesMax }).catch(() => null);
  const head = await visit('HEAD');
  const answer = head !== null && isRedirect(head) ? head : await visit('GET');
  if (answer === null) return 'unanswered';
  const target = redirectOf(answer);
  const next = target === null ? null : URL.parse(target, url.href);
  return next !== null && /^https?:$/.test(next.protocol) ? next : null;
}

function isRedirect({ status, location }: PageAnswer): boolean {
  return status >= 300 && status < 400 && location !== null;
}

function redirectOf(answer: PageAnswer): string | null {
  if (isRedirect(answer)) return answer.location;
  return (answer.refresh === null ? null : refreshTarget(answer.refresh)) ?? metaRefresh(answer.body);
}

async function overdue(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false });
  throw new Error('the name was not resolved in time');
}

/** As the URL parser writes it, so that every spelling is seen through; what it refuses is not public. */
export function isPublicAddress(address: string): boolean {
  const url = URL.parse(isIP(address) === 6 ? `http://[${address}]/` : `http://${address}/`);
  return url !== null && isIP(address) !== 0 && isPublicHost(url.hostname);
}

/** Where browsers don't go either (Fetch, port blocking): a request is not a message to whoever listens there. */
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

import { isIP } from 'node:net';
import { isPublicHost } from '#core/public-host.ts';
import { metaRefresh, refreshTarget } from '#core/safety/meta-refresh.ts';
import { safe, type Verdict } from '#core/safety/verdict.ts';
import type { Clock } from '#platform/clock.ts';
import { type GuardedAnswer, GuardedClient, type PublicTarget } from '#platform/guarded-client.ts';
import type { ResolveName } from '#platform/name-resolver.ts';
import { TaskLimit } from '#platform/task-limit.ts';

const hopsMax = 5;
const requestMs = 3_000;
const chainMs = 10_000;
const bodyBytesMax = 65_536;
/** The destination of a page can change without any list changing. */
const answeredLifeMs = 7 * 86_400_000;
const unansweredLifeMs = 3_600_000;
const visitsMax = 16;
const waitMsMax = 60_000;

interface FollowerOptions {
  resolve: ResolveName;
  clock: Clock;
  /** Private addresses are never requested; with this setting, redirecting to one is allowed. */
  allowPrivateDestinations: boolean;
  isPublicAddress?: (address: string) => boolean;
}

/** Follows redirects like a phone, and reports each stop before requesting it. */
export class RedirectFollower {
  readonly #options: FollowerOptions;
  readonly #client: GuardedClient;
  readonly #limit = new TaskLimit(visitsMax, waitMsMax);

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#client = new GuardedClient({
      resolve: options.resolve,
      isPublicAddress: options.isPublicAddress ?? isPublicAddress,
      userAgent: 'Waypost-Safety/1',
    });
  }

  /** Asks `admit` about every redirect target; stops at the first one that is refused. */
  async follow(start: string, admit: (hop: string) => Promise<boolean>): Promise<Verdict> {
    try {
      // The time limit of a chain starts when it is its turn.
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
      const chosen = await this.#client.choose(url);
      if (chosen.kind === 'private') return this.#notPublic();
      if (chosen.kind === 'unknown') return this.#unanswered();
      const next = await this.#nextStop(url, chosen, endMs - clock.nowMs());
      if (next === 'unanswered') return this.#unanswered();
      // A page that redirects to itself waits for a cookie.
      if (next === null || visited.has(next.href)) return this.#safeFor(answeredLifeMs);
      if (!(await admit(next.href))) return safe;
      if (clock.nowMs() > endMs) return this.#unanswered();
      url = next;
    }
    const detail = `redirects more than ${hopsMax} times`;
    const validUntil = this.#in(answeredLifeMs);
    return { kind: 'unsafe', provider: 'redirects', threat: 'redirect_chain', detail, validUntil };
  }

  /** HEAD first, because it costs the other side least; then GET unless that redirects, for the first bytes. */
  async #nextStop(url: URL, target: PublicTarget, leftMs: number): Promise<URL | 'unanswered' | null> {
    const timeoutMs = Math.max(1, Math.min(requestMs, leftMs));
    const visit = (method: 'HEAD' | 'GET') =>
      this.#client.send(target, { method, timeoutMs, bytesMax: bodyBytesMax }).catch(() => null);
    const head = await visit('HEAD');
    const answer = head !== null && isRedirect(head) ? head : await visit('GET');
    if (answer === null) return 'unanswered';
    const location = redirectOf(answer);
    const next = location === null ? null : URL.parse(location, url.href);
    return next !== null && /^https?:$/.test(next.protocol) ? next : null;
  }

  #notPublic(): Verdict {
    if (this.#options.allowPrivateDestinations) return this.#safeFor(unansweredLifeMs);
    const detail = 'points to an address that is not public';
    return {
      kind: 'unsafe',
      provider: 'redirects',
      threat: 'private_host',
      detail,
      validUntil: this.#in(unansweredLifeMs),
    };
  }

  /** A site that is down is neither harmful nor cleared of earlier findings. */
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

function isRedirect({ status, location }: GuardedAnswer): boolean {
  return status >= 300 && status < 400 && location !== null;
}

function redirectOf(answer: GuardedAnswer): string | null {
  if (isRedirect(answer)) return answer.location;
  return (answer.refresh === null ? null : refreshTarget(answer.refresh)) ?? metaRefresh(answer.body);
}

/** In the spelling of the URL parser, so that every spelling is recognized; what it refuses is not public. */
export function isPublicAddress(address: string): boolean {
  const url = URL.parse(isIP(address) === 6 ? `http://[${address}]/` : `http://${address}/`);
  return url !== null && isIP(address) !== 0 && isPublicHost(url.hostname);
}

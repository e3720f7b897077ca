import { parse } from 'tldts';
import { mayFetch, readRobots, robotsBytesMax } from '#core/watch/robots-rules.ts';
import { isWorkingStatus, problemOf, type UrlFinding, type UrlProblem } from '#core/watch/url-health.ts';
import type { Clock } from '#platform/clock.ts';
import { type GuardedAnswer, GuardedClient } from '#platform/guarded-client.ts';
import type { ResolveName } from '#platform/name-resolver.ts';
import type { Db } from '../database.ts';
import { isPublicAddress } from '../url-safety/check/redirect-follower.ts';
import { findRobots, updateRobots } from './host-queries.ts';
import { waitForTurn } from './wait-for-turn.ts';

/** As owners of websites find it in their logs, and in robots.txt. */
const product = 'waypost-watch';
const hopsMax = 5;
const requestMs = 10_000;
const robotsLifeMs = 86_400_000;

export interface UrlCheckerOptions {
  resolve: ResolveName;
  clock: Clock;
  /** Where people read what this program does. */
  aboutUrl: string;
  isPublicAddress?: (address: string) => boolean;
}

export function watchAgent(aboutUrl: string): string {
  return `Waypost-Watch/1 (+${aboutUrl})`;
}

/** Looks whether a destination works, as a polite program: it says its name, obeys robots.txt, and waits between requests. */
export class UrlChecker {
  readonly #db: Db;
  readonly #options: UrlCheckerOptions;
  readonly #client: GuardedClient;

  constructor(db: Db, options: UrlCheckerOptions) {
    this.#db = db;
    this.#options = options;
    this.#client = new GuardedClient({
      resolve: options.resolve,
      isPublicAddress: options.isPublicAddress ?? isPublicAddress,
      userAgent: watchAgent(options.aboutUrl),
    });
  }

  /** Follows redirects within the same domain. Where another one begins, it stops: that one has not asked us to look. */
  async check(start: string, signal: AbortSignal): Promise<UrlFinding> {
    const visited = new Set<string>();
    let url = new URL(start);
    for (let hop = 0; hop <= hopsMax; hop++) {
      visited.add(url.href);
      const refusal = await this.#refusal(url, signal);
      if (refusal !== null) return refusal;
      const answer = await this.#send(url, 1, signal);
      if (typeof answer === 'string') return fails(answer);
      const { status, certificateEnds: tlsExpiresAt } = answer;
      const next = redirectOf(answer, url);
      if (next === null)
        return isWorkingStatus(status)
          ? { kind: 'works', status, tlsExpiresAt, redirectHost: otherHost(start, url) }
          : { kind: 'fails', problem: 'status', status, tlsExpiresAt };
      if (domainOf(next) !== domainOf(url))
        return { kind: 'works', status, tlsExpiresAt, redirectHost: next.host };
      // A page that redirects to itself waits for a cookie.
      if (next.href === url.href) return { kind: 'works', status, tlsExpiresAt, redirectHost: null };
      if (visited.has(next.href)) return fails('redirects');
      url = next;
    }
    return fails('redirects');
  }

  /**
   * Why the page is not fetched, or null. A server that fails has not allowed it (RFC 9309), unless it did so before; most likely, the page
   * fails too.
   */
  async #refusal(url: URL, signal: AbortSignal): Promise<UrlFinding | null> {
    const { clock } = this.#options;
    let robots = await findRobots(this.#db, url.hostname, url.origin);
    if (robots === null || clock.nowMs() - robots.readAtMs > robotsLifeMs) {
      const answer = await this.#readRobots(new URL('/robots.txt', url), signal);
      if (typeof answer === 'string') return fails(answer);
      if (answer.status >= 500 && robots === null) return { ...fails('status'), status: answer.status };
      if (answer.status < 500) {
        const text = answer.status === 200 ? Buffer.from(answer.body, 'latin1').toString('utf8') : '';
        robots = { rules: readRobots(text.replaceAll('\0', ''), product), readAtMs: clock.nowMs() };
        await updateRobots(this.#db, url.hostname, url.origin, robots);
      }
    }
    return mayFetch(robots?.rules ?? [], `${url.pathname}${url.search}`) ? null : { kind: 'forbidden' };
  }

  /** Follows redirects within the domain. */
  async #readRobots(start: URL, signal: AbortSignal): Promise<GuardedAnswer | UrlProblem> {
    let url = start;
    for (let hop = 0; ; hop++) {
      const answer = await this.#send(url, robotsBytesMax, signal);
      const next = typeof answer === 'string' ? null : redirectOf(answer, url);
      if (next === null || domainOf(next) !== domainOf(url) || hop === hopsMax) return answer;
      url = next;
    }
  }

  async #send(url: URL, bytesMax: number, signal: AbortSignal): Promise<GuardedAnswer | UrlProblem> {
    const target = await this.#client.choose(url);
    if (target.kind === 'private') return 'private';
    if (target.kind === 'unknown') return 'name';
    await waitForTurn(this.#db, url.hostname, signal);
    try {
      return await this.#client.send(target, { method: 'GET', timeoutMs: requestMs, bytesMax });
    } catch (error) {
      return problemOf((error as NodeJS.ErrnoException).code);
    }
  }
}

function fails(problem: UrlProblem): UrlFinding & { kind: 'fails' } {
  return { kind: 'fails', problem, status: null, tlsExpiresAt: null };
}

function redirectOf({ status, location }: GuardedAnswer, from: URL): URL | null {
  const next = status >= 300 && status < 400 && location !== null ? URL.parse(location, from.href) : null;
  return next !== null && /^https?:$/.test(next.protocol) ? next : null;
}

/** What somebody has registered: `example.co.uk` of `www.example.co.uk`. */
export function registeredDomain(hostname: string): string | null {
  return parse(hostname).domain;
}

function domainOf({ hostname }: URL): string {
  return registeredDomain(hostname) ?? hostname;
}

function otherHost(start: string, { host }: URL): string | null {
  return new URL(start).host === host ? null : host;
}

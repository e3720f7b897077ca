import { rdapServers, rdapUrl, readExpiry } from '#core/watch/domain-expiry.ts';
import type { Clock } from '#platform/clock.ts';
import { GuardedClient, type PublicTarget } from '#platform/guarded-client.ts';
import type { Db } from '../database.ts';
import { isPublicAddress } from '../url-safety/check/redirect-follower.ts';
import { type UrlCheckerOptions, watchAgent } from './url-checker.ts';
import { waitForTurn } from './wait-for-turn.ts';

const requestMs = 10_000;
const bytesMax = 1024 * 1024;
const hopsMax = 3;
/** The list of servers rarely changes. If it can't be read, soon again. */
const listLifeMs = 86_400_000;
const failureLifeMs = 600_000;

/** Asks registries when a domain ends (RDAP), slowly: they serve everybody. */
export class RdapClient {
  readonly #db: Db;
  readonly #listUrl: string;
  readonly #client: GuardedClient;
  readonly #clock: Clock;
  #list: { value: unknown; untilMs: number } | null = null;

  /** @param listUrl of the list of servers, as IANA publishes it. */
  constructor(db: Db, listUrl: string, options: UrlCheckerOptions) {
    this.#db = db;
    this.#listUrl = listUrl;
    this.#clock = options.clock;
    this.#client = new GuardedClient({
      resolve: options.resolve,
      isPublicAddress: options.isPublicAddress ?? isPublicAddress,
      userAgent: watchAgent(options.aboutUrl),
    });
  }

  /** When the registration ends; null if the registry doesn't say, undefined if it can't be asked now. */
  async findExpiry(domain: string, signal: AbortSignal): Promise<Date | null | undefined> {
    const list = await this.#servers(signal);
    if (list === null) return undefined;
    const servers = rdapServers(list, domain.slice(domain.lastIndexOf('.') + 1));
    for (const server of servers) {
      const response = await this.#read(new URL(rdapUrl(server, domain)), signal);
      if (response !== null) return readExpiry(response);
    }
    return servers.length === 0 ? null : undefined;
  }

  async #servers(signal: AbortSignal): Promise<unknown> {
    const nowMs = this.#clock.nowMs();
    if (this.#list !== null && nowMs < this.#list.untilMs) return this.#list.value;
    const value = await this.#read(new URL(this.#listUrl), signal);
    // The old one is better than none.
    this.#list = {
      value: value ?? this.#list?.value ?? null,
      untilMs: nowMs + (value === null ? failureLifeMs : listLifeMs),
    };
    return this.#list.value;
  }

  async #read(start: URL, signal: AbortSignal): Promise<unknown> {
    let url = start;
    for (let hop = 0; hop <= hopsMax; hop++) {
      const target = await this.#client.choose(url);
      if (target.kind !== 'public') return null;
      await waitForTurn(this.#db, url.hostname, signal);
      const answer = await this.#send(target);
      if (answer === null) return null;
      if (answer.status === 200) return parseJson(answer.body);
      const next =
        answer.status >= 300 && answer.location !== null ? URL.parse(answer.location, url.href) : null;
      if (next === null || !/^https?:$/.test(next.protocol)) return null;
      url = next;
    }
    return null;
  }

  #send(target: PublicTarget) {
    const headers = { accept: 'application/rdap+json, application/json' };
    return this.#client
      .send(target, { method: 'GET', timeoutMs: requestMs, bytesMax, headers })
      .catch(() => null);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

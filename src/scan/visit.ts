import type { IncomingMessage } from 'node:http';
import { preferredLanguage } from '#core/language-tag.ts';
import type { ScanVisitor } from '#core/rules/condition.ts';
import type { DeviceClass } from '#core/rules/device-class.ts';
import { browserFamily, deviceClass, isLinkPreview, systemFamily } from '#core/user-agent.ts';
import { type VisitedHost, visitedHost } from '#core/visited-host.ts';
import { BoundedMap } from '#platform/bounded-map.ts';
import type { CountryDatabase } from '#platform/country-database.ts';
import type { TrustedProxies } from '#platform/trusted-proxies.ts';

interface Agent {
  device: DeviceClass;
  browser: string | null;
  system: string | null;
  isPreview: boolean;
}

/** The visitor, as far as it matters. The address stays in memory, and only during the request. */
export interface Visit {
  arrivedMs: number;
  address: string;
  country: string | null;
  /** The preferred one, as a tag. */
  language: string | null;
  /** Of the requested link. */
  query: string;
  /** Null for our own host. */
  host: VisitedHost;
  userAgent: string;
  referrer: string;
  agent: Agent;
  /** Whether a redirect counts as a scan: not for HEAD, prefetches and link previews (D45). */
  isCounted: boolean;
}

const agentsMax = 2_000;
const hostsMax = 2_000;
const hostLettersMax = 300;
const agentLettersMax = 512;
/** Of `Accept-Language`. */
const languagesMax = 2_000;
const languageLettersMax = 200;
const languages = new BoundedMap<string, string | null>(languagesMax);
/** The same few thousand user agents appear again and again. */
const agents = new BoundedMap<string, Agent>(agentsMax);

export class VisitReader {
  readonly #proxies: TrustedProxies;
  readonly #countries: Pick<CountryDatabase, 'find'>;
  readonly #countryHeader: string | null;
  readonly #ownHosts: ReadonlySet<string>;
  readonly #hosts = new BoundedMap<string, VisitedHost>(hostsMax);

  /** @param countryHeader the header with the country from a trusted proxy, in lower case; null if there is none (D49). */
  constructor(
    proxies: TrustedProxies,
    countries: Pick<CountryDatabase, 'find'>,
    countryHeader: string | null,
    ownHosts: readonly string[],
  ) {
    this.#ownHosts = new Set(ownHosts);
    this.#proxies = proxies;
    this.#countries = countries;
    this.#countryHeader = countryHeader;
  }

  read(request: IncomingMessage, arrivedMs: number): Visit {
    const { headers } = request;
    const userAgent = headers['user-agent'] ?? '';
    const agent = readAgent(userAgent, header(request, 'sec-ch-ua-platform'));
    const address = this.#proxies.clientAddress(request);
    return {
      arrivedMs,
      address,
      country: this.#country(request, address),
      language: readLanguage(headers['accept-language'] ?? ''),
      query: queryOf(request.url ?? ''),
      host: this.#host(request),
      userAgent,
      referrer: headers.referer ?? '',
      agent,
      isCounted: request.method === 'GET' && !agent.isPreview && !isPrefetch(request),
    };
  }

  /** Only our own proxies can report another host than the requested one; the nearest proxy decides. */
  #host(request: IncomingMessage): VisitedHost {
    const forwarded = header(request, 'x-forwarded-host');
    const isTold = forwarded !== '' && this.#proxies.has(request.socket.remoteAddress ?? '');
    const name = isTold ? (forwarded.split(',').at(-1) ?? '').trim() : request.headers.host;
    if (name === undefined) return null;
    const known = this.#hosts.get(name);
    if (known !== undefined) return known;
    const host = visitedHost(name, this.#ownHosts);
    if (name.length <= hostLettersMax) this.#hosts.set(name, host);
    return host;
  }

  #country(request: IncomingMessage, address: string): string | null {
    if (this.#countryHeader !== null && this.#proxies.has(request.socket.remoteAddress ?? '')) {
      const told = header(request, this.#countryHeader).toUpperCase();
      // XX means "unknown", and T1 means Tor.
      if (/^[A-Z]{2}$/.test(told) && told !== 'XX') return told;
    }
    return this.#countries.find(address);
  }
}

function readAgent(userAgent: string, platform: string): Agent {
  // Headers can't contain a line break, so no client can fake the key of another.
  const key = `${platform}\n${userAgent}`;
  const known = agents.get(key);
  if (known !== undefined) return known;
  const words = userAgent.slice(0, agentLettersMax);
  const agent = {
    device: deviceClass(words, platform),
    browser: browserFamily(words),
    system: systemFamily(words),
    isPreview: isLinkPreview(words),
  };
  if (key.length <= agentLettersMax) agents.set(key, agent);
  return agent;
}

function readLanguage(accepted: string): string | null {
  if (accepted === '') return null;
  const known = languages.get(accepted);
  if (known !== undefined) return known;
  const language = preferredLanguage(accepted);
  if (accepted.length <= languageLettersMax) languages.set(accepted, language);
  return language;
}

/**
 * What rules compare.
 * @param share of the visitor among 100; null if unknown.
 */
export function visitorOf({ agent, country, language }: Visit, share: number | null = null): ScanVisitor {
  return { device: agent.device, country, language, share };
}

function queryOf(target: string): string {
  const start = target.indexOf('?');
  return start === -1 ? '' : target.slice(start + 1);
}

function isPrefetch(request: IncomingMessage): boolean {
  const purpose = header(request, 'sec-purpose') || header(request, 'purpose') || header(request, 'x-moz');
  return purpose !== '' && /prefetch|prerender|preview/i.test(purpose);
}

function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

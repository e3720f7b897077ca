import { isPublicHost } from '#core/public-host.ts';
import { lookAlike } from '#core/safety/look-alike.ts';
import { safe, type Verdict } from '#core/safety/verdict.ts';
import type { Subject } from './subject.ts';

interface Rules {
  /** Where our own short links live, and further hosts under which every code is served. */
  publicBaseUrl: string;
  ownHosts: readonly string[];
  allowPrivateDestinations: boolean;
}

/** The rules that need nobody else. What they forbid, the operator's lists can't allow (D22), but for look-alike names. */
export class OwnRules {
  readonly #ownHosts: ReadonlySet<string>;
  readonly #ownPort: string;
  readonly #rules: Rules;

  constructor(rules: Rules) {
    this.#rules = rules;
    const { hostname, port } = new URL(rules.publicBaseUrl);
    this.#ownHosts = new Set([hostname, ...rules.ownHosts].map(withoutLastDot));
    this.#ownPort = port;
  }

  /** No link of our own, no host that only some can reach, no credentials. */
  judge({ url, expressions }: Subject): Verdict {
    if (expressions.length === 0) return unsafe('malformed', 'has no host that could be checked');
    if (this.#isOwn(url)) return unsafe('own_link', 'leads back to this service');
    if (!this.#rules.allowPrivateDestinations && !isPublicHost(url.hostname))
      return unsafe('private_host', 'leads to a host that is not public');
    if (url.username !== '' || url.password !== '')
      return unsafe('credentials', 'contains a user name or password');
    return safe;
  }

  /** Without a port in PUBLIC_BASE_URL, our hosts are ours on every port; with one, as in development, on that port. */
  #isOwn(url: URL): boolean {
    if (!this.#ownHosts.has(withoutLastDot(url.hostname))) return false;
    return this.#ownPort === '' || url.port === this.#ownPort;
  }

  judgeName({ url }: Subject): Verdict {
    const name = lookAlike(url.hostname);
    return name === null
      ? safe
      : unsafe('look_alike', `has a host that looks like "${name}" but is spelled with other letters`);
  }
}

function unsafe(threat: string, detail: string): Verdict {
  return { kind: 'unsafe', provider: 'rules', threat, detail, validUntil: null };
}

function withoutLastDot(hostname: string): string {
  return hostname.replace(/(?<!\.)\.+$/, '');
}

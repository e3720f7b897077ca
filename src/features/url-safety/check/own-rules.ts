import { isPublicHost } from '#core/public-host.ts';
import { lookAlike } from '#core/safety/look-alike.ts';
import { safe, type Verdict } from '#core/safety/verdict.ts';
import type { Subject } from './subject.ts';

interface Rules {
  /** The host of our own short links, and additional hosts that serve every code. */
  publicBaseUrl: string;
  ownHosts: readonly string[];
  allowPrivateDestinations: boolean;
}

/** Rules without outside data. The operator can't allow what they forbid (D22), except for look-alike names. */
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

  /** No link of our own, no private host, no credentials. */
  judge({ url, expressions }: Subject): Verdict {
    if (expressions.length === 0) return unsafe('malformed', 'has no host that we can check');
    if (this.#isOwn(url)) return unsafe('own_link', 'points to this service');
    if (!this.#rules.allowPrivateDestinations && !isPublicHost(url.hostname))
      return unsafe('private_host', 'points to a host that is not public');
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
      : unsafe('look_alike', `has a host that imitates "${name}" with other letters`);
  }
}

function unsafe(threat: string, detail: string): Verdict {
  return { kind: 'unsafe', provider: 'rules', threat, detail, validUntil: null };
}

function withoutLastDot(hostname: string): string {
  return hostname.replace(/(?<!\.)\.+$/, '');
}

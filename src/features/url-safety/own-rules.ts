import { isPublicHost } from '#core/public-host.ts';
import { lookAlike } from '#core/safety/look-alike.ts';
import { safe, type Verdict } from '#core/safety/verdict.ts';
import type { Subject } from './subject.ts';

interface Rules {
  /** Where our own short links live. */
  publicBaseUrl: string;
  allowPrivateDestinations: boolean;
}

/** The rules that need nobody else. What they forbid, the operator's lists can't allow (D22), but for look-alike names. */
export class OwnRules {
  readonly #own: URL;
  readonly #rules: Rules;

  constructor(rules: Rules) {
    this.#rules = rules;
    this.#own = new URL(rules.publicBaseUrl);
  }

  /** No link of our own, no host that only some can reach, no credentials. */
  judge({ url, expressions }: Subject): Verdict {
    if (expressions.length === 0) return unsafe('malformed', 'has no host that could be checked');
    if (isSamePlace(url, this.#own)) return unsafe('own_link', 'leads back to this service');
    if (!this.#rules.allowPrivateDestinations && !isPublicHost(url.hostname))
      return unsafe('private_host', 'leads to a host that is not public');
    if (url.username !== '' || url.password !== '')
      return unsafe('credentials', 'contains a user name or password');
    return safe;
  }

  judgeName({ url }: Subject): Verdict {
    const name = lookAlike(url.hostname);
    return name === null
      ? safe
      : unsafe('look_alike', `has a host that looks like "${name}" in letters of another alphabet`);
  }
}

function unsafe(threat: string, detail: string): Verdict {
  return { kind: 'unsafe', provider: 'rules', threat, detail, validUntil: null };
}

/** Our own host on its own port is ours on any port; one with a port, as in development, is just that port. */
function isSamePlace(url: URL, own: URL): boolean {
  if (withoutLastDot(url.hostname) !== withoutLastDot(own.hostname)) return false;
  return own.port === '' || url.port === own.port;
}

function withoutLastDot(hostname: string): string {
  return hostname.replace(/\.+$/, '');
}

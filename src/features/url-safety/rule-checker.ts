import type { Destination } from '#core/destination.ts';
import { isPublicHost } from '#core/public-host.ts';
import type { SafetyVerdict, UrlChecker } from './url-checker.ts';

interface Rules {
  /** Where our own short links live. */
  publicBaseUrl: string;
  allowPrivateDestinations: boolean;
}

/** The rules that need nobody else: no link of our own, no host that only some can reach (D22). */
export class RuleChecker implements UrlChecker {
  readonly #ownHost: string;
  readonly #rules: Rules;

  constructor(rules: Rules) {
    this.#rules = rules;
    this.#ownHost = hostAndPort(new URL(rules.publicBaseUrl));
  }

  async check(destinations: Destination[]): Promise<SafetyVerdict> {
    for (const { field, url } of destinations) {
      const reason = this.#objection(new URL(url));
      if (reason !== null) return { safe: false, field, reason };
    }
    return { safe: true };
  }

  #objection(url: URL): string | null {
    if (hostAndPort(url) === this.#ownHost) return 'leads back to this service';
    if (!this.#rules.allowPrivateDestinations && !isPublicHost(url.hostname))
      return 'leads to a host that is not public';
    return null;
  }
}

/** The same place by any spelling: `http` and `https` on their own ports are one service, a last dot means nothing. */
function hostAndPort(url: URL): string {
  return `${url.hostname.replace(/\.+$/, '')}:${url.port}`;
}

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
  readonly #own: URL;
  readonly #rules: Rules;

  constructor(rules: Rules) {
    this.#rules = rules;
    this.#own = new URL(rules.publicBaseUrl);
  }

  async check(destinations: Destination[]): Promise<SafetyVerdict> {
    for (const { field, url } of destinations) {
      const reason = this.#objection(new URL(url));
      if (reason !== null) return { safe: false, field, reason };
    }
    return { safe: true };
  }

  #objection(url: URL): string | null {
    if (isSamePlace(url, this.#own)) return 'leads back to this service';
    if (!this.#rules.allowPrivateDestinations && !isPublicHost(url.hostname))
      return 'leads to a host that is not public';
    return null;
  }
}

/** Our own host on its own port is ours on any port; one with a port, as in development, is just that port. */
function isSamePlace(url: URL, own: URL): boolean {
  if (withoutLastDot(url.hostname) !== withoutLastDot(own.hostname)) return false;
  return own.port === '' || url.port === own.port;
}

function withoutLastDot(hostname: string): string {
  return hostname.replace(/\.+$/, '');
}

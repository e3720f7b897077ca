import type { Config } from '#platform/config.ts';

/** Names that no customer can have, with everything below them. */
export function ownNames({
  ownHosts,
  apiBaseUrl,
  domainTarget,
}: Pick<Config, 'ownHosts' | 'apiBaseUrl' | 'domainTarget'>): string[] {
  return [...ownHosts, new URL(apiBaseUrl).hostname, domainTarget];
}

import type { Config } from '#platform/config.ts';

/** Hosts that no customer can claim, including all hosts below them. */
export function ownNames({
  ownHosts,
  apiBaseUrl,
  domainTarget,
}: Pick<Config, 'ownHosts' | 'apiBaseUrl' | 'domainTarget'>): string[] {
  return [...ownHosts, new URL(apiBaseUrl).hostname, domainTarget];
}

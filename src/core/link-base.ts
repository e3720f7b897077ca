/** The base of a code's links: the domain of its project, otherwise our own host. A domain uses the same scheme as our own host. */
export function linkBase(publicBaseUrl: string, domainHost: string | null): string {
  return domainHost === null
    ? publicBaseUrl
    : `${publicBaseUrl.slice(0, publicBaseUrl.indexOf(':'))}://${domainHost}`;
}

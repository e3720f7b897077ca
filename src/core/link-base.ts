/** Where links of a code begin: its project's own domain, else ours. A domain is always reached as our own name is, over TLS or not. */
export function linkBase(publicBaseUrl: string, domainHost: string | null): string {
  return domainHost === null
    ? publicBaseUrl
    : `${publicBaseUrl.slice(0, publicBaseUrl.indexOf(':'))}://${domainHost}`;
}

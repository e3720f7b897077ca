import type { CanonicalUrl } from './canonical-url.ts';

const hostsMax = 5;
const foldersMax = 4;

/** What may stand in a threat list for this URL: up to 5 hosts × 6 paths, the most exact first (Web Risk, URLs and hashing). */
export function urlExpressions(url: CanonicalUrl): string[] {
  const paths = pathsOf(url);
  return hostsOf(url.host).flatMap((host) => paths.map((path) => host + path));
}

/** The host, then what its last five labels end in, down to two. An address has no such endings. */
function hostsOf(host: string): string[] {
  if (host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host)) return [host];
  const labels = host.split('.');
  const hosts = [host];
  for (let first = Math.max(1, labels.length - hostsMax); first <= labels.length - 2; first++)
    hosts.push(labels.slice(first).join('.'));
  return hosts.slice(0, hostsMax);
}

/** With its query, without it, and the root with up to three folders below. An empty query is none. */
function pathsOf({ path, query }: CanonicalUrl): string[] {
  const paths = query === null || query === '' ? [path] : [`${path}?${query}`, path];
  const folders: string[] = [];
  for (
    let end = path.indexOf('/');
    end !== -1 && folders.length < foldersMax;
    end = path.indexOf('/', end + 1)
  )
    folders.push(path.slice(0, end + 1));
  for (const folder of folders.reverse()) if (folder !== path) paths.push(folder);
  return paths;
}

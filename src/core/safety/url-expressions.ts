import type { CanonicalUrl } from './canonical-url.ts';

const hostsMax = 5;
const foldersMax = 4;

/** The expressions of a URL that a threat list may contain: up to 5 hosts × 6 paths, the most exact first (Web Risk, URLs and hashing). */
export function urlExpressions(url: CanonicalUrl): string[] {
  const paths = pathsOf(url);
  return hostsOf(url.host).flatMap((host) => paths.map((path) => host + path));
}

/** The host, then its last five labels down to two. An IP address has only itself. */
function hostsOf(host: string): string[] {
  if (host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host)) return [host];
  const labels = host.split('.');
  const hosts = [host];
  for (let first = Math.max(1, labels.length - hostsMax); first <= labels.length - 2; first++)
    hosts.push(labels.slice(first).join('.'));
  return hosts.slice(0, hostsMax);
}

/** With and without its query, and the root with up to three folders. An empty query counts as none. */
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

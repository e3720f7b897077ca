/**
 * Spreads shards over servers as evenly as possible, and moves as few as possible.
 * @param current the server of each shard; null is the first server.
 * @returns the new server of each shard. Without servers, the first one takes all.
 */
export function spreadShards(
  current: readonly (string | null)[],
  servers: readonly string[],
): (string | null)[] {
  if (servers.length === 0) return current.map(() => null);
  const fewest = Math.floor(current.length / servers.length);
  let larger = current.length % servers.length;
  const taken = new Map(servers.map((server) => [server, 0]));
  const kept = current.map((server) => {
    const count = server === null ? undefined : taken.get(server);
    if (server === null || count === undefined || count > fewest) return null;
    if (count === fewest) {
      // This many servers have one more than the others.
      if (larger === 0) return null;
      larger -= 1;
    }
    taken.set(server, count + 1);
    return server;
  });
  return kept.map((server) => {
    if (server !== null) return server;
    const [least] = [...taken].reduce((a, b) => (b[1] < a[1] ? b : a));
    taken.set(least, (taken.get(least) ?? 0) + 1);
    return least;
  });
}

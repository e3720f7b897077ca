import type { Config } from '#platform/config.ts';
import { openRedis } from '#platform/redis.ts';
import { parseRedisUrl } from '#platform/redis-address.ts';
import { type Finding, failed, hostOf, messageOf, ok } from './finding.ts';

const versionMin = 7;
const timeoutMs = 3_000;

export async function checkRedis(config: Config): Promise<Finding> {
  const redis = openRedis(config.redisUrl, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
  });
  let reason = '';
  redis.on('error', (error) => {
    reason = messageOf(error);
  });
  try {
    await redis.connect();
    const info = await redis.info();
    const version = /^(?:valkey|redis)_version:(\S+)/m.exec(info)?.[1] ?? 'unknown';
    const engine = info.includes('valkey_version') ? 'Valkey' : 'Redis';
    if (Number.parseInt(version, 10) < versionMin)
      return failed('redis', `${engine} ${version}`, `Upgrade it to version ${versionMin} or later.`);
    if (/^role:slave/m.test(info))
      return failed(
        'redis',
        `${engine} ${version} is a replica, which refuses writes`,
        'Set REDIS_URL to the primary, or use redis+sentinel://host,host/name.',
      );
    return ok('redis', `${engine} ${version}`);
  } catch (error) {
    const remedy =
      'Start Redis or Valkey (redis-server, or docker compose up -d), or set REDIS_URL to where it runs. Until then each process enforces its share of the rate limits from memory.';
    return failed('redis', `${placeOf(config.redisUrl)}: ${reason || messageOf(error)}`, remedy);
  } finally {
    redis.disconnect();
  }
}

function placeOf(url: string): string {
  const address = parseRedisUrl(url);
  if (address === null || 'url' in address) return hostOf(url);
  return (address.options.sentinels ?? []).map(({ host, port }) => `${host}:${port}`).join(', ');
}

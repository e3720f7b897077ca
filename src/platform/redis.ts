import { Redis } from 'ioredis';
import type { Log } from './log.ts';

const reconnectMsMax = 1_000;

/** A connection that fails fast: a caller decides at once what to do without Redis (D55). */
export function createRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_000,
    commandTimeout: 500,
    retryStrategy: (attempt) => Math.min(50 * attempt, reconnectMsMax),
  });
  let available = true;
  redis.on('error', (error) => {
    if (available) log.warn({ err: error }, 'Redis is away: rate limits are enforced from memory');
    available = false;
  });
  redis.on('ready', () => {
    if (!available) log.info('Redis is back');
    available = true;
  });
  return redis;
}

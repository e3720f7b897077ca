import { Redis } from 'ioredis';
import type { Log } from './log.ts';
import { parseRedisUrl, type RedisSettings } from './redis-address.ts';

const reconnectMsMax = 1_000;
const backOff = (attempt: number) => Math.min(50 * attempt, reconnectMsMax);

/** @param url the value of `REDIS_URL`. */
export function openRedis(url: string, options: RedisSettings): Redis {
  const address = parseRedisUrl(url);
  return address !== null && 'options' in address
    ? new Redis({ ...address.options, ...options })
    : new Redis(url, options);
}

/** A connection that fails fast, so that a caller can continue without Redis at once (D55). */
export function createRedis(url: string, log: Log): Redis {
  const redis = openRedis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_000,
    commandTimeout: 500,
    retryStrategy: backOff,
    sentinelRetryStrategy: backOff,
    sentinelCommandTimeout: 1_000,
    // Leaves a primary that vanished silently as soon as Sentinel has replaced it.
    failoverDetector: true,
    // A demoted primary refuses writes. Reconnecting asks Sentinel for the new one.
    reconnectOnError: (error) => error.message.includes('READONLY'),
  });
  let available = true;
  redis.on('error', (error) => {
    if (available) log.warn({ err: error }, "Redis can't be reached: rate limits are enforced from memory");
    available = false;
  });
  redis.on('ready', () => {
    if (!available) log.info('Redis is back');
    available = true;
  });
  return redis;
}

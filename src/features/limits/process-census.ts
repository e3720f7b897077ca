import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { Gauge } from 'prom-client';
import type { Metrics } from '#platform/metrics.ts';

const beatMs = 2_000;
const silentMs = 7_000;

const beatScript = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])`;

/** How many processes share the quotas: divides them when Redis is away (D55). */
export class ProcessCensus {
  readonly #redis: Redis;
  readonly #key: string;
  readonly #processId = randomUUID();
  #timer: NodeJS.Timeout | undefined;
  #alive = 1;

  constructor(redis: Redis, keyPrefix: string, metrics: Metrics) {
    this.#redis = redis;
    this.#key = `${keyPrefix}api-processes`;
    const alive = () => this.#alive;
    new Gauge({
      name: 'waypost_api_processes',
      help: 'API processes that are alive',
      registers: [metrics],
      collect() {
        this.set(alive());
      },
    });
  }

  /** The last known number; it stays while Redis is away. */
  get alive(): number {
    return this.#alive;
  }

  start(): void {
    this.#redis.on('ready', () => void this.#beat());
    this.#timer = setInterval(() => void this.#beat(), beatMs);
    void this.#beat();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#redis.zrem(this.#key, this.#processId).catch(() => {});
  }

  async #beat(): Promise<void> {
    const reply = await this.#redis
      .eval(beatScript, 1, this.#key, this.#processId, silentMs)
      .catch(() => null);
    if (typeof reply === 'number') this.#alive = Math.max(1, reply);
  }
}

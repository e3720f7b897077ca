import { safe, type Verdict, worstVerdict } from '#core/safety/verdict.ts';
import type { Clock } from '#platform/clock.ts';
import type { ThreatType } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import { TaskLimit } from '#platform/task-limit.ts';
import type { Db } from '../../database.ts';
import type { SafetyLists } from '../lists/safety-lists.ts';
import type { WebRiskClient } from '../lists/web-risk-client.ts';
import type { SafetyMetrics } from '../safety-metrics.ts';
import { type Confirmation, findConfirmation, upsertConfirmation } from './confirmation-queries.ts';
import { notLoaded, type SafetyProvider } from './safety-provider.ts';
import type { Subject } from './subject.ts';

const name = 'Web Risk';
const missLifeMs = 6 * 3_600_000;
const searchesMax = 8;
/** A user is waiting: a 503 is better than minutes. */
const waitMsMax = 5_000;

interface WebRiskOptions {
  db: Db;
  client: WebRiskClient;
  threats: readonly ThreatType[];
  metrics: SafetyMetrics;
  clock: Clock;
  log: Log;
}

export const webRiskListId = (threat: ThreatType) => `web_risk/${threat}`;

/** Prefixes from memory; the publisher confirms a hit, and until then the URL is refused. */
export class WebRiskProvider implements SafetyProvider {
  readonly name = name;
  readonly #options: WebRiskOptions;
  readonly #threatTypes: string;
  readonly #asked = new Map<string, Promise<Confirmation>>();
  readonly #judged = new Map<string, Promise<Verdict>>();
  readonly #limit = new TaskLimit(searchesMax, waitMsMax);

  constructor(options: WebRiskOptions) {
    this.#options = options;
    this.#threatTypes = [...options.threats].sort().join(',');
  }

  judge(subject: Subject, { threats }: SafetyLists): Verdict | Promise<Verdict> {
    const hits = new Map<string, { prefix: Uint8Array; hash: Uint8Array }>();
    for (const threat of this.#options.threats) {
      const list = threats.get(webRiskListId(threat));
      if (list === undefined) return notLoaded(name);
      for (const { hash } of subject.expressions) {
        const prefix = list.hashes.find(hash);
        if (prefix !== null)
          hits.set(`${prefix.length}:${Buffer.from(hash).toString('hex')}`, { prefix, hash });
      }
    }
    return hits.size === 0 ? safe : this.#confirmAll([...hits.values()]);
  }

  async #confirmAll(hits: { prefix: Uint8Array; hash: Uint8Array }[]): Promise<Verdict> {
    return worstVerdict(await Promise.all(hits.map(({ prefix, hash }) => this.#confirm(prefix, hash))));
  }

  /**
   * Concurrent checks of one hash share their look-up too: otherwise one that read before a response was stored, and went on after that, would
   * ask a second time.
   */
  #confirm(prefix: Uint8Array, hash: Uint8Array): Promise<Verdict> {
    const hex = Buffer.from(hash).toString('hex');
    const key = `${prefix.length}:${hex}`;
    const judged = this.#judged.get(key) ?? this.#judgeHash(prefix, hex);
    this.#judged.set(key, judged);
    return judged.finally(() => this.#judged.delete(key));
  }

  /** From earlier responses, as long as they are valid; an unsafe hash that has expired is always asked for again. */
  async #judgeHash(prefix: Uint8Array, hex: string): Promise<Verdict> {
    const { db, clock, log } = this.#options;
    const known = await findConfirmation(db, prefix, this.#threatTypes);
    const verdict = known && judgeConfirmation(known, hex, clock.nowMs());
    if (verdict) return this.#withLife(verdict);
    try {
      const confirmation = await this.#ask(prefix);
      // A fresh response is valid for this check even if it may not be kept.
      return this.#withLife(judgeConfirmation(confirmation, hex, Number.NEGATIVE_INFINITY) ?? safe);
    } catch (error) {
      log.warn({ err: error }, 'Web Risk could not confirm a prefix');
      const detail = "could not be checked: Web Risk doesn't respond";
      return { kind: 'unverified', provider: name, detail, validUntil: null };
    }
  }

  /** Concurrent questions about one prefix are sent once. */
  #ask(prefix: Uint8Array): Promise<Confirmation> {
    const key = Buffer.from(prefix).toString('hex');
    const asked = this.#asked.get(key) ?? this.#limit.run(() => this.#search(prefix));
    this.#asked.set(key, asked);
    return asked.finally(() => this.#asked.delete(key));
  }

  async #search(prefix: Uint8Array): Promise<Confirmation> {
    const { db, client, threats, metrics } = this.#options;
    try {
      const found = await client.searchHashes(prefix, threats);
      const confirmation: Confirmation = {
        threats: found.threats.map((item) => ({
          hash: Buffer.from(item.hash).toString('hex'),
          threat: threatName(item.threats),
          until: item.until.toISOString(),
        })),
        negative_until: found.negativeUntil,
      };
      await upsertConfirmation(db, prefix, this.#threatTypes, confirmation);
      metrics.confirmations.inc({ outcome: 'answered' });
      return confirmation;
    } catch (error) {
      metrics.confirmations.inc({ outcome: 'failed' });
      throw error;
    }
  }

  /**
   * A hash can be added under a listed prefix without a change of the list, so URLs that share one are checked again. Not when the response
   * expires, which is meant for new questions: one URL in a hundred shares a prefix with something.
   */
  #withLife(verdict: Verdict): Verdict {
    if (verdict.kind !== 'safe') return verdict;
    const leastMs = this.#options.clock.nowMs() + missLifeMs;
    return { ...verdict, validUntil: new Date(Math.max(verdict.validUntil?.getTime() ?? 0, leastMs)) };
  }
}

/** Null if it has to be asked for. */
function judgeConfirmation(
  { threats, negative_until }: Confirmation,
  hex: string,
  nowMs: number,
): Verdict | null {
  const positive = threats.find(({ hash }) => hash === hex);
  if (positive !== undefined) {
    const validUntil = new Date(positive.until);
    if (validUntil.getTime() <= nowMs) return null;
    const detail = `is listed as ${positive.threat.replaceAll('_', ' ')} by ${name}`;
    return { kind: 'unsafe', provider: name, threat: positive.threat, detail, validUntil };
  }
  if (negative_until !== null && negative_until.getTime() > nowMs)
    return { kind: 'safe', validUntil: negative_until };
  return nowMs === Number.NEGATIVE_INFINITY ? { kind: 'safe', validUntil: negative_until } : null;
}

/** An unknown kind is treated as a threat. */
function threatName(types: string[]): string {
  const [first = ''] = types;
  return /^[A-Z_]{1,60}$/.test(first) ? first.toLowerCase() : 'unknown_threat';
}

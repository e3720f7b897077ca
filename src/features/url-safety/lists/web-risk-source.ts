import type { HashList } from '#core/safety/hash-list.ts';
import type { Clock } from '#platform/clock.ts';
import type { ThreatType } from '#platform/config.ts';
import { webRiskListId } from '../check/web-risk-provider.ts';
import type { ListSource, ListUpdate } from './list-source.ts';
import { UpdateRefused } from './update-refused.ts';
import type { WebRiskClient } from './web-risk-client.ts';
import { applyDiff, readDiff } from './web-risk-diff.ts';

const periodMs = 30 * 60_000;
/** The maximum time between updates, whatever the server recommends. */
const periodMsMax = 24 * 3_600_000;

/** One of Web Risk's lists, updated with differences. */
export class WebRiskSource implements ListSource {
  readonly listId: string;
  readonly #client: WebRiskClient;
  readonly #threat: ThreatType;
  readonly #clock: Clock;

  constructor(client: WebRiskClient, threat: ThreatType, clock: Clock) {
    this.listId = webRiskListId(threat);
    this.#client = client;
    this.#threat = threat;
    this.#clock = clock;
  }

  async update(old: HashList, token: string | null): Promise<ListUpdate> {
    try {
      return await this.#fetch(old, token);
    } catch (error) {
      // The difference doesn't match: fetch the whole list, once.
      if (!(error instanceof UpdateRefused) || token === null) throw error;
      return this.#fetch(old, null);
    }
  }

  async #fetch(old: HashList, token: string | null): Promise<ListUpdate> {
    const diff = readDiff(await this.#client.computeDiff(this.#threat, token));
    if (token === null && !diff.isReset) throw new UpdateRefused('a difference, though all was asked for');
    const next = applyDiff(old, diff);
    const nowMs = this.#clock.nowMs();
    const askedMs = diff.nextDiff === null ? nowMs + periodMs : diff.nextDiff.getTime();
    const nextUpdateAt = new Date(Math.min(Math.max(askedMs, nowMs), nowMs + periodMsMax));
    return { next, token: diff.token, nextUpdateAt };
  }
}

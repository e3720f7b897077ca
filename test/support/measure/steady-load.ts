import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestAccount, TestApi } from '../scratch/test-api.ts';
import { createLoadClient, type LoadAnswer, type LoadClient } from './scan-load.ts';
import { assertTallies, makeTally, noteAnswer, type Tally } from './scan-tally.ts';
import { Timeline } from './timeline.ts';

/** On a slow machine the load is lower, instead of a growing queue. */
const pendingMax = 5_000;
const tickMs = 20;
const changeMs = 200;

interface LoadOptions {
  perSecond: number;
  /** The limit of codes that run out of scans meanwhile. */
  scarceLimit: number;
  /** The current addresses of the scan processes. */
  urls: () => string[];
  /** Sends a change of a destination; false if it was not acknowledged. */
  change: (qrId: string, redirectUrl: string) => Promise<boolean>;
}

/**
 * This many scans per second on codes without a limit, with one, and on one whose destination changes all the time. Everything that clients saw
 * is recorded.
 */
export class SteadyLoad {
  readonly unlimited: Tally[] = [];
  readonly limited: Tally[] = [];
  readonly scarce: Tally[] = [];
  readonly served = { asked: 0, redirected: 0 };
  readonly stale: string[] = [];
  readonly timeline = new Timeline();
  /** The newest acknowledged destination. */
  inForce = 0;
  readonly #client: LoadClient = createLoadClient(128);
  readonly #options: LoadOptions;
  #changing = { id: '', slug: '' };
  #isOver = false;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(options: LoadOptions) {
    this.#options = options;
  }

  static async start(api: TestApi, account: TestAccount, options: LoadOptions): Promise<SteadyLoad> {
    const load = new SteadyLoad(options);
    const fill = async (tallies: Tally[], count: number, limit: number | null) => {
      for (let nth = 0; nth < count; nth++) tallies.push(await makeTally(api, account, limit));
    };
    await fill(load.unlimited, 20, null);
    await fill(load.limited, 5, 10_000_000);
    await fill(load.scarce, 5, options.scarceLimit);
    const { qr_id: id } = await api.createQrCode(account, { redirect_url: 'https://example.com/n/0' });
    load.#changing = { id, slug: await api.publishQrCode(id) };
    for (const url of options.urls()) for (const tally of load.tallies) await load.scan(url, tally);
    load.#running = Promise.all([load.#sendScans(), load.#sendChanges()]);
    return load;
  }

  get tallies(): Tally[] {
    return [...this.unlimited, ...this.limited, ...this.scarce];
  }

  get acknowledged(): number {
    return this.tallies.reduce((sum, tally) => sum + tally.acknowledged, 0);
  }

  async scan(url: string, tally: Tally): Promise<number> {
    const answer = await this.#client.scan(url, tally.slug);
    noteAnswer(tally, answer?.status);
    return answer?.status ?? 0;
  }

  async #scanLimited(url: string, tally: Tally): Promise<void> {
    const second = this.timeline.now();
    this.timeline.note('limited', second, (await this.scan(url, tally)) === 302);
  }

  /** How long codes with a limit are not served by every process, starting now. */
  async measureOutage(): Promise<number> {
    const startedMs = performance.now();
    await Promise.all(
      this.#options.urls().map(async (url) => {
        // It may take a moment until the loss is noticed.
        for (let turn = 0, good = 0; good < 20 && performance.now() - startedMs < 60_000; turn++) {
          good =
            (await this.scan(url, this.limited[turn % this.limited.length] as Tally)) === 302 ? good + 1 : 0;
          await sleep(50);
        }
      }),
    );
    return performance.now() - startedMs - 1_000;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
    this.#client.close();
  }

  /** Nothing acknowledged was lost or counted twice, no limit was exceeded, and no scan contradicted an acknowledged change. */
  async assertTrue(db: TestApi['db']): Promise<void> {
    await assertTallies(db, this.tallies);
    assert.deepEqual(this.stale, []);
  }

  /** Sends its scans regardless of earlier ones. */
  async #sendScans(): Promise<void> {
    const pending = new Set<Promise<void>>();
    const beganMs = performance.now();
    for (let turn = 0; !this.#isOver; await sleep(tickMs))
      for (; turn < ((performance.now() - beganMs) / 1_000) * this.#options.perSecond; turn++) {
        if (pending.size >= pendingMax) continue;
        const settled: Promise<void> = this.#sendOne(turn).finally(() => pending.delete(settled));
        pending.add(settled);
      }
    await Promise.all(pending);
  }

  async #sendOne(turn: number): Promise<void> {
    const urls = this.#options.urls();
    const [url = '', other = url] = turn % 2 === 0 ? urls : urls.toReversed();
    const kind = turn % 10;
    const pick = (tallies: Tally[]) => tallies[Math.floor(turn / 10) % tallies.length] as Tally;
    if (kind === 0) await this.#scanLimited(url, pick(this.limited));
    else if (kind === 1) await this.scan(url, pick(this.scarce));
    else if (kind === 2) await this.#scanChanging(url);
    else await this.#scanUnlimited(url, other, this.unlimited[turn % this.unlimited.length] as Tally);
  }

  /** A missing process is not an outage: a load balancer would use the other one. */
  async #scanUnlimited(url: string, other: string, tally: Tally): Promise<void> {
    this.served.asked += 1;
    const second = this.timeline.now();
    let status = await this.scan(url, tally);
    if (status === 0 && other !== url) status = await this.scan(other, tally);
    if (status === 302) this.served.redirected += 1;
    this.timeline.note('unlimited', second, status === 302);
  }

  /** A state from before the scan must not be contradicted. */
  async #scanChanging(url: string): Promise<void> {
    const known = this.inForce;
    const answer: LoadAnswer | null = await this.#client.scan(url, this.#changing.slug);
    const found = Number(answer?.location?.split('/').at(-1) ?? Number.NaN);
    if (answer?.status === 302 && found < known) this.stale.push(`${found} although ${known} was in force`);
  }

  async #sendChanges(): Promise<void> {
    for (let next = 1; !this.#isOver; next++) {
      const isDone = await this.#options
        .change(this.#changing.id, `https://example.com/n/${next}`)
        .catch(() => false);
      if (isDone) this.inForce = next;
      await sleep(changeMs);
    }
  }
}

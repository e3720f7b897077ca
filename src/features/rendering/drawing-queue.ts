import { Refusal } from '#core/errors.ts';
import { PlaceCount } from '#platform/place-count.ts';
import { TaskLimit } from '#platform/task-limit.ts';
import { RenderPool, type RenderResults, type RenderTask } from './render-pool.ts';

const waitMsMax = 10_000;
const retryAfterSeconds = 3;
/** Concurrency limit per account and overall. Further requests wait or are told to retry. */
const askedOfAccountMax = 3;
const askedMax = 60;
/** One scan test can take a second, so quick tasks have their own thread. Programs ask for print files, so these have one too. */
const lanes = {
  verdict: 'slow',
  advice: 'slow',
  logo: 'quick',
  page_logo: 'quick',
  caption: 'quick',
  print: 'print',
  labels: 'print',
} as const;

type QueuedKind = keyof typeof lanes;

/** Tasks that users of the dashboard wait for: tests of designs, logos, captions, files for print. All of them run in threads. */
export class DrawingQueue {
  readonly #places = new PlaceCount(askedOfAccountMax, askedMax);
  /** A file for print can take seconds: with one per account, others get their turn. */
  readonly #printPlaces = new PlaceCount(1, askedMax);
  readonly #limits = {
    slow: new TaskLimit(1, waitMsMax),
    quick: new TaskLimit(1, waitMsMax),
    print: new TaskLimit(1, waitMsMax),
  };
  /** Started with the first request: most processes never need it. */
  readonly #pools: { slow?: RenderPool; quick?: RenderPool; print?: RenderPool } = {};

  async run<Kind extends QueuedKind>(
    accountId: string,
    task: RenderTask<Kind>,
  ): Promise<RenderResults[Kind]> {
    const lane = lanes[(task as RenderTask<QueuedKind>).kind];
    const places = lane === 'print' ? this.#printPlaces : this.#places;
    if (!places.take(accountId)) throw busy();
    try {
      const pool = (this.#pools[lane] ??= new RenderPool(1));
      return await this.#limits[lane].run(() => pool.run(task), busy);
    } finally {
      places.giveBack(accountId);
    }
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((pool) => pool.close()));
  }
}

function busy(): Refusal {
  return new Refusal(
    'service_unavailable',
    'Many designs are being rendered right now. Try again in a moment.',
    {
      retryAfterSeconds,
    },
  );
}

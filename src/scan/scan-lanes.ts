const batchMax = 1_000;

interface Lane<Item> {
  waiting: Item[];
  isBusy: boolean;
}

/**
 * Queues that become batches. All waiting scans become the next batch as soon as the previous one has ended; there is no timer. A code
 * always uses the same lane, and a lane has one batch in flight.
 */
export class ScanLanes<Item> {
  readonly #lanes: Lane<Item>[];
  readonly #runBatch: (items: Item[]) => Promise<void>;

  /** `runBatch` must not throw. */
  constructor(count: number, runBatch: (items: Item[]) => Promise<void>) {
    this.#lanes = Array.from({ length: count }, () => ({ waiting: [], isBusy: false }));
    this.#runBatch = runBatch;
  }

  enqueue(qrId: string, item: Item): void {
    const lane = this.#lanes[laneOf(qrId, this.#lanes.length)];
    if (lane === undefined) throw new Error('there is no lane');
    lane.waiting.push(item);
    if (lane.isBusy) return;
    lane.isBusy = true;
    // Everything that arrived in this turn of the event loop is included.
    setImmediate(() => void this.#run(lane));
  }

  async #run(lane: Lane<Item>): Promise<void> {
    while (lane.waiting.length > 0) {
      await this.#runBatch(lane.waiting.splice(0, batchMax));
      // Requests that are already in the sockets are included: larger batches without a timer.
      await nextTurn();
    }
    lane.isBusy = false;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** From the random end of a UUID; its start is a time. */
function laneOf(qrId: string, lanes: number): number {
  return Number.parseInt(qrId.slice(-6), 16) % lanes;
}

import type { Answer } from './answer.ts';
import type { components } from './openapi.ts';
import { type RequestOptions, sleep, type Transport } from './transport.ts';

export type WaypostEvent = components['schemas']['Event'];

export interface EventFilter {
  /** Only these types. */
  types?: readonly string[];
  qrId?: string;
  projectId?: string;
}

export interface EventsOptions extends RequestOptions, EventFilter {
  /** The last event that you know; without it, from the oldest that is kept. */
  after?: string;
  pageSize?: number;
  /** Called with the place to continue from, also when no event matched. Store it to go on after a restart. */
  onPlace?: (after: string) => void | Promise<void>;
}

export type FollowOptions = EventsOptions;

const path = '/v2/events';
const longestWaitSeconds = 10;
const pauseMs = 1_000;

/** What happened to codes, projects and exports, in an order that never changes. */
export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get(eventId: string, options: RequestOptions = {}): Promise<Answer<'getEvent', 200>> {
    return this.#transport.send({
      ...options,
      path: `${path}/${encodeURIComponent(eventId)}`,
    });
  }

  /** All events until now, oldest first. */
  async *list({ onPlace, ...options }: EventsOptions = {}): AsyncGenerator<WaypostEvent, void, undefined> {
    for (let after = options.after; ; ) {
      const page = await this.#read({ ...options, ...(after !== undefined && { after }) });
      yield* page.items;
      after = page.next_after ?? undefined;
      if (after !== undefined) await onPlace?.(after);
      if (!page.has_more) return;
    }
  }

  /** All events, and then each new one as it happens. It ends with `signal`, or when you leave the loop. */
  async *follow({ onPlace, ...options }: FollowOptions = {}): AsyncGenerator<WaypostEvent, void, undefined> {
    for (let after = options.after; ; ) {
      const startedMs = Date.now();
      const page = await this.#read(
        { ...options, ...(after !== undefined && { after }) },
        longestWaitSeconds,
      );
      yield* page.items;
      if (page.next_after !== null && page.next_after !== after) {
        after = page.next_after;
        await onPlace?.(after);
      }
      // If too many requests of the key wait already, the service responds at once.
      if (page.items.length === 0 && Date.now() - startedMs < pauseMs) await sleep(pauseMs, options.signal);
    }
  }

  #read(
    { after, types, qrId, projectId, pageSize, ...options }: Omit<EventsOptions, 'onPlace'>,
    waitSeconds?: number,
  ): Promise<Answer<'listEvents', 200>> {
    return this.#transport.send({
      ...options,
      path,
      query: { after, type: types?.join(','), qr_id: qrId, project_id: projectId, page_size: pageSize },
      waitSeconds,
    });
  }
}

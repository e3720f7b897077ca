import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#platform/log.ts';
import type { Db } from '../database.ts';
import { announceExpired, eventsAtOnce, noteOldExpiries, orderEvents } from './event-queries.ts';

const pauseMs = 250;
/** Without a gap before the run of the next minute, which waits in the queue. */
const runMsMax = 60_000;
const awayMs = 2_000;
const announceMs = 5_000;
const announcedAtOnce = 500;
const notedAtOnce = 5_000;
/** Then events have their turn. */
const roundsMax = 20;

/** Make the next deliveries, and return how many events or codes they were about. */
export interface Deliver {
  ofEvents: () => Promise<number | null>;
  ofScans: () => Promise<number>;
}

/** Gives new events their places, and announces codes that have expired. Runs for a minute, and never fails. */
export async function keepEvents(db: Db, deliver: Deliver, log: Log, signal: AbortSignal): Promise<void> {
  const endMs = performance.now() + runMsMax;
  const isOver = () => signal.aborted || performance.now() >= endMs;
  let announcedMs = Number.NEGATIVE_INFINITY;
  let hasOldExpiries = true;
  while (!isOver()) {
    let waitMs = pauseMs;
    try {
      if (performance.now() - announcedMs >= announceMs) {
        while (!isOver() && (await announceExpired(db, announcedAtOnce)) === announcedAtOnce);
        announcedMs = performance.now();
      }
      if (hasOldExpiries) hasOldExpiries = await noteOldExpiries(db, notedAtOnce);
      let ordered: number | null = 0;
      do {
        ordered = await orderEvents(db, eventsAtOnce);
        while (!isOver() && (await deliver.ofEvents()) === eventsAtOnce);
      } while (!isOver() && ordered === eventsAtOnce);
      for (let rounds = 0; rounds < roundsMax && (await deliver.ofScans()) > 0 && !isOver(); rounds++);
    } catch (error) {
      log.warn({ err: error }, 'events could not be ordered; retrying soon');
      waitMs = awayMs;
    }
    await sleep(waitMs, undefined, { signal }).catch(() => {});
  }
}

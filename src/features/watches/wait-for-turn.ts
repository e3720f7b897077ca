import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../database.ts';
import { reserveRequest } from './host-queries.ts';

/** A second between two requests to one host, also from different processes, and some time for delays on the way. */
const pauseMs = 1_250;
/** A host that so many wait for is asked in a later turn. */
const waitMsMax = 30_000;

/** Its host is asked by others at the moment, or we have to stop. */
export class CheckLater extends Error {}

/** Ends when a request to this host may be sent. */
export async function waitForTurn(db: Db, host: string, signal: AbortSignal): Promise<void> {
  const wait = await reserveRequest(db, host, { pauseMs, waitMsMax });
  if (wait === null) throw new CheckLater();
  await sleep(wait, undefined, { signal }).catch(() => {
    throw new CheckLater();
  });
}

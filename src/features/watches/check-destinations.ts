import { OwnNetwork } from '#core/watch/own-network.ts';
import { checkEveryMs } from '#core/watch/url-health.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Db } from '../database.ts';
import type { MailOffice } from '../mails/enqueue-mail.ts';
import { destinationId } from '../url-safety/check/subject.ts';
import { claimHosts, deleteUnusedHosts, releaseHost, upsertHosts } from './host-queries.ts';
import { settleUrl, tellOfKnown } from './settle-url.ts';
import { registeredDomain, type UrlChecker } from './url-checker.ts';
import { claimDueWatches, deleteUnusedUrls, linkUrls, listDueUrls, updateUrlLater } from './url-queries.ts';
import { CheckLater } from './wait-for-turn.ts';

export interface WatchTools {
  checker: UrlChecker;
  office: MailOffice;
  dashboardUrl: string;
  clock: Pick<Clock, 'nowMs'>;
  log: Log;
}

const watchesAtOnce = 200;
const hostsAtOnce = 64;
const urlsAtOnce = 100;
const runMsMax = 50_000;
/** A process that died loses its hosts. */
const claimMs = 600_000;
/** A check may come that much too early, so that it doesn't come later every day. */
const toleranceMs = 300_000;
const unusedAtOnce = 10_000;
/** What a host allows is known for so long after its last request. */
const unusedMs = 8 * 86_400_000;
/** When a host has too many other requests, or something fails here. */
const laterMs = 3_600_000;

/** Checks the destinations that are due, for most of a minute. Returns how many were checked. */
export async function checkDestinations(db: Db, tools: WatchTools, signal: AbortSignal): Promise<number> {
  const endMs = performance.now() + runMsMax;
  const isOver = () => signal.aborted || performance.now() > endMs;
  while (!isOver() && (await linkDueWatches(db, tools)) > 0);
  let checked = 0;
  const claim = (limit: number) => {
    const nowMs = tools.clock.nowMs();
    return claimHosts(db, new Date(nowMs), new Date(nowMs + claimMs), limit);
  };
  const turn = { network: new OwnNetwork(), signal, isOver };
  const lane = async (first: string) => {
    for (let host: string | undefined = first; host !== undefined; ) {
      try {
        checked += await checkHost(db, tools, host, turn);
      } finally {
        await releaseHost(db, host);
      }
      [host] = isOver() ? [] : await claim(1);
    }
  };
  // One lane that fails leaves the others alone.
  const lanes = await Promise.allSettled((await claim(hostsAtOnce)).map(lane));
  await deleteUnusedUrls(db, unusedAtOnce);
  await deleteUnusedHosts(db, new Date(tools.clock.nowMs() - unusedMs), unusedAtOnce);
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
  if (turn.network.fails)
    tools.log.warn(
      'hardly any host responds: the network of this worker fails, so destinations are checked later',
    );
  return checked;
}

/** Writes down which addresses the next watches mean, and lets them be checked. */
async function linkDueWatches(db: Db, tools: WatchTools): Promise<number> {
  const nowMs = tools.clock.nowMs();
  const now = new Date(nowMs);
  return db.transaction().execute(async (tx) => {
    const due = await claimDueWatches(tx, now, watchesAtOnce);
    if (due.length === 0) return 0;
    const links = due.map(({ qr_id: qrId, urls }) => ({
      qrId,
      urls: urls.map((url) => ({ urlId: destinationId(url), url, host: new URL(url).hostname })),
    }));
    const hosts = new Map<string, { host: string; domain: string | null; isDue: boolean }>();
    for (const host of due.flatMap((watch) => watch.hosts))
      hosts.set(host, { host, domain: registeredDomain(host), isDue: false });
    for (const { host } of links.flatMap(({ urls }) => urls))
      hosts.set(host, { host, domain: registeredDomain(host), isDue: true });
    const everyMs = checkEveryMs - toleranceMs;
    await linkUrls(tx, links, { now, everyMs, nextAt: new Date(nowMs + checkEveryMs) });
    await upsertHosts(tx, [...hosts.values()], now);
    await tellOfKnown(
      tx,
      tools,
      due.map(({ qr_id: qrId }) => qrId),
    );
    return due.length;
  });
}

interface Turn {
  network: OwnNetwork;
  signal: AbortSignal;
  isOver: () => boolean;
}

async function checkHost(db: Db, tools: WatchTools, host: string, turn: Turn): Promise<number> {
  const { network, signal, isOver } = turn;
  const nowMs = tools.clock.nowMs();
  let checked = 0;
  for (const { url_id: urlId, url } of await listDueUrls(db, host, new Date(nowMs), urlsAtOnce)) {
    if (isOver()) break;
    try {
      const finding = await tools.checker.check(url, signal);
      network.note(host, finding);
      if (network.fails) throw new CheckLater();
      await db.transaction().execute((tx) => settleUrl(tx, tools, urlId, finding));
      checked += 1;
    } catch (error) {
      // Nobody else should wait for this one.
      if (!(error instanceof CheckLater))
        tools.log.error({ err: error, url_id: urlId }, 'a destination could not be checked');
      if (!signal.aborted) await updateUrlLater(db, urlId, new Date(nowMs + laterMs));
    }
  }
  return checked;
}

import { readFile } from 'node:fs/promises';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type CanonicalUrl, canonicalUrl } from '#core/safety/canonical-url.ts';
import { HashList, hashRun } from '#core/safety/hash-list.ts';
import { isSharedSite } from '#core/safety/shared-sites.ts';
import { urlExpressions } from '#core/safety/url-expressions.ts';
import type { Clock } from '#platform/clock.ts';
import { fetchBounded } from '#platform/fetch-bounded.ts';
import { feedHashLength } from '../check/list-provider.ts';
import { exactHostExpression, hashExpression } from '../check/subject.ts';
import type { ListSource, ListUpdate } from './list-source.ts';
import type { ThreatFeed } from './threat-feeds.ts';
import { UpdateRefused } from './update-refused.ts';

const fetchMs = 60_000;
const lineLengthMax = 4_096;
const linesAtOnce = 2_000;
const bytesMax = 256_000_000;
/** A larger share means that it is not the expected file. */
const unreadableShareMax = 0.01;
/** A list that loses more than half of its entries at once is broken, unless it is small. */
const shrinkCheckedAbove = 1_000;

/** A feed of whole URLs, downloaded as a whole. */
export class FeedSource implements ListSource {
  readonly listId: string;
  readonly #feed: ThreatFeed;
  readonly #source: string;
  readonly #clock: Clock;

  /** The source is an http address, or `file:` and a path. */
  constructor(feed: ThreatFeed, source: string, clock: Clock) {
    this.listId = feed.listId;
    this.#feed = feed;
    this.#source = source;
    this.#clock = clock;
  }

  async update(old: HashList, token: string | null): Promise<ListUpdate> {
    const nextUpdateAt = new Date(this.#clock.nowMs() + this.#feed.periodMs);
    const fetched = await this.#fetch(token);
    if (fetched === null) return { next: null, token, nextUpdateAt };
    const next = await readFeed(this.#feed.readUrls(fetched.text));
    if (old.size > shrinkCheckedAbove && next.size < old.size / 2)
      throw new UpdateRefused(`only ${next.size} of ${old.size} entries are left`);
    return { next, token: fetched.token, nextUpdateAt };
  }

  /** Null if it hasn't changed since the token. */
  async #fetch(token: string | null): Promise<{ text: string; token: string | null } | null> {
    const source = this.#source;
    if (source.startsWith('file:'))
      return { text: await readFile(source.slice('file:'.length), 'utf8'), token: null };
    const { status, headers, body } = await fetchBounded(source, {
      headers: {
        'user-agent': 'waypost/1 (threat list updates)',
        ...(token !== null && { 'if-none-match': token }),
      },
      timeoutMs: fetchMs,
      bytesMax,
    });
    if (status === 304) return null;
    if (status !== 200) throw new Error(`${this.listId} responded with ${status}`);
    return { text: body.toString('utf8'), token: headers.get('etag') };
  }
}

/**
 * Unreadable lines are counted, not silently skipped. A site that is listed by its first page means that host, without hosts below it. Pauses
 * for other work, because a feed has hundreds of thousands of lines.
 */
export async function readFeed(urls: AsyncIterable<string | null>): Promise<HashList> {
  let hashes = Buffer.alloc(linesAtOnce * feedHashLength);
  let [lines, unreadable, entries] = [0, 0, 0];
  for await (const url of urls) {
    if (++lines % linesAtOnce === 0) await yieldToOthers();
    const canonical = url === null || url.length > lineLengthMax ? null : canonicalUrl(url);
    if (canonical === null) unreadable += 1;
    const expression = canonical === null ? null : feedExpression(canonical);
    if (expression === null) continue;
    if (entries * feedHashLength === hashes.length) hashes = Buffer.concat([hashes], hashes.length * 2);
    hashes.set(hashExpression(expression).subarray(0, feedHashLength), entries * feedHashLength);
    entries += 1;
  }
  if (entries === 0) throw new UpdateRefused('the feed has no entries');
  if (unreadable / lines > unreadableShareMax)
    throw new UpdateRefused(`${unreadable} of ${lines} lines of the feed can't be read`);
  return new HashList([hashRun(feedHashLength, hashes.subarray(0, entries * feedHashLength))]);
}

function feedExpression(url: CanonicalUrl): string | null {
  if (url.path !== '/' || url.query !== null) return urlExpressions(url)[0] ?? null;
  return isSharedSite(url.host) ? null : exactHostExpression(url.host);
}

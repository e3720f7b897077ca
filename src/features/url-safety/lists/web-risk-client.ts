import type { ThreatType } from '#platform/config.ts';
import { fetchBounded } from '#platform/fetch-bounded.ts';

export interface WebRiskAccess {
  url: string;
  key: string;
}

export interface FoundThreat {
  hash: Uint8Array;
  threats: string[];
  until: Date;
}

export interface HashSearch {
  threats: FoundThreat[];
  negativeUntil: Date | null;
}

const searchMs = 3_000;
const searchBytesMax = 1_000_000;
const diffMs = 60_000;
const diffBytesMax = 256_000_000;
/** A response without times is valid only for its use. */
const untilMin = new Date(0);

/** Web Risk v1 over REST. Throws on unexpected responses. */
export class WebRiskClient {
  readonly #access: WebRiskAccess;

  constructor(access: WebRiskAccess) {
    this.#access = access;
  }

  /** The raw response; `readDiff` parses it. */
  async computeDiff(threat: ThreatType, token: string | null): Promise<unknown> {
    const query = new URLSearchParams({ threatType: threat, 'constraints.supportedCompressions': 'RAW' });
    if (token !== null) query.set('versionToken', token);
    return this.#get('/v1/threatLists:computeDiff', query, diffMs, diffBytesMax);
  }

  async searchHashes(prefix: Uint8Array, threats: readonly ThreatType[]): Promise<HashSearch> {
    const query = new URLSearchParams({ hashPrefix: Buffer.from(prefix).toString('base64url') });
    for (const threat of threats) query.append('threatTypes', threat);
    const answer = (await this.#get('/v1/hashes:search', query, searchMs, searchBytesMax)) as {
      threats?: { hash?: unknown; threatTypes?: unknown; expireTime?: unknown }[];
      negativeExpireTime?: unknown;
    };
    const found = answer.threats ?? [];
    if (!Array.isArray(found)) throw new Error('Web Risk: threats is not a list');
    return {
      threats: found.map(({ hash, threatTypes, expireTime }) => ({
        hash: readBase64(hash),
        threats: Array.isArray(threatTypes) ? threatTypes.map(String) : [],
        until: readTime(expireTime) ?? untilMin,
      })),
      negativeUntil: readTime(answer.negativeExpireTime),
    };
  }

  async #get(path: string, query: URLSearchParams, timeoutMs: number, bytesMax: number): Promise<object> {
    const { status, body } = await fetchBounded(`${this.#access.url}${path}?${query}`, {
      headers: { 'x-goog-api-key': this.#access.key },
      timeoutMs,
      bytesMax,
    });
    if (status !== 200) throw new Error(`Web Risk responded with ${status}${hintFor(status)}`);
    const answer: unknown = JSON.parse(body.toString('utf8'));
    if (typeof answer !== 'object' || answer === null)
      throw new Error('Web Risk: the response is not an object');
    return answer;
  }
}

function hintFor(status: number): string {
  if (status === 400) return ' (is WEB_RISK_KEY right?)';
  if (status === 403) return ' (is the Web Risk API enabled, and billing?)';
  return '';
}

/** Google's examples use both base64 alphabets; Node reads both. */
export function readBase64(value: unknown): Uint8Array {
  if (typeof value !== 'string' || !/^[\w+/-]*={0,2}$/.test(value)) throw new Error('Web Risk: not base64');
  return Buffer.from(value, 'base64');
}

export function readTime(value: unknown): Date | null {
  const time = typeof value === 'string' ? new Date(value) : null;
  return time === null || Number.isNaN(time.getTime()) ? null : time;
}

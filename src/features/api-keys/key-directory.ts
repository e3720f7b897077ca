import { Counter } from 'prom-client';
import type { KeyActor } from '#core/actor.ts';
import { isWellFormedApiKey, tokenPrefix } from '#core/api-key.ts';
import { entitlementsOf } from '#core/entitlements.ts';
import type { PlanCatalogue } from '#core/plan.ts';
import { isScope } from '#core/scopes.ts';
import { BoundedMap } from '#platform/bounded-map.ts';
import type { Clock } from '#platform/clock.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Db } from '../database.ts';
import {
  findHolderById,
  findKeyHolder,
  findTokenHolder,
  type KeyHolderRow,
  updateLastUsed,
} from './api-key-queries.ts';
import { hashApiKey } from './create-api-key.ts';

export type KeyLookup =
  /** Null unless the operator has suspended the account (D74). */
  | { kind: 'actor'; actor: KeyActor; suspendedReason: string | null; endsMs: number | null }
  | { kind: 'unknown' }
  | { kind: 'misconfigured'; accountId: string; problems: string[] };

interface Entry {
  lookup: KeyLookup;
  expiresMs: number;
}

/**
 * Keys and their accounts. Notifications remove entries at once. If notifications are lost, no entry is older than this, so that a revocation
 * takes effect within a second on every process.
 */
const entryLifeMs = 800;
const entriesMax = 50_000;
/** Separate from the others, so that a flood of guesses evicts nothing. */
const unknownMax = 5_000;
const useNotedMs = 5 * 60_000;

export class KeyDirectory {
  readonly #db: Db;
  readonly #plans: PlanCatalogue;
  readonly #clock: Clock;
  readonly #entries = new BoundedMap<string, Entry>(entriesMax);
  readonly #unknown = new BoundedMap<string, Entry>(unknownMax);
  readonly #keysOfAccount = new BoundedMap<string, Set<string>>(entriesMax);
  readonly #usesNoted = new BoundedMap<string, number>(entriesMax);
  readonly #lookups: Counter<'source'>;
  /** Rises with every notification: a lookup that began before one must not be cached. */
  #generation = 0;

  constructor(db: Db, plans: PlanCatalogue, clock: Clock, metrics: Metrics) {
    this.#db = db;
    this.#plans = plans;
    this.#clock = clock;
    this.#lookups = new Counter({
      name: 'waypost_key_lookups_total',
      help: 'API keys looked up, by where the answer came from',
      labelNames: ['source'],
      registers: [metrics],
    });
  }

  async find(apiKey: string): Promise<KeyLookup> {
    if (!isWellFormedApiKey(apiKey)) return { kind: 'unknown' };
    const hash = hashApiKey(apiKey);
    const hashText = hash.toString('base64');
    const entry = this.#entries.get(hashText) ?? this.#unknown.get(hashText);
    if (entry !== undefined && entry.expiresMs > this.#clock.nowMs() && !this.#hasEnded(entry)) {
      this.#lookups.inc({ source: 'memory' });
      return entry.lookup;
    }
    this.#lookups.inc({ source: 'database' });
    const generation = this.#generation;
    const expiresMs = this.#clock.nowMs() + entryLifeMs;
    const lookup = await this.#read(hash, apiKey.startsWith(tokenPrefix));
    if (generation === this.#generation) this.#keep(hashText, { lookup, expiresMs });
    if (lookup.kind === 'actor') this.#noteUse(lookup.actor.keyId);
    return lookup;
  }

  /** The holder of a key or OAuth client by its ID. */
  async findById(keyId: string): Promise<KeyLookup> {
    return this.#lookupOf(await findHolderById(this.#db, keyId));
  }

  /** Whether the key was live when it was last looked up, however long ago. */
  isKnown(apiKey: string): boolean {
    return (
      isWellFormedApiKey(apiKey) && this.#entries.get(hashApiKey(apiKey).toString('base64')) !== undefined
    );
  }

  forgetAccount(accountId: string): void {
    this.#generation += 1;
    for (const hashText of this.#keysOfAccount.get(accountId) ?? []) this.#entries.delete(hashText);
    this.#keysOfAccount.delete(accountId);
  }

  forgetAll(): void {
    this.#generation += 1;
    this.#entries.clear();
    this.#unknown.clear();
    this.#keysOfAccount.clear();
  }

  #hasEnded({ lookup }: Entry): boolean {
    return lookup.kind === 'actor' && lookup.endsMs !== null && lookup.endsMs <= this.#clock.nowMs();
  }

  /** Owners see when a key was last used. Nothing waits for it, and an absent database loses only this. */
  #noteUse(keyId: string): void {
    const nowMs = this.#clock.nowMs();
    if ((this.#usesNoted.get(keyId) ?? -Infinity) > nowMs - useNotedMs) return;
    this.#usesNoted.set(keyId, nowMs);
    updateLastUsed(this.#db, keyId).catch(() => this.#usesNoted.delete(keyId));
  }

  #keep(hashText: string, entry: Entry): void {
    if (entry.lookup.kind === 'unknown') {
      this.#entries.delete(hashText);
      return this.#unknown.set(hashText, entry);
    }
    this.#entries.set(hashText, entry);
    const accountId = entry.lookup.kind === 'actor' ? entry.lookup.actor.accountId : entry.lookup.accountId;
    const hashes = this.#keysOfAccount.get(accountId) ?? new Set();
    this.#keysOfAccount.set(accountId, hashes.add(hashText));
  }

  async #read(hash: Buffer, isToken: boolean): Promise<KeyLookup> {
    return this.#lookupOf(
      isToken ? await findTokenHolder(this.#db, hash) : await findKeyHolder(this.#db, hash),
    );
  }

  #lookupOf(row: KeyHolderRow | undefined): KeyLookup {
    if (row === undefined) return { kind: 'unknown' };
    const accountId = row.account_id;
    const entitlements = entitlementsOf(this.#plans, row);
    if (!entitlements.ok) return { kind: 'misconfigured', accountId, problems: entitlements.problems };
    if (row.kind === 'oauth_client' && !entitlements.value.plan.oauth) return { kind: 'unknown' };
    const actor: KeyActor = {
      kind: row.kind === 'key' ? 'api_key' : 'oauth_client',
      accountId,
      keyId: row.key_id,
      scopes: row.scopes?.filter(isScope) ?? null,
      projects: row.projects && new Set(row.projects),
      entitlements: entitlements.value,
    };
    return {
      kind: 'actor',
      actor,
      suspendedReason: row.suspended_reason,
      endsMs: row.ends_at?.getTime() ?? null,
    };
  }
}

import { type RawBuilder, sql } from 'kysely';
import type { ListState } from '#core/list-order.ts';
import type { QrType } from '#core/qr-type.ts';
import { findSlug } from '#core/slug.ts';
import type { QrStatus } from '../database.ts';

export interface QrCodeFilter {
  accountId: string;
  /** Null: all projects of the account. */
  projectIds: string[] | null;
  statuses: QrStatus[];
  type: QrType | null;
  folderId?: string;
  /** Codes that have all of these. */
  tags?: string[];
  words?: { text: string; isOnlyName: boolean };
  state?: ListState;
}

/** What a code must be besides its owner and status. Codes are `code`, their facts `facts`. */
export function conditionsOf(filter: QrCodeFilter): RawBuilder<unknown>[] {
  const { type, folderId } = filter;
  return [
    ...(type === null ? [] : [sql`code.type = ${type}`]),
    ...(folderId === undefined ? [] : [sql`code.folder_id = ${folderId}`]),
    ...furtherConditions(filter),
  ];
}

/** Those that no order has an index for. */
export function furtherConditions({ tags = [], words, state }: QrCodeFilter): RawBuilder<unknown>[] {
  return [
    ...(tags.length === 0 ? [] : [hasTags(tags)]),
    ...(words === undefined ? [] : [hasWords(words)]),
    ...(state === undefined ? [] : [stateConditions[state]]),
  ];
}

/** Whether `facts` are needed. */
export function needsFacts({ state }: QrCodeFilter): boolean {
  return state !== undefined;
}

/** The codes of an account that meet one condition, by an index of its own. */
export interface IndexedCondition {
  codes: RawBuilder<unknown>;
  /** Such an index reads all matches before it returns the first one. */
  isInverted: boolean;
}

/** Cheap ones come first. */
export function indexedConditions(filter: QrCodeFilter): IndexedCondition[] {
  const { accountId, statuses, type, folderId, tags = [], words, state } = filter;
  const ofCodes = (condition: RawBuilder<unknown>, isInverted: boolean): IndexedCondition => ({
    codes: sql`select qr_id from qr_codes code where account_id = ${accountId} and ${condition}`,
    isInverted,
  });
  const isFact = (condition: RawBuilder<unknown>): IndexedCondition => ({
    codes: sql`select qr_id from list_facts facts
      where account_id = ${accountId} and facts.status = any(${statuses}) and ${condition}`,
    isInverted: false,
  });
  const isStatus = sql`code.status = any(${statuses})`;
  return [
    ...(state === undefined ? [] : [isFact(stateConditions[state])]),
    ...(folderId === undefined ? [] : [ofCodes(sql`code.folder_id = ${folderId}`, false)]),
    ...(type === null ? [] : [ofCodes(sql`code.type = ${type} and ${isStatus}`, false)]),
    ...(tags.length === 0 ? [] : [ofCodes(hasTags(tags), true)]),
    ...(words === undefined
      ? []
      : wordSources(words).map((source) => ofCodes(source, slugOf(words) === null))),
  ];
}

const stateConditions: Record<ListState, RawBuilder<unknown>> = {
  expired: sql`facts.expires_at <= now()`,
  limit_reached: sql`facts.has_reached_limit`,
  never_scanned: sql`facts.scans = 0`,
};

function hasTags(tags: string[]): RawBuilder<unknown> {
  return sql`code.tags <> '{}' and fold_tags(code.tags) @> fold_tags(${tags}::text[])`;
}

type Words = NonNullable<QrCodeFilter['words']>;

function hasWords(words: Words): RawBuilder<unknown> {
  const slug = slugOf(words);
  if (slug !== null) return sql`code.reserved_slug = ${slug}`;
  return words.isOnlyName ? inName(words) : sql`(${inName(words)} or ${inTargets(words)})`;
}

/** One condition, or none if no index helps: it knows sequences of three letters or digits. */
function wordSources(words: Words): RawBuilder<unknown>[] {
  if (slugOf(words) !== null) return [hasWords(words)];
  return hasTrigram(words.text) ? [hasWords(words)] : [];
}

function hasTrigram(text: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(text);
}

function slugOf({ text, isOnlyName }: Words): string | null {
  return isOnlyName ? null : findSlug(text);
}

function inName({ text }: Words): RawBuilder<unknown> {
  return sql`code.label ilike ${likePattern(text)}`;
}

function inTargets({ text }: Words): RawBuilder<unknown> {
  return sql`search_text(code.redirect_url, code.redirect_rules, code.tags) ilike ${likePattern(text)}`;
}

/** `%` and `_` are literal (D32). */
function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

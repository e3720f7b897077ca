import { accept, type Parsed, parseEach, refuseField } from './parsed.ts';
import { parseTextField } from './text-field.ts';

export const tagsMax = 20;
export const tagLengthMax = 50;

/** The tags of a code (D81): trimmed, and unique without regard to letter case. The first spelling counts. */
export function parseTags(field: string, raw: unknown): Parsed<string[]> {
  if (!Array.isArray(raw)) return refuseField(field, 'must be an array of strings.');
  const parsed = parseEach(raw.map((tag, index) => parseTag(`${field}[${index}]`, tag)));
  if (!parsed.ok) return parsed;
  const tags = uniteTags([], parsed.value);
  return tags.length <= tagsMax
    ? accept(tags)
    : refuseField(field, `must have at most ${tagsMax} tags; it has ${tags.length}.`);
}

/** Tags with others added, in their order. */
export function uniteTags(tags: readonly string[], added: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of [...tags, ...added]) if (!byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag);
  return [...byKey.values()];
}

export function withoutTags(tags: readonly string[], removed: readonly string[]): string[] {
  const keys = new Set(removed.map(tagKey));
  return tags.filter((tag) => !keys.has(tagKey(tag)));
}

/** Equal for tags that differ in letter case only. In SQL: `fold_tags`. */
function tagKey(tag: string): string {
  return tag.toLowerCase();
}

function parseTag(field: string, raw: unknown): Parsed<string> {
  if (typeof raw !== 'string') return refuseField(field, 'must be a string.');
  return parseTextField(field, raw, { min: 1, max: tagLengthMax });
}

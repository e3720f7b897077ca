import { type Parsed, refuseField } from './parsed.ts';

interface TextBounds {
  min: number;
  max: number;
}

/** Trims a text and checks its length in Unicode code points (D12). */
export function parseTextField(field: string, raw: string, bounds: TextBounds): Parsed<string> {
  const value = raw.trim();
  // PostgreSQL can't store NUL, and half a surrogate pair would change.
  if (value.includes('\0') || !value.isWellFormed()) {
    return refuseField(field, 'must not contain NUL characters or unpaired surrogates.');
  }
  const length = Array.from(value).length;
  if (length < bounds.min || length > bounds.max) {
    const size = bounds.min === 0 ? `at most ${bounds.max}` : `${bounds.min} to ${bounds.max}`;
    return refuseField(field, `must have ${size} characters; it has ${length}.`);
  }
  return { ok: true, value };
}

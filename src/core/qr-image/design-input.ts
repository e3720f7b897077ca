import { isRecord } from '../is-record.ts';
import { inField, type Parsed, refuse, refuseField } from '../parsed.ts';
import { judgeStyle } from './judge-style.ts';
import { parseRenderStyle, styleKeys } from './render-style.ts';

/** A design as it is stored: known keys only, checked; null for the default. */
export type Design = Record<string, unknown> | null;

/** A design that phones can read, as far as that can be said without drawing it. */
export function parseDesign(source: unknown): Parsed<Design> {
  const design = parseDesignKeys(source);
  if (!design.ok) return design;
  const style = parseRenderStyle(design.value ?? {});
  const judged = style.ok ? judgeStyle(style.value) : style;
  return judged.ok ? design : inField('design', judged);
}

/** The keys of a design and their values. */
export function parseDesignKeys(source: unknown): Parsed<Design> {
  if (source === null) return { ok: true, value: null };
  if (!isRecord(source)) return refuseField('design', 'must be an object or null.');
  const stray = Object.keys(source).find((key) => !styleKeys.includes(key));
  if (stray !== undefined) return refuse(`A design has no field design.${stray}.`, `design.${stray}`);
  const design = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== null && value !== undefined),
  );
  const style = parseRenderStyle(design);
  if (!style.ok) return inField('design', style);
  return { ok: true, value: Object.keys(design).length === 0 ? null : design };
}

import type { LocalTime } from '../local-time.ts';
import type { Parsed } from '../parsed.ts';
import type { DeviceClass } from './device-class.ts';

export interface ScanVisitor {
  device: DeviceClass;
  /** Null if unknown. */
  country: string | null;
  /** The tag of the preferred one; null if unknown. */
  language: string | null;
  /** From 0 to 99, the same for all scans of a visitor on a day; missing if unknown. */
  share?: number | null;
}

/** The facts that conditions compare: the visitor, the local time of the owner, and the number of the scan. */
export interface ScanFacts extends ScanVisitor, LocalTime {
  share: number | null;
  /** Null if unknown. */
  number: number | null;
  /** The place of the number among 100, from 0. */
  slot: number | null;
}

/** A field of a condition, named as in the API. */
export interface ConditionField {
  /** Its label in the dashboard. */
  label: string;
  /** The JSON Schema of its value. */
  schema: Readonly<Record<string, unknown>>;
  /** The form control in the dashboard. */
  control: 'choice' | 'country' | 'language' | 'weekdays' | 'time' | 'date' | 'text' | 'number' | 'switch';
  /** The options of a choice, with display names. */
  options?: Readonly<Record<string, string>>;
  /** Whether a request may leave it out. */
  isOptional?: true;
  /** The value of a new rule. */
  initial: unknown;
}

/** A kind of condition and everything about it. `conditions.ts` lists them. */
export interface RuleCondition<Value> {
  /** Its name in the dashboard. */
  label: string;
  /** One sentence for the documentation. */
  summary: string;
  /** Whether a rule can combine it with another condition. */
  isCombinable: boolean;
  fields: Readonly<Record<string, ConditionField>>;
  /** `nameOf` returns the name of a field for messages: `redirect_rules[2].value`. */
  parse(source: Record<string, unknown>, nameOf: (field: string) => string): Parsed<Value>;
  /** Its fields as in the API; this form is also stored. */
  format(value: Value): Record<string, unknown>;
  matches(value: Value, facts: ScanFacts): boolean;
  /** In a few words: `iPhone and iPad`. */
  describe(value: Value): string;
  /** Why it matches or not: `the device is Android`. */
  explain(value: Value, facts: ScanFacts): string;
  /** Example facts that these values can distinguish, so that together they cover all scans. */
  cases(values: readonly Value[]): Partial<ScanFacts>[];
}

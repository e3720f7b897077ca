import type { LocalTime } from '../local-time.ts';
import type { Parsed } from '../parsed.ts';
import type { DeviceClass } from './device-class.ts';

export interface ScanVisitor {
  device: DeviceClass;
  /** Null if nobody knows. */
  country: string | null;
}

/** What conditions look at: who scans, and when on the owner's clock. */
export interface ScanFacts extends ScanVisitor, LocalTime {}

/** A field of a condition, as the interface names it. */
export interface ConditionField {
  /** Its name in the dashboard's form. */
  label: string;
  /** The JSON Schema of its value. */
  schema: Readonly<Record<string, unknown>>;
  /** What the dashboard lets people set it with. */
  control: 'choice' | 'country' | 'weekdays' | 'time' | 'date' | 'text' | 'number' | 'switch';
  /** What a choice is between, with a name for people. */
  options?: Readonly<Record<string, string>>;
  /** What a new rule begins with. */
  initial: unknown;
}

/** A kind of condition, and everything that is known about it. `conditions.ts` lists them. */
export interface RuleCondition<Value> {
  /** Its name in the dashboard. */
  label: string;
  /** One sentence for the documents. */
  summary: string;
  /** Whether a rule can have another condition beside it. */
  isCombinable: boolean;
  fields: Readonly<Record<string, ConditionField>>;
  /** `nameOf` gives the name of a field for messages: `redirect_rules[2].value`. */
  parse(source: Record<string, unknown>, nameOf: (field: string) => string): Parsed<Value>;
  /** Its fields as the interface shows them; what is stored is this form. */
  format(value: Value): Record<string, unknown>;
  matches(value: Value, facts: ScanFacts): boolean;
  /** In a few words: `iPhone and iPad`. */
  describe(value: Value): string;
  /** Why it matches or doesn't: `the device is Android`. */
  explain(value: Value, facts: ScanFacts): string;
  /** Facts between which these values can tell: one of each kind, so that together they stand for all scans. */
  cases(values: readonly Value[]): Partial<ScanFacts>[];
}

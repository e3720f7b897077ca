import { accept, refuseField } from '../parsed.ts';
import type { RuleCondition } from './condition.ts';

interface NumberRange {
  from: number;
  /** Included; null: without an end. */
  until: number | null;
}

const numberMax = 1_000_000_000_000;
const numberSchema = { minimum: 1, maximum: numberMax };

export const scanNumberCondition: RuleCondition<NumberRange> = {
  label: 'Scan number',
  summary:
    'From one scan of the code to another, both included, for example the first 500. Exact, also with several processes. Without `until`, or with null, there is no last one.',
  isCombinable: true,
  fields: {
    from: {
      label: 'First scan',
      schema: { type: 'integer', ...numberSchema, example: 1 },
      control: 'number',
      initial: 1,
    },
    until: {
      label: 'Last scan',
      schema: {
        type: 'integer',
        nullable: true,
        ...numberSchema,
        example: 500,
        description: 'Included. Null: there is no last one.',
      },
      control: 'number',
      isOptional: true,
      initial: null,
    },
  },
  parse(source, nameOf) {
    const { from, until = null } = source;
    if (!isScanNumber(from)) return refuseField(nameOf('from'), 'must be a whole number from 1.');
    if (until !== null && !isScanNumber(until))
      return refuseField(nameOf('until'), 'must be a whole number from 1, or null.');
    if (until !== null && until < from)
      return refuseField(nameOf('until'), 'must not be less than the first number.');
    return accept({ from, until });
  },
  format: ({ from, until }) => ({ from, until }),
  matches: (range, { number }) => number !== null && contains(range, number),
  describe: ({ from, until }) => (until === null ? `scan ${from} and later` : `scans ${from} to ${until}`),
  explain(range, { number }) {
    if (number === null) return 'The number of this scan is not known.';
    const where = contains(range, number) ? 'within' : 'outside';
    const { from, until } = range;
    return `Scan ${number} is ${where} ${until === null ? `${from} and later` : `${from} to ${until}`}.`;
  },
  cases: (ranges) => {
    const edges = ranges.flatMap(({ from, until }) => [from, ...(until === null ? [] : [until + 1])]);
    return [...new Set([1, ...edges])].map((number) => ({ number }));
  },
};

function contains({ from, until }: NumberRange, number: number): boolean {
  return number >= from && (until === null || number <= until);
}

function isScanNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= numberMax;
}

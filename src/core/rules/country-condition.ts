import { countryCodes } from '../country-codes.ts';
import { countryName } from '../country-name.ts';
import { refuseField } from '../parsed.ts';
import type { RuleCondition } from './condition.ts';

export const countryCondition: RuleCondition<string> = {
  label: 'Country',
  summary: 'The country of the visitor, as an ISO 3166-1 alpha-2 code.',
  isCombinable: true,
  fields: {
    value: {
      label: 'Country',
      schema: { type: 'string', description: 'An ISO 3166-1 alpha-2 code.', example: 'DE' },
      control: 'country',
      initial: '',
    },
  },
  parse(source, nameOf) {
    const text = source['value'];
    // Case-insensitive in, upper case out (D21). ASCII only: "ı" must not become a country.
    const country = typeof text === 'string' && /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : '';
    if (!countryCodes.has(country))
      return refuseField(nameOf('value'), 'must be an ISO 3166-1 alpha-2 country code.');
    return { ok: true, value: country };
  },
  format: (value) => ({ value }),
  matches: (value, { country }) => country === value,
  describe: countryName,
  explain: (value, { country }) =>
    country === value ? `the country is ${countryName(value)}.` : `Only for ${countryName(value)}.`,
  cases: (values) => [null, ...new Set(values)].map((country) => ({ country })),
};

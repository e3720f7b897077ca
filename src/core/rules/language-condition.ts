import { languageName, matchesLanguage, parseLanguageTag } from '../language-tag.ts';
import { accept, refuseField } from '../parsed.ts';
import type { RuleCondition } from './condition.ts';

export const languageCondition: RuleCondition<string> = {
  label: 'Language',
  summary:
    'The language that the visitor prefers, as a tag such as `de` or `pt-BR`. `de` also matches `de-AT` (RFC 4647, basic filtering).',
  isCombinable: true,
  fields: {
    value: {
      label: 'Language',
      schema: { type: 'string', description: 'A language tag.', example: 'de' },
      control: 'language',
      initial: '',
    },
  },
  parse(source, nameOf) {
    const text = source['value'];
    const language = typeof text === 'string' ? parseLanguageTag(text.trim()) : null;
    return language === null
      ? refuseField(nameOf('value'), 'must be a language tag such as de or pt-BR.')
      : accept(language);
  },
  format: (value) => ({ value }),
  matches: (value, { language }) => language !== null && matchesLanguage(value, language),
  describe: languageName,
  explain(value, { language }) {
    const isMatch = language !== null && matchesLanguage(value, language);
    return isMatch ? `the language is ${languageName(language)}.` : `Only for ${languageName(value)}.`;
  },
  cases: (values) => [null, ...new Set(values)].map((language) => ({ language })),
};

import { parseConfig } from '#platform/config.ts';
import type { SettingForm } from '#platform/environment-reader.ts';
import { settings } from '#platform/settings.ts';

const opening = `# Configuration
You configure Waypost with environment variables. During development you need none of them. With \`NODE_ENV=production\` some are required: \`waypost\` checks all settings at startup and lists everything that is missing or wrong.
`;

/** docs/configuration.md: all settings with their defaults, from the code that reads them. */
export function configurationPage(): string {
  // Otherwise the settings of S3 are not read.
  const environment = { FILE_STORE: 's3:bucket' };
  const development = readForms(environment);
  const production = readForms({ ...environment, NODE_ENV: 'production' });
  const tables = Object.entries(settings).map(([group, own]) => {
    const rows = Object.entries(own).map(([name, { text, ...setting }]) => {
      const form = development.get(name);
      const inProduction = production.get(name);
      if (form === undefined || inProduction === undefined) throw new Error(`${name} is read by nobody`);
      const fallback = 'fallback' in setting ? String(setting.fallback) : null;
      return `| \`${name}\` | ${describeFallback(form, inProduction, fallback)} | ${text}${describeValues(form, text)} |`;
    });
    return [`## ${group}`, '| Variable | Default | Description |', '|---|---|---|', ...rows, ''].join('\n');
  });
  return [opening, ...tables].join('\n');
}

function readForms(environment: Record<string, string>): Map<string, SettingForm> {
  const forms = new Map<string, SettingForm>();
  parseConfig(environment, (form) => forms.set(form.name, form));
  return forms;
}

function describeFallback(form: SettingForm, inProduction: SettingForm, text: string | null): string {
  const show = ({ fallback }: SettingForm) =>
    fallback === null || fallback === '' ? 'none' : `\`${fallback}\``;
  const value = text ?? show(form);
  if (inProduction.isRequired) return `${value}; required in production`;
  return text !== null || show(form) === show(inProduction)
    ? value
    : `${value}; in production ${show(inProduction)}`;
}

/** The allowed values, unless the text explains each of them. */
function describeValues({ range, choices }: SettingForm, text: string): string {
  if (range !== null) return ` From ${range.min} to ${range.max}.`;
  if (choices === null || choices.includes('on') || choices.every((choice) => text.includes(`\`${choice}\``)))
    return '';
  return ` One of ${choices.map((choice) => `\`${choice}\``).join(', ')}.`;
}

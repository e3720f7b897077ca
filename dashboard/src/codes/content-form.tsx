import { type ContentField, type ContentType, contentFields } from '#core/qr-content/content-field.ts';
import type { Content } from '#core/qr-content/parse-content.ts';
import { Choice, Switch, TextArea, TextField } from '../ui/field.tsx';
import type { FieldProblems } from '../ui/field-problems.ts';
import { InstantField } from '../ui/instant-field.tsx';
import { withScheme } from '../ui/with-scheme.ts';
import { contentLabels } from './field-labels.ts';

const inputTypes: Partial<Record<NonNullable<ContentField['kind']>, string>> = {
  email: 'email',
  phone: 'tel',
  instant: 'datetime-local',
};

interface ContentFormProps {
  type: ContentType;
  content: Content;
  timeZone: string;
  problems?: FieldProblems | undefined;
  onChange: (content: Content) => void;
}

/** The fields of a type, from `core`. */
export function ContentForm({ type, content, timeZone, problems, onChange }: ContentFormProps) {
  const fields: readonly ContentField[] = contentFields[type];
  const set = (name: string, value: string | boolean) => onChange({ ...content, [name]: value });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={content[field.name]}
          timeZone={timeZone}
          error={problems?.of(`content.${field.name}`)}
          onChange={(value) => set(field.name, value)}
        />
      ))}
    </div>
  );
}

interface FieldInputProps {
  field: ContentField;
  value: string | boolean | undefined;
  timeZone: string;
  error: string | undefined;
  onChange: (value: string | boolean) => void;
}

function FieldInput({ field, value, timeZone, error, onChange }: FieldInputProps) {
  const label = contentLabels[field.name] ?? field.name;
  if (field.kind === 'switch')
    return (
      <div className="sm:col-span-2">
        <Switch label={label} checked={value === true} onChange={onChange} />
      </div>
    );
  const text = typeof value === 'string' ? value : '';
  if (field.choices !== undefined)
    return (
      <Choice
        label={label}
        error={error}
        value={text === '' ? (field.choices[0] ?? '') : text}
        onChange={onChange}
        options={field.choices.map((choice) => ({
          value: choice,
          label: choice === 'none' ? 'Open' : choice,
        }))}
      />
    );
  const common = { label, error, required: field.isRequired === true, maxLength: field.max };
  if (field.isLong)
    return (
      <TextArea
        {...common}
        className="sm:col-span-2"
        rows={3}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  if (field.kind === 'instant')
    return (
      <InstantField
        label={label}
        error={error}
        required
        timeZone={timeZone}
        hint={`Time zone: ${timeZone.replaceAll('_', ' ')}.`}
        value={text}
        onChange={onChange}
      />
    );
  const isWide =
    field.kind === 'url' || field.name === 'ssid' || field.name === 'street' || field.name === 'to';
  return (
    <TextField
      {...common}
      className={isWide ? 'sm:col-span-2' : ''}
      type={inputTypes[field.kind ?? 'text'] ?? 'text'}
      inputMode={field.kind === 'number' ? 'decimal' : field.kind === 'url' ? 'url' : undefined}
      placeholder={field.kind === 'url' ? 'https://' : undefined}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The initial values of a form: choices have a value from the start. */
export function emptyContent(type: ContentType): Content {
  const fields: readonly ContentField[] = contentFields[type];
  return Object.fromEntries(
    fields
      .filter(({ choices }) => choices !== undefined)
      .map(({ name, choices }) => [name, choices?.[0] ?? '']),
  );
}

/** As it is sent: users write addresses without `https://`. */
export function completeContent(type: ContentType, content: Content): Content {
  const fields: readonly ContentField[] = contentFields[type];
  const isUrl = (name: string) => fields.some((field) => field.name === name && field.kind === 'url');
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [
      name,
      isUrl(name) && typeof value === 'string' ? withScheme(value) : value,
    ]),
  );
}

import { type ContentField, type ContentType, contentFields } from '#core/qr-content/content-field.ts';
import type { Content } from '#core/qr-content/parse-content.ts';
import { Choice, Switch, TextArea, TextField } from '../ui/field.tsx';
import { InstantField } from '../ui/instant-field.tsx';

const labels: Record<string, string> = {
  text: 'Text',
  first_name: 'First name',
  last_name: 'Last name',
  organization: 'Organization',
  title: 'Title',
  phone: 'Phone',
  work_phone: 'Work phone',
  email: 'Email',
  website: 'Website',
  street: 'Street',
  postal_code: 'Postal code',
  city: 'City',
  country: 'Country',
  note: 'Note',
  ssid: 'Network name',
  security: 'Security',
  password: 'Password',
  is_hidden: 'Hidden network',
  to: 'To',
  subject: 'Subject',
  body: 'Message',
  message: 'Message',
  latitude: 'Latitude',
  longitude: 'Longitude',
  start: 'Starts',
  end: 'Ends',
  location: 'Place',
  description: 'Description',
  ios_url: 'App Store URL',
  android_url: 'Play Store URL',
  fallback_url: 'URL for all other devices',
};

const inputTypes: Partial<Record<NonNullable<ContentField['kind']>, string>> = {
  email: 'email',
  phone: 'tel',
  url: 'url',
  instant: 'datetime-local',
};

interface ContentFormProps {
  type: ContentType;
  content: Content;
  timeZone: string;
  onChange: (content: Content) => void;
}

/** The fields of a type, from `core`. */
export function ContentForm({ type, content, timeZone, onChange }: ContentFormProps) {
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
  onChange: (value: string | boolean) => void;
}

function FieldInput({ field, value, timeZone, onChange }: FieldInputProps) {
  const label = labels[field.name] ?? field.name;
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
        value={text === '' ? (field.choices[0] ?? '') : text}
        onChange={onChange}
        options={field.choices.map((choice) => ({
          value: choice,
          label: choice === 'none' ? 'Open' : choice,
        }))}
      />
    );
  const common = { label, required: field.isRequired === true, maxLength: field.max };
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
      inputMode={field.kind === 'number' ? 'decimal' : undefined}
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

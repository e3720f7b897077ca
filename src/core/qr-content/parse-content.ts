import { parseDestination } from '../destination.ts';
import { isRecord } from '../is-record.ts';
import { type Parsed, parseAll, refuse, refuseField } from '../parsed.ts';
import { parseTextField } from '../text-field.ts';
import { parseTimestamp } from '../timestamp.ts';
import { type ContentField, type ContentType, contentFields } from './content-field.ts';

export type Content = Record<string, string | boolean>;

const phonePattern = /^\+?[0-9][0-9 ()./-]{1,38}$/;
const emailPattern = /^[^\s@<>,;?#&%\\]+@[^\s@<>,;?#&%\\][^.\s@<>,;?#&%\\]*\.[^\s@<>,;?#&%\\]+$/;
const wpaPassword = /^(.{8,63}|[0-9a-fA-F]{64})$/u;
const ssidOctetsMax = 32;

/** Parses the content of a type field by field; a message names the field. Empty fields are left out. */
export function parseContent(type: ContentType, source: unknown): Parsed<Content> {
  if (!isRecord(source)) return refuseField('content', 'must be an object.');
  const fields: readonly ContentField[] = contentFields[type];
  const stray = Object.keys(source).find((name) => !fields.some((field) => field.name === name));
  if (stray !== undefined)
    return refuse(
      `Type ${type} has no field content.${stray}. Its fields are ${fields.map(({ name }) => name).join(', ')}.`,
      `content.${stray}`,
    );
  const parsed = parseAll(
    Object.fromEntries(
      fields.map((field) => [field.name, parseField(`content.${field.name}`, field, source[field.name])]),
    ),
  );
  if (!parsed.ok) return parsed;
  const given = Object.entries(parsed.value).filter(([, value]) => value !== '' && value !== false);
  return checkTogether(type, Object.fromEntries(given));
}

function parseField(path: string, field: ContentField, raw: unknown): Parsed<string | boolean> {
  if (field.kind === 'switch') {
    if (raw !== undefined && typeof raw !== 'boolean') return refuseField(path, 'must be true or false.');
    return { ok: true, value: raw === true };
  }
  const given = raw ?? '';
  if (typeof given !== 'string') return refuseField(path, 'must be a string.');
  const trimmed = parseTextField(path, given, { min: field.isRequired === true ? 1 : 0, max: field.max });
  if (!trimmed.ok || trimmed.value === '') return trimmed;
  // Blanks around the name or password of a network are significant.
  const text: Parsed<string> = field.isExact === true ? { ok: true, value: given } : trimmed;
  const { value } = text;
  if (!field.isLong && /[\r\n]/.test(value)) return refuseField(path, 'must not contain line breaks.');
  if (field.choices !== undefined && !field.choices.includes(value))
    return refuseField(path, `must be one of ${field.choices.join(', ')}.`);
  switch (field.kind) {
    case 'email':
      return emailPattern.test(value) ? text : refuseField(path, 'must be an email address.');
    case 'phone':
      return phonePattern.test(value)
        ? text
        : refuseField(path, 'must be a telephone number such as +49 30 1234567.');
    case 'instant':
      return parseTimestamp(value) === null
        ? refuseField(path, 'must be an RFC 3339 timestamp such as 2027-01-31T18:00:00Z.')
        : text;
    case 'number': {
      const [min, max] = field.range ?? [0, 0];
      const number = Number(value);
      return /^-?\d{1,3}(\.\d{1,10})?$/.test(value) && number >= min && number <= max
        ? text
        : refuseField(path, `must be a number from ${min} to ${max}.`);
    }
    case 'url': {
      const url = parseDestination(path, value);
      return url.ok ? { ok: true, value: url.value.url } : url;
    }
    default:
      return text;
  }
}

function checkTogether(type: ContentType, content: Content): Parsed<Content> {
  if (type === 'wifi') return checkWifi(content);
  if (type === 'event' && Date.parse(String(content['end'])) <= Date.parse(String(content['start'])))
    return refuseField('content.end', 'must be later than content.start.');
  return { ok: true, value: content };
}

function checkWifi(content: Content): Parsed<Content> {
  const { ssid, security, password = '' } = content as Record<string, string>;
  if (new TextEncoder().encode(ssid ?? '').length > ssidOctetsMax)
    return refuseField(
      'content.ssid',
      `must have at most ${ssidOctetsMax} bytes. Letters outside ASCII need more than one byte.`,
    );
  if (security !== 'none' && password === '')
    return refuseField('content.password', 'is required unless security is none.');
  if (security === 'WPA' && !wpaPassword.test(password))
    return refuseField('content.password', 'must have 8 to 63 characters, or 64 hexadecimal digits.');
  return { ok: true, value: content };
}

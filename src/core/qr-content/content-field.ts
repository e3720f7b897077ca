/** A content field of the dashboard's types. The dashboard builds its forms from them. */
export interface ContentField {
  name: string;
  /** Maximum number of characters, and that it may have several lines. */
  max: number;
  isRequired?: boolean;
  isLong?: boolean;
  /** Kept unchanged, including blanks. */
  isExact?: boolean;
  kind?: 'text' | 'email' | 'phone' | 'url' | 'instant' | 'number' | 'switch' | 'secret';
  choices?: readonly string[];
  /** Smallest and largest number. */
  range?: readonly [number, number];
}

export const contentFields = {
  text: [{ name: 'text', max: 4_000, isRequired: true, isLong: true }],
  vcard: [
    { name: 'first_name', max: 80 },
    { name: 'last_name', max: 80, isRequired: true },
    { name: 'organization', max: 120 },
    { name: 'title', max: 120 },
    { name: 'phone', max: 40, kind: 'phone' },
    { name: 'work_phone', max: 40, kind: 'phone' },
    { name: 'email', max: 254, kind: 'email' },
    { name: 'website', max: 500, kind: 'url' },
    { name: 'street', max: 200 },
    { name: 'postal_code', max: 20 },
    { name: 'city', max: 100 },
    { name: 'country', max: 100 },
    { name: 'note', max: 500, isLong: true },
  ],
  wifi: [
    { name: 'ssid', max: 32, isRequired: true, isExact: true },
    { name: 'security', max: 5, isRequired: true, choices: ['WPA', 'WEP', 'none'] },
    { name: 'password', max: 64, kind: 'secret', isExact: true },
    { name: 'is_hidden', max: 5, kind: 'switch' },
  ],
  email: [
    { name: 'to', max: 254, isRequired: true, kind: 'email' },
    { name: 'subject', max: 200 },
    { name: 'body', max: 500, isLong: true },
  ],
  sms: [
    { name: 'phone', max: 40, isRequired: true, kind: 'phone' },
    { name: 'message', max: 300, isLong: true },
  ],
  phone: [{ name: 'phone', max: 40, isRequired: true, kind: 'phone' }],
  geo: [
    { name: 'latitude', max: 20, isRequired: true, kind: 'number', range: [-90, 90] },
    { name: 'longitude', max: 20, isRequired: true, kind: 'number', range: [-180, 180] },
  ],
  event: [
    { name: 'title', max: 200, isRequired: true },
    { name: 'start', max: 40, isRequired: true, kind: 'instant' },
    { name: 'end', max: 40, isRequired: true, kind: 'instant' },
    { name: 'location', max: 200 },
    { name: 'description', max: 1_000, isLong: true },
  ],
  app_store: [
    { name: 'ios_url', max: 2_048, isRequired: true, kind: 'url' },
    { name: 'android_url', max: 2_048, isRequired: true, kind: 'url' },
    { name: 'fallback_url', max: 2_048, isRequired: true, kind: 'url' },
  ],
} as const satisfies Record<string, readonly ContentField[]>;

export type ContentType = keyof typeof contentFields;

/** Static types: the image contains the content, so scans can't be counted, limited or changed. */
export const staticTypes = ['wifi', 'email', 'sms', 'phone', 'geo'] as const;

export function isContentType(type: string): type is ContentType {
  return Object.hasOwn(contentFields, type);
}

export function isStaticType(type: string): boolean {
  return staticTypes.some((known) => known === type);
}

/** Whether the image contains a secret: a Wi-Fi password. */
export function holdsSecret(type: string): boolean {
  return secretTypes.includes(type);
}

/** Also used in SQL. */
export const secretTypes: readonly string[] = ['wifi'];

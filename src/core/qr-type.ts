/**
 * The types of QR codes. Anybody with a key can create those of the API; the others belong to the dashboard, and the API refuses them by name.
 */
export const apiTypes = ['url', 'dynamic_url', 'text'] as const;
export const dashboardTypes = [
  'vcard',
  'wifi',
  'email',
  'sms',
  'phone',
  'geo',
  'event',
  'app_store',
] as const;

export type ApiType = (typeof apiTypes)[number];
export type QrType = ApiType | (typeof dashboardTypes)[number];

/** Types whose image contains a link; the others contain their content. */
export const typesWithLink: readonly QrType[] = ['url', 'dynamic_url', 'text', 'vcard', 'event', 'app_store'];

export function isQrType(text: string): text is QrType {
  return [...apiTypes, ...dashboardTypes].some((type) => type === text);
}

export function isApiType(text: string): text is ApiType {
  return apiTypes.some((type) => type === text);
}

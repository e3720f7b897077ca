/**
 * The types of QR codes. Those of the public interface can be made by anyone with a key; the others belong to the
 * dashboard and are refused over the API by name.
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

/** Those whose image holds a link; the others hold what they say. */
export const typesWithLink: readonly QrType[] = ['url', 'dynamic_url', 'text', 'vcard', 'event', 'app_store'];

export function isQrType(text: string): text is QrType {
  return [...apiTypes, ...dashboardTypes].some((type) => type === text);
}

export function isApiType(text: string): text is ApiType {
  return apiTypes.some((type) => type === text);
}

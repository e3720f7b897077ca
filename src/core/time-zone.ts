/** The canonical name of an IANA time zone, or null if there is no such zone. */
export function parseTimeZone(name: string): string | null {
  // Intl also takes offsets such as "+02:00"; an account's zone must know daylight saving.
  if (!/^[A-Za-z]/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

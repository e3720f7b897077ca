/** Intl takes longer than everything else in reading a code, and there are about 600 zones. */
const known = new Map<string, string>();
const knownMax = 2_000;

/** The canonical name of an IANA time zone, or null if it doesn't exist. */
export function parseTimeZone(name: string): string | null {
  const zone = known.get(name) ?? askIntl(name);
  if (zone !== null && known.size < knownMax) known.set(name, zone);
  return zone;
}

function askIntl(name: string): string | null {
  // Intl also accepts offsets such as "+02:00", but the zone of an account needs daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

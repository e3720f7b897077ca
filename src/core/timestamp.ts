const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:\d\d)$/;

/** An RFC 3339 instant with an offset or `Z` (D18), cut to milliseconds; null for anything else. */
export function parseTimestamp(text: string): Date | null {
  const match = rfc3339.exec(text);
  if (match === null) return null;
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '', fraction = '', zone = ''] =
    match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  if (Number(day) < 1 || Number(day) > daysInMonth(Number(year), Number(month))) return null;
  const offset = /^[Zz]$/.test(zone) ? 'Z' : zone;
  if (offset !== 'Z' && (Number(offset.slice(1, 3)) > 23 || Number(offset.slice(4)) > 59)) return null;
  const millis = fraction.padEnd(3, '0').slice(0, 3);
  const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millis}${offset}`);
  // An offset can move the first and last years outside of four digits.
  return /^[0-9]{4}-/.test(isoString(instant)) ? instant : null;
}

function isoString(instant: Date): string {
  return Number.isNaN(instant.getTime()) || instant.getUTCFullYear() < 1 ? '' : instant.toISOString();
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

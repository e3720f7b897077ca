const numbers = new Intl.NumberFormat('en');
const compactNumbers = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export function formatNumber(value: number): string {
  return numbers.format(value);
}

export function formatCompact(value: number): string {
  return value < 10_000 ? numbers.format(value) : compactNumbers.format(value);
}

export function formatDate(iso: string, timeZone?: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', ...(timeZone && { timeZone }) }).format(
    new Date(iso),
  );
}

export function formatDateTime(iso: string, timeZone?: string): string {
  return new Intl.DateTimeFormat('en', {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone && { timeZone }),
  }).format(new Date(iso));
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

export function formatAgo(iso: string, nowMs = Date.now()): string {
  const seconds = (Date.parse(iso) - nowMs) / 1_000;
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  return 'just now';
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

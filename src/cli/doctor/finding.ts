import { parseDatabaseUrl } from '#platform/database-url.ts';

export interface Finding {
  check: string;
  verdict: 'ok' | 'warning' | 'failed';
  detail: string;
  remedy: string | null;
}

export function ok(check: string, detail: string): Finding {
  return { check, verdict: 'ok', detail, remedy: null };
}

export function warning(check: string, detail: string, remedy: string | null): Finding {
  return { check, verdict: 'warning', detail, remedy };
}

export function failed(check: string, detail: string, remedy: string): Finding {
  return { check, verdict: 'failed', detail, remedy };
}

/** An AggregateError (several addresses failed) has no message of its own. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

export function hostOf(url: string): string {
  const urls = parseDatabaseUrl(url)?.urls ?? [url];
  return urls.map((one) => URL.parse(one)?.host ?? 'malformed address').join(', ');
}

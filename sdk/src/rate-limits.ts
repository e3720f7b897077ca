/** A quota of the key, as of the last response. */
export interface RateLimit {
  /** `burst`, `minute` or `day`. */
  name: string;
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Until a part of the quota is available again. */
  resetSeconds: number;
}

/** Reads `RateLimit-Policy` and `RateLimit`; empty if the service sent none. */
export function readRateLimits(headers: Headers): RateLimit[] {
  const policies = items(headers.get('ratelimit-policy'));
  const states = new Map(items(headers.get('ratelimit')).map((state) => [state.name, state.values]));
  return policies.map(({ name, values }) => ({
    name,
    limit: values['q'] ?? 0,
    windowSeconds: values['w'] ?? 0,
    remaining: states.get(name)?.['r'] ?? 0,
    resetSeconds: states.get(name)?.['t'] ?? 0,
  }));
}

/** `"minute";q=60;w=60, "day";q=5000;w=86400`. */
function items(header: string | null): { name: string; values: Record<string, number> }[] {
  if (header === null) return [];
  return header.split(',').map((item) => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const values = parameters.map((part) => part.split('='));
    return {
      name: name.replaceAll('"', ''),
      values: Object.fromEntries(values.map(([key = '', value = '']) => [key, Number(value)])),
    };
  });
}

const waitSecondsMax = 10;

/** The seconds of `Prefer: wait=N` (RFC 7240), at most ten; null without a valid preference. Of a repeated one, the first counts. */
export function parsePreferWait(header: string | undefined): number | null {
  for (const preference of (header ?? '').split(',')) {
    const [token = ''] = preference.split(';');
    const [name = '', value = ''] = token.split('=', 2);
    if (name.trim().toLowerCase() !== 'wait') continue;
    const [, digits] = /^"?([0-9]{1,9})"?$/.exec(value.trim()) ?? [];
    const seconds = Number(digits ?? 0);
    return seconds === 0 ? null : Math.min(seconds, waitSecondsMax);
  }
  return null;
}

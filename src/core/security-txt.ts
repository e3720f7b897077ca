const lifeMs = 180 * 24 * 60 * 60_000;

/** RFC 9116: how to report a vulnerability. */
export function securityTxt(origin: string, contact: string | null, nowMs: number): string {
  return [
    `Contact: ${contact ?? `${origin}/report`}`,
    `Expires: ${new Date(nowMs + lifeMs).toISOString()}`,
    `Canonical: ${origin}/.well-known/security.txt`,
    'Preferred-Languages: en',
    '',
  ].join('\n');
}

const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Which of the available encodings to send, by `Accept-Encoding`: Brotli before gzip unless the client prefers gzip; null for none. */
export function acceptedEncoding(
  header: string | undefined,
  available: readonly Encoding[] = encodings,
): Encoding | null {
  const weights = new Map<string, number>();
  for (const entry of (header ?? '').split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((part) => part.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const [best] = [...available].sort((a, b) => weightOf(b) - weightOf(a));
  return best !== undefined && weightOf(best) > 0 ? best : null;
}

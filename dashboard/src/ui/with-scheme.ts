/** Users type `example.com`. */
export function withScheme(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

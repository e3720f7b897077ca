const regions = new Intl.DisplayNames('en', { type: 'region' });

/** A country for people: `Germany` for `DE`. */
export function countryName(code: string): string {
  if (code === '') return 'Unknown';
  try {
    return regions.of(code) ?? code;
  } catch {
    return code;
  }
}

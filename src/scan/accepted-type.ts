/** The offered type that the client prefers; the first one if it doesn't say. */
export function acceptedType(accept: string, offered: readonly string[]): string {
  const [fallback = ''] = offered;
  if (accept === '' || accept === '*/*') return fallback;
  let [best, bestQuality, bestExactness] = [fallback, 0, -1];
  for (const type of offered) {
    const { quality, exactness } = preferenceFor(accept, type);
    // A type that the client names is preferred to one that only a range covers.
    if (quality > bestQuality || (quality === bestQuality && exactness > bestExactness))
      [best, bestQuality, bestExactness] = [type, quality, exactness];
  }
  return best;
}

const rangesMax = 30;

/** Quality of the most exact range that covers the type. */
function preferenceFor(accept: string, type: string): { quality: number; exactness: number } {
  const [main = ''] = type.split('/');
  let [found, exactness] = [0, -1];
  for (const entry of accept.split(',', rangesMax)) {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const exact = range === type ? 2 : range === `${main}/*` ? 1 : range === '*/*' ? 0 : -1;
    if (exact <= exactness) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    [found, exactness] = [quality === undefined ? 1 : Number(quality.slice(2)) || 0, exact];
  }
  return { quality: found, exactness };
}

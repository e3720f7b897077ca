import type { FastifyRequest } from 'fastify';

/** If a parameter repeats, the first value counts (D30). */
export function firstQueryValue(request: FastifyRequest, name: string): string | undefined {
  return allQueryValues(request, name)[0];
}

/** A filter: an empty one counts as absent (D73). */
export function filterValue(request: FastifyRequest, name: string): string | undefined {
  return firstQueryValue(request, name) || undefined;
}

/** A filter that can repeat: also as `name[]=a` and `name=a,b` (D73). */
export function filterValues(request: FastifyRequest, name: string): string[] {
  return wholeValues(request, name)
    .flatMap((value) => value.split(','))
    .filter((value) => value !== '');
}

/** The same for values that may contain commas. */
export function wholeValues(request: FastifyRequest, name: string): string[] {
  const given = [...allQueryValues(request, name), ...allQueryValues(request, `${name}[]`)];
  return given.filter((value) => value !== '');
}

export function allQueryValues(request: FastifyRequest, name: string): string[] {
  const value = (request.query as Record<string, string | string[] | undefined>)[name];
  return value === undefined ? [] : [value].flat();
}

import type { FastifyRequest } from 'fastify';

/** If a parameter repeats, the first value counts (D30). */
export function firstQueryValue(request: FastifyRequest, name: string): string | undefined {
  return allQueryValues(request, name)[0];
}

export function allQueryValues(request: FastifyRequest, name: string): string[] {
  const value = (request.query as Record<string, string | string[] | undefined>)[name];
  return value === undefined ? [] : [value].flat();
}

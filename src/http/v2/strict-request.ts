import type { FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';

/** In `/v2`, a misspelled parameter is an error. */
export function refuseUnknownParameters(request: FastifyRequest, known: readonly string[]): void {
  const stray = Object.keys(request.query as object).find((name) => !known.includes(name));
  if (stray !== undefined)
    throw new Refusal('invalid_request', `There is no query parameter ${stray}.`, { param: stray });
}

import type { FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import type { Config } from '#platform/config.ts';

/** Pages of other sites must not act with our cookies. Browsers send the origin of the page; other clients have no cookies to abuse. */
export function checkOrigin({ apiBaseUrl }: Config) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    const isForeign =
      origin === undefined ? site !== undefined && site !== 'same-origin' : origin !== apiBaseUrl;
    if (isForeign)
      throw new Refusal(
        'forbidden',
        'The request comes from another site. Open the dashboard and try again.',
      );
  };
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookiePrefix, sessionSeconds } from '#features/sign-in/create-auth.ts';
import { resignCookies } from '#features/sign-in/resign-cookies.ts';
import type { ApiContext } from '../api-context.ts';
import { setCookie } from './set-cookie.ts';

/** While a secret is being rotated: cookies of the old one are taken, and given back signed by the new one. */
export function resignRequests({ config }: Pick<ApiContext, 'config'>) {
  const prefix = `${cookiePrefix(config)}.`;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // Pages and scripts may be kept by caches, and must not carry anybody's cookie.
    if (!request.url.startsWith('/dashboard/api/')) return;
    const resigned = resignCookies(request.headers.cookie ?? '', prefix, config.secretKeys);
    if (resigned === null) return;
    request.headers.cookie = resigned.header;
    for (const cookie of resigned.changed) setCookie(reply, config, cookie, sessionSeconds);
  };
}

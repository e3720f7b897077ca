import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookiePrefix, sessionSeconds } from '#features/sign-in/create-auth.ts';
import { resignCookies } from '#features/sign-in/resign-cookies.ts';
import type { ApiContext } from '../api-context.ts';
import { setCookie } from './set-cookie.ts';

/** During the rotation of a secret: accepts cookies of the old secret and returns them signed with the new one. */
export function resignRequests({ config }: Pick<ApiContext, 'config'>) {
  const prefix = `${cookiePrefix(config)}.`;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // Pages and scripts may be cached, so they must not carry a cookie.
    if (!request.url.startsWith('/dashboard/api/')) return;
    const resigned = resignCookies(request.headers.cookie ?? '', prefix, config.secretKeys);
    if (resigned === null) return;
    request.headers.cookie = resigned.header;
    for (const cookie of resigned.changed) setCookie(reply, config, cookie, sessionSeconds);
  };
}

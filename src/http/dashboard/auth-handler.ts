import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '#core/errors.ts';
import { countTry, tryLimits } from '#features/sign-in/count-try.ts';
import { authPath, authPaths, clientAddressHeader } from '#features/sign-in/create-auth.ts';
import { signUp } from '#features/sign-in/sign-up.ts';
import type { ApiContext } from '../api-context.ts';
import { clientNetwork } from '../client-network.ts';
import { jsonBody, textField } from './json-body.ts';

const tokenPath = /^\/reset-password\/[\w-]{1,100}$/;
/** So that the time an answer takes says nothing of whether a mail was sent. */
const mailAnswerMs = 400;

/** What is on the list is better-auth's to answer; tries at one account count, wherever they come from. */
export function registerAuthHandler(app: FastifyInstance, context: ApiContext): void {
  const { auth, config, log } = context;
  app.route({
    method: ['GET', 'POST'],
    url: `${authPath}/*`,
    schema: { hide: true },
    handler: async (request, reply) => {
      const path = request.url.slice(authPath.length).split('?')[0] ?? '';
      const isToken = request.method === 'GET' && tokenPath.test(path);
      if (!authPaths.has(path) && !isToken) throw new ApiError('not_found', 'There is nothing at this path.');
      const isMail = path === '/request-password-reset';
      const floor = sleep(isMail ? mailAnswerMs : 0);
      if (path === '/sign-in/email' && !(await mayTry(context, request, tryLimits.signIn)))
        throw new ApiError('rate_limited', 'Too many tries at this account; wait a quarter of an hour.', {
          retryAfterSeconds: 900,
        });
      if (isMail && !(await mayTry(context, request, tryLimits.mail))) {
        await floor;
        return reply.send(mailAnswer);
      }
      const response = await auth.handler(toWebRequest(request, config.apiBaseUrl));
      await floor;
      if (response.status >= 500) {
        log.error(
          { status: response.status, path: isToken ? '/reset-password/…' : path },
          'sign-in could not answer',
        );
        throw new ApiError('service_unavailable', 'Signing in is not possible right now; try again.', {
          retryAfterSeconds: 2,
        });
      }
      for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
      // Several cookies are several headers.
      for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
      return reply.status(response.status).send(Buffer.from(await response.arrayBuffer()));
    },
  });

  app.post('/dashboard/api/sign-up', { schema: { hide: true } }, async (request) => {
    const body = jsonBody(request);
    const input = { name: textField(body, 'name') ?? '', email: textField(body, 'email') ?? '' };
    if (!(await countTry(context.db, config.secretKey, clientNetwork(request.ip), tryLimits.signUp)))
      throw new ApiError('rate_limited', 'Too many sign-ups from here; try again in an hour.', {
        retryAfterSeconds: 3_600,
      });
    const floor = sleep(mailAnswerMs);
    await signUp(context.db, auth, config, input);
    await floor;
    return { ok: true, message: 'If this address can have an account, a mail is on its way.' };
  });
}

/** As better-auth words it. */
const mailAnswer = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
};

function mayTry(
  { db, config }: ApiContext,
  request: FastifyRequest,
  limit: (typeof tryLimits)['signIn' | 'mail'],
): Promise<boolean> {
  return countTry(db, config.secretKey, textField(jsonBody(request), 'email') ?? '', limit);
}

function toWebRequest(request: FastifyRequest, baseUrl: string): Request {
  const headers = webHeaders(request);
  const body = request.body as Buffer | undefined;
  const hasBody = request.method !== 'GET' && body !== undefined && body.length > 0;
  return new Request(baseUrl + request.url, {
    method: request.method,
    headers,
    ...(hasBody && { body: new Uint8Array(body) }),
  });
}

/** With the address as we see it, whatever the client says of itself. */
export function webHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === clientAddressHeader || value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item);
  }
  headers.set(clientAddressHeader, clientNetwork(request.ip).replace(/\/64$/, ''));
  return headers;
}

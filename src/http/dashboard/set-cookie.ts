import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieAttributes } from '#features/sign-in/create-auth.ts';
import type { Config } from '#platform/config.ts';

export function setCookie(
  reply: FastifyReply,
  config: Pick<Config, 'apiBaseUrl'>,
  [name, value]: [string, string],
  maxAgeSeconds: number,
): void {
  const { secure, path } = cookieAttributes(config);
  const attributes = `Max-Age=${maxAgeSeconds}; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  reply.header('set-cookie', `${name}=${value}; ${attributes}`);
}

export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key = '', ...value] = part.trim().split('=');
    if (key === name) return value.join('=');
  }
  return undefined;
}

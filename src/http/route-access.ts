import assert from 'node:assert';
import type { RouteOptions } from 'fastify';
import type { Action } from '#core/permissions.ts';

/** `user`: anybody who is signed in, in whichever account. `public`: everybody. */
export type Access = Action | 'user' | 'public';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
}

/** A route without access rules would let everybody in, so the process doesn't start with one. */
export function requireAccessRule({ method, url, config }: RouteOptions): void {
  assert(config?.access !== undefined, `${String(method)} ${url} doesn't say who may use it`);
}

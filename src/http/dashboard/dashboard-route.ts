import type { Action } from '#core/permissions.ts';

/** `user`: anybody who is signed in, in whichever account. `public`: everybody. */
export type Access = Action | 'user' | 'public';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
}

/** The options of a route of the dashboard: who may use it. It is not part of the OpenAPI document. */
export function dashboardRoute(access: Access) {
  return { schema: { hide: true }, config: { access } };
}

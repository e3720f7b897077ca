import type { Access } from '../route-access.ts';

/** The options of a route of the dashboard: who may use it. It is not part of the OpenAPI document. */
export function dashboardRoute(access: Access) {
  return { schema: { hide: true }, config: { access } };
}

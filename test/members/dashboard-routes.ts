import Fastify from 'fastify';
import type { ApiContext } from '#http/api-context.ts';
import { registerDashboard } from '#http/dashboard/register-dashboard.ts';
import type { Access } from '#http/route-access.ts';

export interface DashboardRoute {
  method: string;
  path: string;
  access: Access;
}

/** A value that has everything and does nothing: routes are registered, and never called. */
const nothing: unknown = new Proxy(() => {}, {
  get: (_target, name) => (name === Symbol.toPrimitive ? () => 'https://app.example.com' : nothing),
  apply: () => nothing,
});

/** All routes of the dashboard, as they are registered. */
export async function listDashboardRoutes(): Promise<DashboardRoute[]> {
  const app = Fastify();
  const routes: DashboardRoute[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat())
      if (one !== 'HEAD') routes.push({ method: one, path: url, access: config?.access ?? 'public' });
  });
  await registerDashboard(app, nothing as ApiContext);
  return routes;
}

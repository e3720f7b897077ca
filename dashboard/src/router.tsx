import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { RangeSearch } from './analytics/ranges.ts';
import { type AuditFilter, meQuery } from './api/queries.ts';
import { RequestError } from './api/request.ts';
import { readFilter } from './list/list-filter.ts';
import { AppShell } from './shell/app-shell.tsx';
import { NotFound } from './shell/not-found.tsx';
import { PageProblem } from './shell/page-problem.tsx';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: PageProblem,
});

const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirm-email',
  validateSearch: (search: Record<string, unknown>): { token?: string | undefined } => ({
    token: text(search['token']),
  }),
  component: lazyRouteComponent(() => import('./account/confirm-email-page.tsx'), 'ConfirmEmailPage'),
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (
    search: Record<string, unknown>,
  ): { next?: string | undefined; error?: string | undefined; step?: 'second' | undefined } => ({
    next: text(search['next']),
    error: text(search['error']),
    // The password was given, for example with a new one.
    step: search['step'] === 'second' ? 'second' : undefined,
  }),
  component: lazyRouteComponent(() => import('./account/sign-in-page.tsx'), 'SignInPage'),
});

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('./account/sign-up-page.tsx'), 'SignUpPage'),
});

const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./account/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});

const chooseRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/choose-password',
  validateSearch: (search: Record<string, unknown>) => ({
    token: text(search['token']),
    error: text(search['error']),
  }),
  component: lazyRouteComponent(() => import('./account/choose-password-page.tsx'), 'ChoosePasswordPage'),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./people/invitation-page.tsx'), 'InvitationPage'),
});

/** All pages behind it need a signed-in user. */
const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(meQuery);
    } catch (error) {
      if (error instanceof RequestError && error.status === 401)
        throw redirect({ to: '/sign-in', search: { next: location.href } });
      throw error;
    }
  },
  component: AppShell,
  errorComponent: PageProblem,
});

const overviewRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  validateSearch: (search: Record<string, unknown>): RangeSearch & { project?: string | undefined } => ({
    project: text(search['project']),
    ...rangeSearch(search),
  }),
  component: lazyRouteComponent(() => import('./pages/overview-page.tsx'), 'OverviewPage'),
});

const codesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/codes',
  validateSearch: readFilter,
  component: lazyRouteComponent(() => import('./list/codes-page.tsx'), 'CodesPage'),
});

const newCodeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/codes/new',
  validateSearch: (
    search: Record<string, unknown>,
  ): { project?: string | undefined; folder?: string | undefined; template?: string | undefined } => ({
    project: text(search['project']),
    folder: text(search['folder']),
    template: text(search['template']),
  }),
  component: lazyRouteComponent(() => import('./pages/new-code-page.tsx'), 'NewCodePage'),
});

const importRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/codes/import',
  component: lazyRouteComponent(() => import('./list/import-page.tsx'), 'ImportPage'),
});

const checkPhotoRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/check-photo',
  // The code that should hang there.
  validateSearch: (search: Record<string, unknown>): { code?: string | undefined } => ({
    code: text(search['code']),
  }),
  component: lazyRouteComponent(() => import('./photo/check-photo-page.tsx'), 'CheckPhotoPage'),
});

const codeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/codes/$id',
  // It was created a moment ago.
  validateSearch: (search: Record<string, unknown>): { created?: true | undefined } => ({
    created: search['created'] === true ? true : undefined,
  }),
  component: lazyRouteComponent(() => import('./pages/code-page.tsx'), 'CodePage'),
});

const codeAnalyticsRoute = createRoute({
  getParentRoute: () => codeRoute,
  path: '/',
  validateSearch: rangeSearch,
  component: lazyRouteComponent(() => import('./pages/code-analytics-page.tsx'), 'CodeAnalyticsPage'),
});

const codeDesignRoute = createRoute({
  getParentRoute: () => codeRoute,
  path: '/design',
  component: lazyRouteComponent(() => import('./pages/code-design-page.tsx'), 'CodeDesignPage'),
});

const codeRulesRoute = createRoute({
  getParentRoute: () => codeRoute,
  path: '/rules',
  component: lazyRouteComponent(() => import('./pages/code-rules-page.tsx'), 'CodeRulesPage'),
});

const codeHistoryRoute = createRoute({
  getParentRoute: () => codeRoute,
  path: '/history',
  component: lazyRouteComponent(() => import('./history/code-history-page.tsx'), 'CodeHistoryPage'),
});

const codeSettingsRoute = createRoute({
  getParentRoute: () => codeRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/code-settings-page.tsx'), 'CodeSettingsPage'),
});

const compareRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/compare',
  validateSearch: (search: Record<string, unknown>): RangeSearch & { ids?: string | undefined } => ({
    ids: text(search['ids']),
    ...rangeSearch(search),
  }),
  component: lazyRouteComponent(() => import('./pages/compare-page.tsx'), 'ComparePage'),
});

const projectsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/projects',
  component: lazyRouteComponent(() => import('./pages/projects-page.tsx'), 'ProjectsPage'),
});

const projectRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/projects/$id',
  validateSearch: rangeSearch,
  component: lazyRouteComponent(() => import('./pages/project-page.tsx'), 'ProjectPage'),
});

const projectDomainRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/projects/$id/domain',
  component: lazyRouteComponent(() => import('./pages/project-domain-page.tsx'), 'ProjectDomainPage'),
});

const visitorPagesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/projects/$id/pages',
  component: lazyRouteComponent(() => import('./pages/visitor-pages-page.tsx'), 'VisitorPagesPage'),
});

const templatesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/templates',
  component: lazyRouteComponent(() => import('./pages/templates-page.tsx'), 'TemplatesPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings-page.tsx'), 'SettingsPage'),
});

const profileRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./account/profile-page.tsx'), 'ProfilePage'),
});

const securityRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/security',
  component: lazyRouteComponent(() => import('./account/security-page.tsx'), 'SecurityPage'),
});

const keysRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/keys',
  component: lazyRouteComponent(() => import('./account/api-keys-page.tsx'), 'ApiKeysPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const endpointRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/webhooks/$endpointId',
  component: lazyRouteComponent(() => import('./webhooks/endpoint-page.tsx'), 'EndpointPage'),
});

const membersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/members',
  component: lazyRouteComponent(() => import('./people/members-page.tsx'), 'MembersPage'),
});

const ssoRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/sso',
  component: lazyRouteComponent(() => import('./people/sso-page.tsx'), 'SsoPage'),
});

const auditRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/audit-log',
  validateSearch: (search: Record<string, unknown>): AuditFilter => ({
    subject: text(search['subject']),
    actor: text(search['actor']),
    from: text(search['from']),
    until: text(search['until']),
  }),
  component: lazyRouteComponent(() => import('./history/audit-log-page.tsx'), 'AuditLogPage'),
});

const planRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/plan',
  component: lazyRouteComponent(() => import('./account/plan-page.tsx'), 'PlanPage'),
});

const dataRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/data',
  component: lazyRouteComponent(() => import('./account/data-page.tsx'), 'DataPage'),
});

function rangeSearch(search: Record<string, unknown>): RangeSearch {
  return { range: text(search['range']), from: text(search['from']), until: text(search['until']) };
}

const routeTree = rootRoute.addChildren([
  signInRoute,
  confirmEmailRoute,
  signUpRoute,
  forgotRoute,
  chooseRoute,
  invitationRoute,
  appRoute.addChildren([
    overviewRoute,
    codesRoute,
    newCodeRoute,
    importRoute,
    checkPhotoRoute,
    codeRoute.addChildren([
      codeAnalyticsRoute,
      codeDesignRoute,
      codeRulesRoute,
      codeSettingsRoute,
      codeHistoryRoute,
    ]),
    compareRoute,
    projectsRoute,
    projectRoute,
    projectDomainRoute,
    visitorPagesRoute,
    templatesRoute,
    settingsRoute.addChildren([
      profileRoute,
      securityRoute,
      membersRoute,
      ssoRoute,
      keysRoute,
      webhooksRoute,
      endpointRoute,
      auditRoute,
      planRoute,
      dataRoute,
    ]),
  ]),
]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: '/dashboard',
    context: { queryClient },
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request, setAccount } from './request.ts';
import type {
  AccountAnalytics,
  Analytics,
  ApiKey,
  ChangePage,
  Invitation,
  Me,
  Member,
  OauthClient,
  Project,
  QrCode,
  Session,
  SsoSettings,
  Template,
  TopCode,
  Usage,
  WebhookDelivery,
  WebhookEndpoint,
} from './types.ts';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => {
    const me = await request<Me>('/me');
    setAccount(me.account.account_id);
    return me;
  },
  staleTime: 60_000,
});

export const usageQuery = queryOptions({ queryKey: ['usage'], queryFn: () => request<Usage>('/usage') });

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: () => request<{ items: ApiKey[] }>('/keys').then(({ items }) => items),
});

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: () => request<{ items: Project[] }>('/projects').then(({ items }) => items),
  staleTime: 10_000,
});

export function fetchCode(id: string): Promise<QrCode> {
  return request<{ qr_code: QrCode }>(`/qr-codes/${id}`).then(({ qr_code }) => qr_code);
}

export function codeQuery(id: string) {
  return queryOptions({
    queryKey: ['code', id],
    queryFn: () => fetchCode(id),
    // While the image is being rendered.
    refetchInterval: ({ state }) => (isDrawing(state.data) ? 700 : false),
  });
}

export function isDrawing(code: QrCode | undefined): boolean {
  return code?.render_status === 'pending' || code?.render_status === 'rendering';
}

export interface Range {
  from: string;
  until: string;
}

export function analyticsQuery(id: string, range: Range) {
  return queryOptions({
    queryKey: ['analytics', id, range.from, range.until],
    queryFn: () => request<Analytics>(`/analytics/${id}?${new URLSearchParams({ ...range })}`),
    placeholderData: keepPreviousOf(id),
  });
}

export function accountAnalyticsQuery(range: Range) {
  return queryOptions({
    queryKey: ['analytics', 'account', range.from, range.until],
    queryFn: () => request<AccountAnalytics>(`/account-analytics?${new URLSearchParams({ ...range })}`),
    placeholderData: keepPreviousOf('account'),
  });
}

/** Another range of the same code; never another code. */
function keepPreviousOf(id: string) {
  return <Data>(previous: Data | undefined, query: { queryKey: readonly unknown[] } | undefined) =>
    query?.queryKey[1] === id ? previous : undefined;
}

export function topCodesQuery(projectId: string, range: Range) {
  return queryOptions({
    queryKey: ['top-codes', projectId, range.from, range.until],
    queryFn: () =>
      request<{ items: TopCode[]; is_whole: boolean }>(
        `/analytics/${projectId}/top-codes?${new URLSearchParams({ ...range })}`,
      ),
    placeholderData: keepPreviousOf(projectId),
  });
}

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: () => request<{ items: Template[] }>('/designs/templates').then(({ items }) => items),
});

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: () => request<{ items: Member[] }>('/members').then(({ items }) => items),
});

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: () => request<{ items: Invitation[] }>('/invitations').then(({ items }) => items),
});

export const oauthClientsQuery = queryOptions({
  queryKey: ['oauth-clients'],
  queryFn: () => request<{ items: OauthClient[] }>('/oauth-clients').then(({ items }) => items),
});

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: () => request<{ items: WebhookEndpoint[]; most: number | null }>('/webhooks'),
});

export function webhookQuery(endpointId: string) {
  return queryOptions({
    queryKey: ['webhook', endpointId],
    queryFn: () =>
      request<{ endpoint: WebhookEndpoint }>(`/webhooks/${endpointId}`).then(({ endpoint }) => endpoint),
  });
}

/** Read again while it is looked at: deliveries are made in the background. */
const deliveryRefreshMs = 3_000;

export function deliveriesQuery(endpointId: string, status: string) {
  return infiniteQueryOptions({
    queryKey: ['deliveries', endpointId, 'list', status],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({
        ...(status !== '' && { status }),
        ...(pageParam !== null && { before: pageParam }),
      });
      return request<{ items: WebhookDelivery[]; next: string | null }>(
        `/webhooks/${endpointId}/deliveries?${query}`,
      );
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // Only the first page: each later one would be another request.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : deliveryRefreshMs),
  });
}

export function deliveryQuery(endpointId: string, deliveryId: string) {
  return queryOptions({
    queryKey: ['deliveries', endpointId, 'one', deliveryId],
    queryFn: () =>
      request<{ delivery: WebhookDelivery; request: { id: string; body: string } | null }>(
        `/webhooks/${endpointId}/deliveries/${deliveryId}`,
      ),
    refetchInterval: ({ state }) => (state.data?.delivery.status === 'pending' ? deliveryRefreshMs : false),
  });
}

export const ssoQuery = queryOptions({ queryKey: ['sso'], queryFn: () => request<SsoSettings>('/sso') });

/** Days are those of the user's own clock. */
export interface AuditFilter {
  subject?: string | undefined;
  actor?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

/** Pages of a list of changes. */
export function changesQuery<Item>(path: string, filters: Record<string, string> = {}) {
  const query = new URLSearchParams({ page_size: '30', ...filters });
  return infiniteQueryOptions({
    queryKey: ['changes', path, query.toString()],
    queryFn: ({ pageParam }) => {
      const page = new URLSearchParams(query);
      if (pageParam !== null) page.set('page_token', pageParam);
      return request<ChangePage<Item>>(`${path}?${page}`);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_page_token }) => next_page_token,
  });
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => request<Session[]>('/auth/list-sessions'),
});

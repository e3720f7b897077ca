import { isListOrder, isListState, type ListOrder, type ListState } from '#core/list-order.ts';

/** Filters and order of the list of codes, as in its address. */
export interface CodeFilter {
  q?: string | undefined;
  status?: 'active' | 'archived' | 'blocked' | undefined;
  state?: ListState | undefined;
  type?: string | undefined;
  project?: string | undefined;
  folder?: string | undefined;
  tag?: string[] | undefined;
  order?: ListOrder | undefined;
}

export function readFilter(search: Record<string, unknown>): CodeFilter {
  const { tag, order, state } = search;
  const tags = (Array.isArray(tag) ? tag : [tag]).flatMap((one) => text(one) ?? []);
  return {
    q: text(search['q']),
    status: (['active', 'archived', 'blocked'] as const).find((status) => status === search['status']),
    state: typeof state === 'string' && isListState(state) ? state : undefined,
    type: text(search['type']),
    project: text(search['project']),
    folder: text(search['folder']),
    tag: tags.length > 0 ? tags : undefined,
    order: typeof order === 'string' && isListOrder(order) && order !== 'newest' ? order : undefined,
  };
}

/** The same for the server. */
export function filterQuery(filter: CodeFilter): URLSearchParams {
  const query = new URLSearchParams();
  if (filter.q) query.set('q', filter.q);
  if (filter.status) query.set('status', filter.status);
  if (filter.state) query.set('state', filter.state);
  if (filter.type) query.set('type', filter.type);
  if (filter.project) query.set('project_id', filter.project);
  if (filter.folder) query.set('folder_id', filter.folder);
  for (const tag of filter.tag ?? []) query.append('tag', tag);
  if (filter.order) query.set('order', filter.order);
  return query;
}

/** Without what is not set. */
export function setFields(filter: CodeFilter): Record<string, string | string[]> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

/** Whether codes are left out. */
export function isNarrowed(filter: CodeFilter): boolean {
  return Object.keys(setFields({ ...filter, order: undefined })).length > 0;
}

/** Numbers in an address are read as numbers. */
function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

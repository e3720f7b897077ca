import { useSuspenseQuery } from '@tanstack/react-query';
import type { Action } from '#core/permissions.ts';
import { meQuery } from './queries.ts';

/** Whether the user may do something in all of the account. The server decides; this only hides what it would refuse. */
export function useCan(): (action: Action) => boolean {
  const { data: me } = useSuspenseQuery(meQuery);
  return (action) => me.actions.includes(action);
}

/** Whether the user may do something in at least one project. */
export function useCanSomewhere(): (action: Action) => boolean {
  const { data: me } = useSuspenseQuery(meQuery);
  return (action) => me.project_actions.includes(action);
}

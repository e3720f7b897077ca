import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../api/request.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface QueryStateProps<Data> {
  query: UseQueryResult<Data>;
  /** As tall as the expected content. */
  height?: string;
  children: (data: Data) => ReactNode;
}

/** The data, a placeholder while it loads, and an action if it fails. */
export function QueryState<Data>({ query, height = 'h-40', children }: QueryStateProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error === null)
    return (
      <div role="status" className={`animate-pulse rounded-xl bg-sunken ${height}`}>
        <span className="sr-only">Loading…</span>
      </div>
    );
  return (
    <Notice tone="bad">
      {messageOf(query.error)}
      <Button size="small" className="mt-2" onClick={() => void query.refetch()}>
        Try again
      </Button>
    </Notice>
  );
}

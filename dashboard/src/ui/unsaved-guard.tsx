import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { cancelWaiting, dropAllDrafts, hasUnsaved } from './drafts.ts';

/** Asks before anything that was entered is lost by leaving or closing the page. */
export function UnsavedGuard() {
  const queryClient = useQueryClient();
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      // Another time range or filter of the same page.
      if (!hasUnsaved() || current.pathname === next.pathname) return false;
      if (!window.confirm('Leave without saving? Your changes will be lost.')) return true;
      cancelWaiting(queryClient);
      dropAllDrafts('of this page');
      return false;
    },
    enableBeforeUnload: hasUnsaved,
  });
  return null;
}

import { useBlocker } from '@tanstack/react-router';

/** Asks before edits are lost by leaving or closing the page. */
export function useUnsaved(isDirty: boolean): void {
  useBlocker({
    shouldBlockFn: () => isDirty && !window.confirm('Leave without saving? Your changes will be lost.'),
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  });
}

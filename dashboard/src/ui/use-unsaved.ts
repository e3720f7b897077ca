import { useBlocker } from '@tanstack/react-router';

/** Asks before edits are lost, by another page or by closing this one. */
export function useUnsaved(isDirty: boolean): void {
  useBlocker({
    shouldBlockFn: () => isDirty && !window.confirm('Leave without saving? Your changes are lost.'),
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  });
}

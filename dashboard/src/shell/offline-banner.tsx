import { onlineManager, useIsMutating } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

/** Shown while Waypost can't be reached. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const saving = useIsMutating();
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center gap-2.5 bg-warn-soft px-4 py-2.5 text-[13px] font-medium text-warn sm:px-8">
          <WifiOff className="size-4 shrink-0" aria-hidden />
          {saving > 0
            ? 'You are offline. Your change is saved as soon as you are back.'
            : 'You are offline. What you enter stays on this page.'}
        </p>
      )}
    </div>
  );
}

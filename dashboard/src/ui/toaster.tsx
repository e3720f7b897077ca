import { AlertTriangle, CheckCircle2, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';

interface Toast {
  id: number;
  text: string;
  isProblem: boolean;
}

const shownMs = 5_000;
const toastsMax = 3;
let toasts: Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a brief message; errors stay until they are closed. */
export function notify(text: string, isProblem = false): void {
  const toast = { id: ++lastId, text, isProblem };
  change([...toasts, toast].slice(-toastsMax));
  if (!isProblem) setTimeout(() => dismiss(toast.id), shownMs);
}

function dismiss(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div
      aria-live="polite"
      role="status"
      className="pointer-events-none fixed right-4 bottom-4 z-50 flex w-80 max-w-[calc(100vw-2rem)] flex-col gap-2"
    >
      {shown.map(({ id, text, isProblem }) => (
        <div
          key={id}
          className="pointer-events-auto flex items-start gap-3 rounded-xl border border-line bg-raised p-3 shadow-lg"
        >
          {isProblem ? (
            <AlertTriangle className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
          ) : (
            <CheckCircle2 className="mt-0.5 size-4 shrink-0 text-good" aria-hidden />
          )}
          <p className="grow text-[13px] break-words">{text}</p>
          <button
            type="button"
            aria-label="Dismiss"
            className="text-soft hover:text-text"
            onClick={() => dismiss(id)}
          >
            <X className="size-4" aria-hidden />
          </button>
        </div>
      ))}
    </div>
  );
}

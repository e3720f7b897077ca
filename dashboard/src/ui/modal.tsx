import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { buttonClass } from './button.tsx';
import { markUnsaved, unmarkUnsaved } from './drafts.ts';

interface ModalProps {
  title: string;
  hint?: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  isWide?: boolean;
  /** Closed only with its buttons, because its content is shown once. */
  isSticky?: boolean;
}

export function Modal({ title, hint, isOpen, onClose, children, isWide, isSticky }: ModalProps) {
  const key = `dialog ${useId()}`;
  const popup = useRef<HTMLDivElement>(null);
  const [isTouched, setTouched] = useState(false);
  if (!isOpen && isTouched) setTouched(false);
  useEffect(() => {
    if (!isTouched) return;
    markUnsaved(key);
    return () => unmarkUnsaved(key);
  }, [key, isTouched]);
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open, { reason }) => {
        const isStray = reason === 'outside-press' || reason === 'escape-key' || reason === 'focus-out';
        if (open || (isSticky === true && isStray)) return;
        // After it was saved, some dialogs show a result instead of the form.
        const hasInput = isTouched && popup.current?.querySelector('form :is(input, textarea, select)');
        if (!hasInput || window.confirm('Close without saving? What you entered will be lost.')) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40 transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Dialog.Popup
          ref={popup}
          onInput={(event) => isEntered(event.target) && setTouched(true)}
          className={`fixed top-1/2 left-1/2 z-50 max-h-[90dvh] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-2xl border border-line bg-raised p-6 shadow-xl transition-all data-[ending-style]:scale-95 data-[ending-style]:opacity-0 data-[starting-style]:scale-95 data-[starting-style]:opacity-0 ${isWide ? 'max-w-2xl' : 'max-w-md'}`}
        >
          <div className="flex items-start justify-between gap-4">
            <Dialog.Title className="text-base font-semibold">{title}</Dialog.Title>
            <Dialog.Close aria-label="Close" className={`${buttonClass('quiet', 'icon')} -mt-1.5 -mr-2`}>
              <X className="size-4" aria-hidden />
            </Dialog.Close>
          </div>
          {hint !== undefined && <Dialog.Description className="mt-1 text-soft">{hint}</Dialog.Description>}
          <div className="mt-4">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A password can be entered again, and a code that was shown is not input. */
function isEntered(target: EventTarget): boolean {
  return !(target instanceof HTMLInputElement && (target.type === 'password' || target.name === 'code'));
}

import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from './button.tsx';

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
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open, { reason }) => {
        const isStray = reason === 'outside-press' || reason === 'escape-key' || reason === 'focus-out';
        if (!open && !(isSticky === true && isStray)) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40 transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Dialog.Popup
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

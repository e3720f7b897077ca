import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';

interface ConfirmProps {
  title: string;
  /** Explains the consequences before the action. */
  children: ReactNode;
  action: string;
  isOpen: boolean;
  isBusy?: boolean;
  isHarmless?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function Confirm({
  title,
  children,
  action,
  isOpen,
  isBusy,
  isHarmless,
  onConfirm,
  onClose,
}: ConfirmProps) {
  return (
    <Modal title={title} isOpen={isOpen} onClose={onClose}>
      <div className="space-y-3 text-soft">{children}</div>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look={isHarmless ? 'primary' : 'danger'} isBusy={isBusy ?? false} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Modal>
  );
}

import { Menu } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { buttonClass } from './button.tsx';

interface PopupMenuProps {
  /** The content of the button. */
  trigger: ReactNode;
  isDisabled: boolean;
  size?: 'normal' | 'small';
  className: string;
  children: ReactNode;
}

/** A button that opens a list of choices. */
export function PopupMenu({ trigger, isDisabled, size, className, children }: PopupMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger disabled={isDisabled} className={buttonClass('plain', size)}>
        {trigger}
      </Menu.Trigger>
      {/* Inside a landmark, where screen readers look for it. */}
      <Menu.Portal container={document.getElementById('content')}>
        <Menu.Positioner positionMethod="fixed" align="end" sideOffset={6} className="z-50">
          <Menu.Popup
            className={`${className} rounded-xl border border-line bg-raised p-1 shadow-lg outline-none`}
          >
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

interface PopupItemProps {
  label: string;
  hint: string;
  onClick?: () => void;
  /** A link instead of a button. */
  render?: ReactElement;
}

export function PopupItem({ label, hint, onClick, render }: PopupItemProps) {
  return (
    <Menu.Item
      {...(onClick && { onClick })}
      {...(render && { render })}
      className="flex h-10 items-center gap-2 rounded-lg px-2.5 outline-none data-[highlighted]:bg-sunken"
    >
      <span className="font-medium">{label}</span>
      <span className="ml-auto text-[13px] text-soft">{hint}</span>
    </Menu.Item>
  );
}

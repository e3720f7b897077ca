import { Loader2 } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent',
  plain: 'bg-surface text-text border-line hover:bg-sunken',
  quiet: 'bg-transparent text-soft border-transparent hover:bg-sunken hover:text-text',
  danger: 'bg-bad-soft text-bad border-transparent hover:brightness-95 dark:hover:brightness-125',
};

export function buttonClass(look: Look = 'plain', size: 'normal' | 'small' | 'icon' = 'normal'): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-lg border font-medium whitespace-nowrap transition-colors select-none disabled:opacity-50',
    size === 'normal' && 'h-9 px-3.5',
    size === 'small' && 'h-8 px-2.5 text-[13px]',
    size === 'icon' && 'size-9',
    looks[look],
  );
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look;
  size?: 'normal' | 'small' | 'icon';
  isBusy?: boolean;
  icon?: ReactNode;
}

export function Button({
  look,
  size,
  isBusy,
  icon,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      disabled={disabled === true || isBusy === true}
      aria-busy={isBusy === true || undefined}
      className={classNames(buttonClass(look, size), className)}
      {...rest}
    >
      {isBusy ? <Loader2 className="size-4 animate-spin" aria-hidden /> : icon}
      {children}
    </button>
  );
}

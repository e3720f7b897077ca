import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

const box =
  'w-full rounded-lg border border-line-strong/60 bg-surface px-3 text-text placeholder:text-soft/80 hover:border-line-strong disabled:opacity-60 aria-invalid:border-bad';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | null | undefined;
  isLabelHidden?: boolean;
  className?: string;
}

interface FrameProps extends FieldProps {
  children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
}

function Frame({ label, hint, error, isLabelHidden, className, children }: FrameProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block text-[13px] font-medium'}>
        {label}
      </label>
      {children({
        id,
        ...(note && { 'aria-describedby': `${id}-note` }),
        ...(error && { 'aria-invalid': true }),
      })}
      {note && (
        <p id={`${id}-note`} className={classNames('mt-1.5 text-[13px]', error ? 'text-bad' : 'text-soft')}>
          {note}
        </p>
      )}
    </div>
  );
}

export function TextField({
  label,
  hint,
  error,
  isLabelHidden,
  className,
  ...rest
}: FieldProps & ComponentProps<'input'>) {
  return (
    <Frame {...{ label, hint, error }} isLabelHidden={isLabelHidden ?? false} className={className ?? ''}>
      {(ids) => <input {...ids} {...rest} className={classNames(box, 'h-9')} />}
    </Frame>
  );
}

export function TextArea({
  label,
  hint,
  error,
  className,
  ...rest
}: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Frame {...{ label, hint, error }} className={className ?? ''}>
      {(ids) => <textarea rows={4} {...ids} {...rest} className={classNames(box, 'py-2')} />}
    </Frame>
  );
}

interface ChoiceProps extends FieldProps {
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  disabled?: boolean;
}

export function Choice({
  label,
  hint,
  error,
  isLabelHidden,
  className,
  value,
  options,
  onChange,
  disabled,
}: ChoiceProps) {
  return (
    <Frame {...{ label, hint, error }} isLabelHidden={isLabelHidden ?? false} className={className ?? ''}>
      {(ids) => (
        <select
          {...ids}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          className={classNames(box, 'h-9 pr-8')}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}

interface SwitchProps {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

export function Switch({ label, hint, checked, onChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <label htmlFor={id} className="text-[13px] font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-note`} className="mt-0.5 text-[13px] text-soft">
            {hint}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-note` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="relative mt-0.5 h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-4 before:rounded-full before:bg-surface before:transition-transform checked:bg-accent checked:before:translate-x-4"
      />
    </div>
  );
}

export function ColourField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-[13px] font-medium">
        {label}
      </label>
      <div className="flex h-9 items-center gap-2 rounded-lg border border-line-strong/60 bg-surface pr-2 pl-1.5">
        <input
          type="color"
          aria-label={`${label}, picker`}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#000000'}
          onChange={(event) => onChange(event.target.value)}
          className="size-6 cursor-pointer rounded border-0 bg-transparent p-0"
        />
        <input
          id={id}
          value={value}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          className="w-full min-w-0 bg-transparent font-mono text-[13px] outline-offset-4"
        />
      </div>
    </div>
  );
}

import { type ReactNode, useState } from 'react';
import { TextField } from './field.tsx';
import { instantOf, localTextOf } from './zoned-time.ts';

interface InstantFieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  timeZone: string;
  /** Empty: no value. */
  value: string;
  onChange: (value: string) => void;
}

/** A moment in the owner's time zone. While somebody types, the text stays unchanged. */
export function InstantField({ timeZone, value, onChange, ...rest }: InstantFieldProps) {
  const textOf = (instant: string) => (instant === '' ? '' : localTextOf(instant, timeZone));
  const [shown, setShown] = useState(() => ({ value, text: textOf(value) }));
  // Changed from outside, for example because the draft was discarded.
  if (shown.value !== value) setShown({ value, text: textOf(value) });
  const { text } = shown;
  const change = (next: string) => {
    // A year has four digits; before that, the value is incomplete.
    const isComplete = next === '' || /^[12]\d{3}-/.test(next);
    const changed = !isComplete ? value : next === '' ? '' : instantOf(next, timeZone);
    setShown({ value: changed, text: next });
    if (changed !== value) onChange(changed);
  };
  return (
    <TextField
      {...rest}
      type="datetime-local"
      value={text}
      max="2999-12-31T23:59"
      onChange={(event) => change(event.target.value)}
    />
  );
}

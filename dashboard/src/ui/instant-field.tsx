import { type ReactNode, useState } from 'react';
import { TextField } from './field.tsx';
import { instantOf, localTextOf } from './zoned-time.ts';

interface InstantFieldProps {
  label: string;
  hint?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  timeZone: string;
  /** Empty: no value. */
  value: string;
  onChange: (value: string) => void;
}

/** A moment in the owner's time zone. While somebody types, the text stays unchanged. */
export function InstantField({ timeZone, value, onChange, ...rest }: InstantFieldProps) {
  const [text, setText] = useState(() => (value === '' ? '' : localTextOf(value, timeZone)));
  const change = (next: string) => {
    setText(next);
    // A year has four digits; before that, the value is incomplete.
    if (next === '') onChange('');
    else if (/^[12]\d{3}-/.test(next)) onChange(instantOf(next, timeZone));
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

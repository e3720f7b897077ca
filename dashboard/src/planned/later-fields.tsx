import { TextField } from '../ui/field.tsx';
import { InstantField } from '../ui/instant-field.tsx';

export interface Later {
  name: string;
  /** Empty: not chosen yet. */
  applyAt: string;
}

interface LaterFieldsProps {
  later: Later;
  timeZone: string;
  onChange: (later: Later) => void;
}

/** When a change happens, and what people call it. */
export function LaterFields({ later, timeZone, onChange }: LaterFieldsProps) {
  return (
    <>
      <InstantField
        label="When"
        hint={`Time zone: ${timeZone.replaceAll('_', ' ')}. It happens within a second.`}
        timeZone={timeZone}
        value={later.applyAt}
        onChange={(applyAt) => onChange({ ...later, applyAt })}
        required
      />
      <TextField
        label="Name"
        hint="For the list of planned changes. You can leave it out."
        placeholder="Summer menu"
        maxLength={200}
        value={later.name}
        onChange={(event) => onChange({ ...later, name: event.target.value })}
      />
    </>
  );
}

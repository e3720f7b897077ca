import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';

interface RangeDialogProps {
  from: string | undefined;
  until: string | undefined;
  /** In the owner's time zone. */
  today: string;
  onChoose: (range: { from: string; until: string | undefined }) => void;
  onClose: () => void;
}

/** The first and the last day of a range. */
export function RangeDialog({ today, onChoose, onClose, ...given }: RangeDialogProps) {
  const [from, setFrom] = useState(given.from ?? '');
  const [until, setUntil] = useState(given.until ?? '');
  return (
    <Modal title="Choose a range" isOpen onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          onChoose({ from, until: until === '' ? undefined : until });
        }}
      >
        <div className="grid grid-cols-2 gap-4">
          <TextField
            label="From"
            type="date"
            value={from}
            min="2024-01-01"
            max={until === '' ? today : until}
            onChange={(event) => setFrom(event.target.value)}
            required
          />
          <TextField
            label="Until"
            type="date"
            value={until}
            min={from}
            max={today}
            onChange={(event) => setUntil(event.target.value)}
            hint="Leave empty for the current time."
          />
        </div>
        <div className="flex justify-end">
          <Button type="submit" look="primary">
            Show
          </Button>
        </div>
      </form>
    </Modal>
  );
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../api/queries.ts';
import { messageOf } from '../api/request.ts';
import { usePlan } from '../planned/later-button.tsx';
import { LaterFields } from '../planned/later-fields.tsx';
import { RehearseButton } from '../planned/rehearse-button.tsx';
import { Button } from '../ui/button.tsx';
import { Choice, TextField } from '../ui/field.tsx';
import { plural } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { withScheme } from '../ui/with-scheme.ts';

interface LaterDialogProps {
  qrIds: string[];
  onClose: () => void;
  onPlanned: () => void;
}

type Kind = 'redirect_url' | 'archive' | 'restore';
const kinds: { value: Kind; label: string }[] = [
  { value: 'redirect_url', label: 'Change the destination' },
  { value: 'archive', label: 'Archive' },
  { value: 'restore', label: 'Restore' },
];

/** Plans a change of the chosen codes. */
export function LaterDialog({ qrIds, onClose, onPlanned }: LaterDialogProps) {
  const { data: me } = useSuspenseQuery(meQuery);
  const [kind, setKind] = useState<Kind>('redirect_url');
  const [url, setUrl] = useState('');
  const [later, setLater] = useState({ name: '', applyAt: '' });
  const plan = usePlan(onPlanned);
  const change =
    kind === 'redirect_url'
      ? { redirect_url: withScheme(url) }
      : { status: kind === 'archive' ? 'archived' : 'active' };
  return (
    <Modal
      title={`Plan a change of ${plural(qrIds.length, 'code')}`}
      hint="Until then, nothing changes. The planned change appears in the history of the codes, where you can edit or cancel it."
      isOpen
      onClose={onClose}
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          plan.mutate({ qrIds, change, ...later });
        }}
      >
        <Choice label="Change" value={kind} onChange={(next) => setKind(next as Kind)} options={kinds} />
        {kind === 'redirect_url' && (
          <TextField
            label="New destination"
            inputMode="url"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            required
          />
        )}
        <LaterFields later={later} timeZone={me.account.timezone} onChange={setLater} />
        {plan.error && <Notice tone="bad">{messageOf(plan.error)}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <RehearseButton qrIds={qrIds} change={change} isDisabled={kind === 'redirect_url' && url === ''} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={plan.isPending}>
            Plan it
          </Button>
        </div>
      </form>
    </Modal>
  );
}

import { useState } from 'react';
import { accountQuery, request } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/field.tsx';
import { plural } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { useAction } from '../ui/use-action.ts';

interface Export {
  export_id: string;
  status: 'queued' | 'running' | 'done' | 'failed' | 'expired';
  progress: number;
  rows: number;
  error: string | null;
}

const pauseMs = 500;

/** The images of codes as one file. */
export function ZipDialog({ qrIds, onClose }: { qrIds: string[]; onClose: () => void }) {
  const [format, setFormat] = useState('svg');
  const [progress, setProgress] = useState(0);
  const save = useAction({
    run: () => makeZip(qrIds, format, setProgress),
    done: ({ rows }) => `${plural(rows, 'image')} saved.`,
    onDone: onClose,
  });
  return (
    <Modal
      title={`Download the images of ${plural(qrIds.length, 'code')}`}
      hint="As a ZIP. Archived codes are left out."
      isOpen
      onClose={onClose}
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Choice
          label="Format"
          value={format}
          onChange={setFormat}
          options={[
            { value: 'svg', label: 'SVG: sharp at any size' },
            { value: 'png', label: 'PNG: for screens and documents' },
            { value: 'pdf', label: 'PDF: for print shops' },
          ]}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {save.isPending ? `${Math.round(progress * 100)} %` : 'Download'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

async function makeZip(
  qrIds: string[],
  format: string,
  onProgress: (progress: number) => void,
): Promise<Export> {
  let { export: made } = await request<{ export: Export }>('/image-exports', {
    method: 'POST',
    body: { qr_ids: qrIds, format },
  });
  while (made.status === 'queued' || made.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    ({ export: made } = await request<{ export: Export }>(`/image-exports/${made.export_id}`));
    onProgress(made.progress);
  }
  if (made.status !== 'done') throw new Error(made.error ?? 'The file could not be made. Try again.');
  const link = document.createElement('a');
  link.href = `/dashboard/api/image-exports/${made.export_id}/file${accountQuery()}`;
  link.download = 'qr-codes.zip';
  link.click();
  return made;
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { templatesQuery } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/field.tsx';
import { plural } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { type BulkResult, useBulkChange } from './bulk-actions.ts';

interface TemplateDialogProps {
  qrIds: string[];
  onClose: () => void;
  onDone: (result: BulkResult) => void;
}

/** Gives codes the design of a template. */
export function TemplateDialog({ qrIds, onClose, onDone }: TemplateDialogProps) {
  const templates = useQuery(templatesQuery);
  const [chosen, setChosen] = useState('');
  const change = useBulkChange({ verb: 'given the design', onDone });
  const items = templates.data ?? [];
  const templateId = chosen || items[0]?.template_id;
  return (
    <Modal
      title={`Apply a template to ${plural(qrIds.length, 'code')}`}
      hint="Their images are drawn again. Printed codes keep working."
      isOpen
      onClose={onClose}
    >
      {templates.data?.length === 0 ? (
        <p className="text-soft">
          There are no templates yet. Design a code, then save the design under “Save as template”.
        </p>
      ) : (
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate({ qrIds, change: { template_id: templateId } });
          }}
        >
          <Choice
            label="Template"
            value={templateId ?? ''}
            onChange={setChosen}
            options={items.map(({ template_id, name }) => ({ value: template_id, label: name }))}
          />
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button
              type="submit"
              look="primary"
              disabled={templateId === undefined}
              isBusy={change.isPending}
            >
              {change.progress ?? 'Apply'}
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}

import { useState } from 'react';
import { uniteTags, withoutTags } from '#core/tags.ts';
import type { QrItem } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { plural } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { type BulkResult, useBulkChange } from './bulk-actions.ts';
import { TagInput } from './tag-input.tsx';

interface TagDialogProps {
  qrIds: string[];
  items: QrItem[];
  onClose: () => void;
  onDone: (result: BulkResult) => void;
}

/** Adds tags to codes, and removes tags that they have. */
export function TagDialog({ qrIds, items, onClose, onDone }: TagDialogProps) {
  const [added, setAdded] = useState<string[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  const change = useBulkChange({ verb: 'tagged', onDone });
  const present = uniteTags(
    [],
    items.flatMap(({ tags }) => tags),
  );
  return (
    <Modal title={`Tags of ${plural(qrIds.length, 'code')}`} isOpen onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({
            qrIds,
            change: {
              ...(added.length > 0 && { add_tags: added }),
              ...(removed.length > 0 && { remove_tags: removed }),
            },
          });
        }}
      >
        <TagInput label="Add tags" hint="Enter ends a tag." tags={added} onChange={setAdded} />
        {present.length > 0 && (
          <fieldset>
            <legend className="mb-1.5 text-[13px] font-medium">Remove tags</legend>
            <div className="flex flex-wrap gap-x-4 gap-y-2">
              {present.map((tag) => (
                <label key={tag} className="flex items-center gap-2">
                  <input
                    type="checkbox"
                    checked={removed.includes(tag)}
                    onChange={(event) =>
                      setRemoved(
                        event.target.checked ? uniteTags(removed, [tag]) : withoutTags(removed, [tag]),
                      )
                    }
                    className="size-4 accent-accent"
                  />
                  {tag}
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            disabled={added.length + removed.length === 0}
            isBusy={change.isPending}
          >
            {change.progress ?? 'Save tags'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

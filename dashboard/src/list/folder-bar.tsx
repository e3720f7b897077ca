import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Folder as FolderIcon, FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { fieldOf } from '../account/use-form.ts';
import { request } from '../api/request.ts';
import type { Folder } from '../api/types.ts';
import { useCanSomewhere } from '../api/use-can.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Confirm } from '../ui/confirm.tsx';
import { TextField } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { type BulkResult, useBulkChange } from './bulk-actions.ts';
import { createFolder } from './create-folder.ts';
import type { CodeFilter } from './list-filter.ts';
import { foldersQuery } from './list-queries.ts';

interface FolderBarProps {
  projectId: string;
  filter: CodeFilter;
  onResult: (result: BulkResult) => void;
}

/** The folders of a project. */
export function FolderBar({ projectId, filter, onResult }: FolderBarProps) {
  const folders = useQuery(foldersQuery(projectId));
  const canChange = useCanSomewhere()('codes.change');
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'create' | 'rename' | 'delete' | null>(null);
  const current = folders.data?.find(({ folder_id }) => folder_id === filter.folder);
  const show = (folder: string | undefined) => void navigate({ to: '/codes', search: { ...filter, folder } });
  const save = useAction({
    run: async (name: string) =>
      asked === 'rename' && current !== undefined
        ? request(`/folders/${current.folder_id}`, { method: 'PATCH', body: { name } }).then(() => undefined)
        : createFolder(projectId, name),
    stale: [['folders']],
    done: 'Folder saved.',
    onDone: (created) => {
      setAsked(null);
      if (created !== undefined) show(created);
    },
    isQuiet: true,
  });
  const close = () => setAsked(null);
  return (
    <nav aria-label="Folders" className="mb-4 flex flex-wrap items-center gap-2">
      <FolderLink filter={filter} folder={null} />
      {(folders.data ?? []).map((folder) => (
        <FolderLink key={folder.folder_id} filter={filter} folder={folder} />
      ))}
      {canChange && (
        <Button
          size="small"
          look="quiet"
          icon={<FolderPlus className="size-4" aria-hidden />}
          onClick={() => setAsked('create')}
        >
          New folder
        </Button>
      )}
      {canChange && current !== undefined && (
        <>
          <Button size="small" look="quiet" onClick={() => setAsked('rename')}>
            Rename “{current.name}”
          </Button>
          <Button size="small" look="quiet" onClick={() => setAsked('delete')}>
            Delete
          </Button>
          <DeleteFolder
            folder={current}
            isOpen={asked === 'delete'}
            onClose={close}
            onDone={(result) => {
              close();
              if (result !== null) onResult(result);
              show(undefined);
            }}
          />
        </>
      )}
      <Modal
        title={asked === 'rename' ? 'Rename folder' : 'New folder'}
        isOpen={asked === 'create' || asked === 'rename'}
        onClose={close}
      >
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(fieldOf(new FormData(event.currentTarget), 'name'));
          }}
        >
          {save.error && <Notice tone="bad">{save.error.message}</Notice>}
          <TextField
            label="Name"
            name="name"
            defaultValue={asked === 'rename' ? current?.name : ''}
            maxLength={80}
            required
            autoFocus
          />
          <div className="flex justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" look="primary" isBusy={save.isPending}>
              Save
            </Button>
          </div>
        </form>
      </Modal>
    </nav>
  );
}

function FolderLink({ filter, folder }: { filter: CodeFilter; folder: Folder | null }) {
  const isCurrent = filter.folder === folder?.folder_id;
  return (
    <Link
      to="/codes"
      search={{ ...filter, folder: folder?.folder_id }}
      aria-current={isCurrent ? 'true' : undefined}
      className={classNames(
        'inline-flex h-8 max-w-56 items-center gap-1.5 rounded-lg border px-2.5 text-[13px]',
        isCurrent
          ? 'border-accent bg-accent-soft text-accent-strong'
          : 'border-line bg-surface hover:bg-sunken',
      )}
    >
      {folder !== null && <FolderIcon className="size-3.5 shrink-0" aria-hidden />}
      <span className="truncate">{folder?.name ?? 'All folders'}</span>
    </Link>
  );
}

interface DeleteFolderProps {
  folder: Folder;
  isOpen: boolean;
  onClose: () => void;
  onDone: (result: BulkResult | null) => void;
}

/** Its codes are moved out first, as a change that can be undone. */
function DeleteFolder({ folder, isOpen, onClose, onDone }: DeleteFolderProps) {
  const remove = useAction({
    run: (moved: BulkResult | null) =>
      request(`/folders/${folder.folder_id}`, { method: 'DELETE' }).then(() => moved),
    stale: [['folders'], ['codes']],
    done: 'Folder deleted. Its codes stay in the project.',
    onDone,
  });
  const empty = useBulkChange({ verb: 'moved out of the folder', onDone: (result) => remove.mutate(result) });
  const start = useAction({
    run: () =>
      request<{ qr_ids: string[] }>(
        `/qr-codes/ids?${new URLSearchParams({ folder_id: folder.folder_id, status: 'active,archived,blocked' })}`,
      ),
    onDone: ({ qr_ids: qrIds }) => {
      if (qrIds.length === 0) remove.mutate(null);
      else empty.mutate({ qrIds, change: { folder_id: null } });
    },
  });
  return (
    <Confirm
      title={`Delete the folder “${folder.name}”?`}
      action={empty.progress ?? 'Delete folder'}
      isOpen={isOpen}
      isBusy={start.isPending || empty.isPending || remove.isPending}
      onConfirm={() => start.mutate()}
      onClose={onClose}
    >
      <p>Its codes stay in the project and keep working.</p>
    </Confirm>
  );
}

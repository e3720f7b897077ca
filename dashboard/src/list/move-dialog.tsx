import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { projectsQuery } from '../api/queries.ts';
import { messageOf } from '../api/request.ts';
import type { QrItem } from '../api/types.ts';
import { useCan } from '../api/use-can.ts';
import { Button } from '../ui/button.tsx';
import { Choice, TextField } from '../ui/field.tsx';
import { plural } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { type BulkResult, useBulkChange } from './bulk-actions.ts';
import { createFolder } from './create-folder.ts';
import { createProject } from './create-project.ts';
import { foldersQuery } from './list-queries.ts';

/** Chooses neither a project nor a folder that exists. */
const another = 'new';

interface MoveDialogProps {
  qrIds: string[];
  items: QrItem[];
  onClose: () => void;
  onDone: (result: BulkResult) => void;
}

/** Moves codes to a project and a folder. */
export function MoveDialog({ qrIds, items, onClose, onDone }: MoveDialogProps) {
  const mayCreate = useCan()('projects.create');
  const projects = useQuery(projectsQuery);
  const open = (projects.data ?? []).filter(({ is_archived }) => !is_archived);
  const [chosen, setChosen] = useState<string | null>(null);
  const projectId = chosen ?? items[0]?.project_id ?? open[0]?.project_id ?? '';
  const [projectName, setProjectName] = useState('');
  const [folder, setFolder] = useState('');
  const [folderName, setFolderName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const isNewProject = projectId === another;
  const folders = useQuery({ ...foldersQuery(projectId), enabled: projectId !== '' && !isNewProject });
  const queryClient = useQueryClient();
  const move = useBulkChange({ verb: 'moved', onDone });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    try {
      const target = isNewProject ? await createProject(projectName) : projectId;
      // If the rest fails, the next try must not create a second one.
      setChosen(target);
      if (isNewProject) await queryClient.invalidateQueries({ queryKey: ['projects'] });
      const folderId = folder === another ? await createFolder(target, folderName) : folder || null;
      await queryClient.invalidateQueries({ queryKey: ['folders'] });
      move.mutate({ qrIds, change: { project_id: target, folder_id: folderId } });
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Modal title={`Move ${plural(qrIds.length, 'code')}`} isOpen onClose={onClose}>
      <form className="space-y-4" onSubmit={(event) => void submit(event)}>
        {problem !== null && <Notice tone="bad">{problem}</Notice>}
        <Choice
          label="Project"
          value={projectId}
          onChange={(next) => {
            setChosen(next);
            setFolder('');
          }}
          options={[
            ...open.map((project) => ({ value: project.project_id, label: project.name })),
            ...(mayCreate ? [{ value: another, label: 'New project…' }] : []),
          ]}
        />
        {isNewProject && (
          <TextField
            label="Name of the new project"
            value={projectName}
            maxLength={120}
            required
            onChange={(event) => setProjectName(event.target.value)}
          />
        )}
        <Choice
          label="Folder"
          value={folder}
          onChange={setFolder}
          options={[
            { value: '', label: 'No folder' },
            ...(folders.data ?? []).map(({ folder_id, name: label }) => ({ value: folder_id, label })),
            { value: another, label: 'New folder…' },
          ]}
        />
        {folder === another && (
          <TextField
            label="Name of the new folder"
            value={folderName}
            maxLength={80}
            required
            onChange={(event) => setFolderName(event.target.value)}
          />
        )}
        <p className="text-[13px] text-soft">
          Links and images stay as they are. Scans count for the project in which they happened.
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={move.isPending}>
            {move.progress ?? 'Move'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

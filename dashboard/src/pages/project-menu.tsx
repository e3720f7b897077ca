import { Menu } from '@base-ui/react/menu';
import { useQueryClient } from '@tanstack/react-query';
import { MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { fieldOf } from '../account/use-form.ts';
import { request } from '../api/request.ts';
import type { Project } from '../api/types.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { TextField } from '../ui/field.tsx';
import { plural } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';

/** The actions of a project, with their consequences. */
export function ProjectMenu({ project }: { project: Project }) {
  const [asked, setAsked] = useState<'rename' | 'archive' | 'unarchive' | null>(null);
  const change = useAction({
    run: (body: Partial<Pick<Project, 'name' | 'is_default' | 'is_archived'>>) =>
      request<{ project: Project }>(`/projects/${project.project_id}`, { method: 'PATCH', body }),
    stale: [['projects'], ['codes']],
    done: ({ project: changed }) => `“${changed.name}” changed.`,
    onDone: () => setAsked(null),
    isQuiet: asked === 'rename',
  });
  const item =
    'flex h-9 cursor-pointer items-center rounded-lg px-2.5 outline-none data-[disabled]:cursor-not-allowed data-[disabled]:opacity-50 data-[highlighted]:bg-sunken';
  const codes = plural(project.live_qr_codes, 'code');
  const queryClient = useQueryClient();
  const askToArchive = async () => {
    // The current number, not the one from when the page was opened.
    await queryClient.invalidateQueries({ queryKey: ['projects'] });
    setAsked('archive');
  };
  return (
    <>
      <Menu.Root>
        <Menu.Trigger aria-label={`Actions for ${project.name}`} className={buttonClass('quiet', 'icon')}>
          <MoreHorizontal className="size-4" aria-hidden />
        </Menu.Trigger>
        {/* Inside a landmark, where screen readers look for it. */}
        <Menu.Portal container={document.getElementById('content')}>
          <Menu.Positioner positionMethod="fixed" align="end" sideOffset={4} className="z-50">
            <Menu.Popup className="w-52 rounded-xl border border-line bg-raised p-1 shadow-lg outline-none">
              <Menu.Item className={item} onClick={() => setAsked('rename')}>
                Rename…
              </Menu.Item>
              <Menu.Item
                className={item}
                disabled={project.is_default || project.is_archived}
                onClick={() => change.mutate({ is_default: true })}
              >
                Make default
              </Menu.Item>
              {project.is_archived ? (
                <Menu.Item className={item} onClick={() => setAsked('unarchive')}>
                  Restore…
                </Menu.Item>
              ) : (
                <Menu.Item className={`${item} text-bad`} onClick={() => void askToArchive()}>
                  Archive…
                </Menu.Item>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <Modal title="Rename project" isOpen={asked === 'rename'} onClose={() => setAsked(null)}>
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate({ name: fieldOf(new FormData(event.currentTarget), 'name') });
          }}
        >
          {change.error && <Notice tone="bad">{change.error.message}</Notice>}
          <TextField
            label="Name"
            name="name"
            defaultValue={project.name}
            maxLength={120}
            required
            autoFocus
          />
          <div className="flex justify-end gap-2">
            <Button onClick={() => setAsked(null)}>Cancel</Button>
            <Button type="submit" look="primary" isBusy={change.isPending}>
              Rename
            </Button>
          </div>
        </form>
      </Modal>
      <Confirm
        title={`Archive “${project.name}”?`}
        action="Archive project"
        isOpen={asked === 'archive'}
        isBusy={change.isPending}
        onConfirm={() => change.mutate({ is_archived: true })}
        onClose={() => setAsked(null)}
      >
        <Notice tone="warn">
          {project.live_qr_codes === 0
            ? 'The project has no live codes, so nothing stops working.'
            : `${codes} will stop working at once. Visitors will see “not found”.`}
        </Notice>
        <p>Nothing is deleted. If you restore the project, all codes work again.</p>
      </Confirm>
      <Confirm
        title={`Restore “${project.name}”?`}
        action="Restore project"
        isHarmless
        isOpen={asked === 'unarchive'}
        isBusy={change.isPending}
        onConfirm={() => change.mutate({ is_archived: false })}
        onClose={() => setAsked(null)}
      >
        <p>{codes} will resolve again at once.</p>
      </Confirm>
    </>
  );
}

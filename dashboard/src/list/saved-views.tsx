import { Menu } from '@base-ui/react/menu';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bookmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { fieldOf } from '../account/use-form.ts';
import { request } from '../api/request.ts';
import type { SavedView } from '../api/types.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { type CodeFilter, readFilter, setFields } from './list-filter.ts';
import { viewsQuery } from './list-queries.ts';

/** Filters and orders that the user has named. */
export function SavedViews({ filter }: { filter: CodeFilter }) {
  const views = useQuery(viewsQuery);
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'save' | 'manage' | null>(null);
  const save = useAction({
    run: (name: string) =>
      request('/saved-views', { method: 'POST', body: { name, filter: setFields(filter) } }),
    stale: [['views']],
    done: 'View saved.',
    onDone: () => setAsked(null),
    isQuiet: true,
  });
  const remove = useAction({
    run: ({ view_id }: SavedView) => request(`/saved-views/${view_id}`, { method: 'DELETE' }),
    stale: [['views']],
    done: 'View deleted.',
  });
  const items = views.data ?? [];
  const item =
    'flex h-9 cursor-pointer items-center rounded-lg px-2.5 outline-none data-[highlighted]:bg-sunken data-[disabled]:opacity-50';
  return (
    <>
      <Menu.Root>
        <Menu.Trigger className={buttonClass()}>
          <Bookmark className="size-4" aria-hidden /> Views
        </Menu.Trigger>
        {/* Inside a landmark, where screen readers look for it. */}
        <Menu.Portal container={document.getElementById('content')}>
          <Menu.Positioner positionMethod="fixed" align="end" sideOffset={6} className="z-50">
            <Menu.Popup className="max-h-96 w-64 overflow-y-auto rounded-xl border border-line bg-raised p-1 shadow-lg outline-none">
              {items.map((view) => (
                <Menu.Item
                  key={view.view_id}
                  className={item}
                  onClick={() => void navigate({ to: '/codes', search: readFilter(view.filter) })}
                >
                  <span className="truncate">{view.name}</span>
                </Menu.Item>
              ))}
              {items.length > 0 && <Menu.Separator className="my-1 h-px bg-line" />}
              <Menu.Item
                className={item}
                disabled={Object.keys(setFields(filter)).length === 0}
                onClick={() => setAsked('save')}
              >
                Save this view…
              </Menu.Item>
              {items.length > 0 && (
                <Menu.Item className={item} onClick={() => setAsked('manage')}>
                  Delete views…
                </Menu.Item>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <Modal
        title="Save this view"
        hint="Its filters and order. Only you see it. A view with the same name is replaced."
        isOpen={asked === 'save'}
        onClose={() => setAsked(null)}
      >
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(fieldOf(new FormData(event.currentTarget), 'name'));
          }}
        >
          {save.error && <Notice tone="bad">{save.error.message}</Notice>}
          <TextField label="Name" name="name" maxLength={80} required autoFocus />
          <div className="flex justify-end gap-2">
            <Button onClick={() => setAsked(null)}>Cancel</Button>
            <Button type="submit" look="primary" isBusy={save.isPending}>
              Save
            </Button>
          </div>
        </form>
      </Modal>
      <Modal title="Delete views" isOpen={asked === 'manage'} onClose={() => setAsked(null)}>
        <ul className="divide-y divide-line">
          {items.map((view) => (
            <li key={view.view_id} className="flex items-center justify-between gap-3 py-1">
              <span className="truncate">{view.name}</span>
              <Button
                look="quiet"
                size="icon"
                aria-label={`Delete the view ${view.name}`}
                onClick={() => remove.mutate(view)}
              >
                <Trash2 className="size-4" aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      </Modal>
    </>
  );
}

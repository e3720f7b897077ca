import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FolderKanban, QrCode, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { projectsQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { QrPage } from '../api/types.ts';
import { classNames } from '../ui/class-names.ts';
import { places } from './places.ts';

interface Command {
  id: string;
  label: string;
  hint?: string;
  icon: ReactNode;
  run: () => void;
}

const codesMax = 6;
const icon = 'size-4 shrink-0 text-soft';

/** Finds pages, projects and codes by name. */
export function CommandPalette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-2xl border border-line bg-raised shadow-2xl">
          <Palette onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Palette({ onClose }: { onClose: () => void }) {
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const commands = useCommands(words.trim()).map((command) => ({
    ...command,
    run: () => {
      onClose();
      command.run();
    },
  }));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt((at + step + commands.length) % Math.max(1, commands.length));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      commands[at]?.run();
    }
  };
  return (
    <>
      <Dialog.Title className="sr-only">Search or jump to</Dialog.Title>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search className="size-4 text-soft" aria-hidden />
        <input
          role="combobox"
          aria-label="Search pages, projects and codes"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={commands[at] ? `${listId}-${at}` : undefined}
          placeholder="Search pages, projects and codes…"
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          className="h-12 w-full bg-transparent outline-none placeholder:text-soft"
        />
      </div>
      <ul id={listId} role="listbox" aria-label="Results" className="max-h-[50vh] overflow-y-auto p-2">
        {commands.map((command, index) => (
          // The keyboard reaches options through the field above.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={command.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === at}
            ref={index === at ? showOption : undefined}
            onMouseMove={() => setAt(index)}
            onClick={command.run}
            className={classNames(
              'flex h-10 cursor-pointer items-center gap-3 rounded-lg px-3',
              index === at && 'bg-accent-soft text-accent-strong',
            )}
          >
            {command.icon}
            <span className="truncate">{command.label}</span>
            {command.hint && <span className="ml-auto truncate pl-3 text-xs text-soft">{command.hint}</span>}
          </li>
        ))}
        {commands.length === 0 && <li className="px-3 py-6 text-center text-soft">No results.</li>}
      </ul>
    </>
  );
}

/** Keeps the selected option visible. */
function showOption(option: HTMLLIElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

function useCommands(words: string): Command[] {
  const navigate = useNavigate();
  const projects = useQuery(projectsQuery);
  const codes = useQuery({
    queryKey: ['palette', words],
    queryFn: ({ signal }) =>
      request<QrPage>(`/qr-codes?${new URLSearchParams({ q: words, page_size: String(codesMax) })}`, {
        signal,
      }),
    enabled: words.length > 1,
  });
  const pages = places.map(
    ({ to, label, icon: Icon }): Command => ({
      id: to,
      label,
      icon: <Icon className={icon} />,
      run: () => void navigate({ to }),
    }),
  );
  const projectCommands = (projects.data ?? []).map((project) => ({
    id: project.project_id,
    label: project.name,
    hint: 'Project',
    icon: <FolderKanban className={icon} />,
    run: () => void navigate({ to: '/projects/$id', params: { id: project.project_id } }),
  }));
  const codeCommands = (words.length > 1 ? (codes.data?.items ?? []) : []).map((code) => ({
    id: code.qr_id,
    label: code.label,
    hint: code.slug ?? 'QR code',
    icon: <QrCode className={icon} />,
    run: () => void navigate({ to: '/codes/$id', params: { id: code.qr_id } }),
  }));
  const hasWords = ({ label }: Command) => label.toLowerCase().includes(words.toLowerCase());
  return [...[...pages, ...(words === '' ? [] : projectCommands)].filter(hasWords), ...codeCommands];
}

import { Menu } from '@base-ui/react/menu';
import { Link, useNavigate } from '@tanstack/react-router';
import { Copy, MoreHorizontal, Pencil, QrCode as QrIcon } from 'lucide-react';
import { useState } from 'react';
import { isStaticType } from '#core/qr-content/content-field.ts';
import { request } from '../api/request.ts';
import type { QrItem } from '../api/types.ts';
import { useCanSomewhere } from '../api/use-can.ts';
import { StatusBadge } from '../codes/status-badge.tsx';
import { typeNames } from '../codes/type-names.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { formatDate, formatNumber } from '../ui/format.ts';
import { useAction } from '../ui/use-action.ts';
import type { CodeFilter } from './list-filter.ts';

interface CodeRowProps {
  code: QrItem;
  filter: CodeFilter;
  isChosen: boolean;
  onToggle: () => void;
}

export function CodeRow({ code, filter, isChosen, onToggle }: CodeRowProps) {
  const { icon: Icon, label } = typeNames[code.type];
  const isStatic = isStaticType(code.type);
  const [isRenaming, setRenaming] = useState(false);
  return (
    <li className="relative flex items-center gap-3 px-4 py-3 hover:bg-sunken/60 sm:gap-4">
      {/* As large as a finger. */}
      <label className="relative z-10 -my-3 -ml-3 flex items-center self-stretch p-3">
        <input
          type="checkbox"
          aria-label={`Select ${code.label}`}
          checked={isChosen}
          onChange={onToggle}
          className="size-5 accent-accent sm:size-4"
        />
      </label>
      <div className="flex size-12 shrink-0 items-center justify-center overflow-hidden rounded-lg border border-line bg-white">
        {code.file_url_svg ? (
          <img src={code.file_url_svg} alt="" className="size-11 object-contain" loading="lazy" />
        ) : (
          <QrIcon className="size-5 text-zinc-400" aria-hidden />
        )}
      </div>
      <div className="min-w-0 grow">
        {isRenaming ? (
          <Rename code={code} onEnd={() => setRenaming(false)} />
        ) : (
          <p className="truncate font-medium">
            <Link
              to="/codes/$id"
              params={{ id: code.qr_id }}
              className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              {code.label}
            </Link>
          </p>
        )}
        <p className="mt-0.5 flex items-center gap-1.5 truncate text-[13px] text-soft">
          <Icon className="size-3.5 shrink-0" aria-hidden />
          <span className="truncate">{code.redirect_url === '' ? label : code.redirect_url}</span>
        </p>
        {code.tags.length > 0 && (
          <p className="mt-1 flex flex-wrap gap-1">
            {code.tags.map((tag) => (
              <Link
                key={tag}
                to="/codes"
                search={{ ...filter, tag: [...(filter.tag ?? []).filter((one) => one !== tag), tag] }}
                className="relative z-10 max-w-40 truncate rounded-md bg-sunken px-1.5 py-0.5 text-xs text-soft hover:text-text"
                aria-label={`Filter by the tag ${tag}`}
              >
                {tag}
              </Link>
            ))}
          </p>
        )}
        <p className="mt-1 sm:hidden">
          <StatusBadge code={code} />
        </p>
      </div>
      <div className="hidden w-28 shrink-0 text-[13px] text-soft md:block">{formatDate(code.created_at)}</div>
      <div className="w-16 shrink-0 text-right sm:w-20">
        <p className="font-semibold tabular-nums">{isStatic ? '–' : formatNumber(code.scan_count)}</p>
        <p className="text-xs text-soft">{isStatic ? 'static' : code.scan_count === 1 ? 'scan' : 'scans'}</p>
      </div>
      <div className="hidden w-24 shrink-0 justify-end sm:flex">
        <StatusBadge code={code} />
      </div>
      <RowMenu code={code} onRename={() => setRenaming(true)} />
    </li>
  );
}

/** The name, changed in its place: Enter saves, Escape leaves it as it is. */
function Rename({ code, onEnd }: { code: QrItem; onEnd: () => void }) {
  const [label, setLabel] = useState(code.label);
  const save = useAction({
    run: (next: string) => request(`/qr-codes/${code.qr_id}`, { method: 'PATCH', body: { label: next } }),
    stale: [['codes'], ['code', code.qr_id], ['changes']],
    done: 'Name saved.',
    onDone: onEnd,
    waits: true,
  });
  return (
    <form
      className="relative z-10 flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (label.trim() === code.label) onEnd();
        else save.mutate(label);
      }}
    >
      <input
        aria-label={`New name of ${code.label}`}
        value={label}
        maxLength={255}
        required
        // biome-ignore lint/a11y/noAutofocus: the user has just asked to enter a name.
        autoFocus
        onChange={(event) => setLabel(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onEnd()}
        className="h-8 w-full min-w-0 rounded-lg border border-line-strong/60 bg-surface px-2"
      />
      <Button type="submit" size="small" look="primary" isBusy={save.isPending}>
        Save
      </Button>
    </form>
  );
}

function RowMenu({ code, onRename }: { code: QrItem; onRename: () => void }) {
  const canSomewhere = useCanSomewhere();
  const navigate = useNavigate();
  const duplicate = useAction({
    run: () => request<{ qr_id: string }>(`/qr-codes/${code.qr_id}/duplicate`, { method: 'POST', body: {} }),
    stale: [['codes'], ['usage'], ['projects']],
    done: 'Duplicated. It has a link and an image of its own.',
    onDone: ({ qr_id }) => void navigate({ to: '/codes/$id/settings', params: { id: qr_id } }),
  });
  if (!canSomewhere('codes.change')) return null;
  const item =
    'flex h-9 cursor-pointer items-center gap-2 rounded-lg px-2.5 outline-none data-[highlighted]:bg-sunken';
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={`Actions for ${code.label}`}
        className={`relative z-10 -mr-2 ${buttonClass('quiet', 'icon')}`}
      >
        <MoreHorizontal className="size-4" aria-hidden />
      </Menu.Trigger>
      {/* Inside a landmark, where screen readers look for it. */}
      <Menu.Portal container={document.getElementById('content')}>
        <Menu.Positioner positionMethod="fixed" align="end" sideOffset={4} className="z-50">
          <Menu.Popup className="w-44 rounded-xl border border-line bg-raised p-1 shadow-lg outline-none">
            <Menu.Item className={item} onClick={onRename}>
              <Pencil className="size-4" aria-hidden /> Rename
            </Menu.Item>
            <Menu.Item className={item} disabled={duplicate.isPending} onClick={() => duplicate.mutate()}>
              <Copy className="size-4" aria-hidden /> Duplicate
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

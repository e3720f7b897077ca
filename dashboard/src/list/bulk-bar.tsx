import { Link } from '@tanstack/react-router';
import {
  Archive,
  CalendarClock,
  Download,
  FolderInput,
  GitCompareArrows,
  Palette,
  Printer,
  Replace,
  RotateCcw,
  Tag,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { comparedMax } from '../analytics/compared.ts';
import type { QrItem } from '../api/types.ts';
import { useCanSomewhere } from '../api/use-can.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { plural } from '../ui/format.ts';
import { type BulkResult, useBulkChange } from './bulk-actions.ts';

const MoveDialog = lazy(() =>
  import('./move-dialog.tsx').then(({ MoveDialog }) => ({ default: MoveDialog })),
);
const TagDialog = lazy(() => import('./tag-dialog.tsx').then(({ TagDialog }) => ({ default: TagDialog })));
const TemplateDialog = lazy(() =>
  import('./template-dialog.tsx').then(({ TemplateDialog }) => ({ default: TemplateDialog })),
);
const ReplaceDialog = lazy(() =>
  import('./replace-dialog.tsx').then(({ ReplaceDialog }) => ({ default: ReplaceDialog })),
);
const LabelsDialog = lazy(() =>
  import('./labels-dialog.tsx').then(({ LabelsDialog }) => ({ default: LabelsDialog })),
);
const LaterDialog = lazy(() =>
  import('./later-dialog.tsx').then(({ LaterDialog }) => ({ default: LaterDialog })),
);
const ZipDialog = lazy(() => import('./zip-dialog.tsx').then(({ ZipDialog }) => ({ default: ZipDialog })));

type Asked = 'move' | 'tag' | 'template' | 'replace' | 'later' | 'zip' | 'labels' | 'archive' | 'restore';

interface BulkBarProps {
  /** All chosen codes; `items` are those of them that are shown. */
  qrIds: string[];
  items: QrItem[];
  onClear: () => void;
  onResult: (result: BulkResult) => void;
}

/** What can be done with the chosen codes, each as one change that can be undone as one. */
export function BulkBar({ qrIds, items, onClear, onResult }: BulkBarProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const canChange = useCanSomewhere()('codes.change');
  if (qrIds.length === 0) return null;
  const close = () => setAsked(null);
  const onDone = (result: BulkResult) => {
    close();
    onClear();
    onResult(result);
  };
  const dialog = { qrIds, onClose: close, onDone };
  const areAllArchived = items.length === qrIds.length && items.every(({ status }) => status === 'archived');
  return (
    <div
      role="toolbar"
      aria-label="Chosen codes"
      className="sticky top-16 z-20 mb-3 flex flex-wrap items-center gap-2 rounded-xl border border-line bg-raised px-4 py-2.5 shadow-md lg:top-2"
    >
      <p className="mr-auto font-medium">{plural(qrIds.length, 'code')} chosen</p>
      {canChange && (
        <>
          <Action icon={<FolderInput className="size-4" aria-hidden />} onClick={() => setAsked('move')}>
            Move
          </Action>
          <Action icon={<Tag className="size-4" aria-hidden />} onClick={() => setAsked('tag')}>
            Tags
          </Action>
          <Action icon={<Palette className="size-4" aria-hidden />} onClick={() => setAsked('template')}>
            Template
          </Action>
          <Action icon={<Replace className="size-4" aria-hidden />} onClick={() => setAsked('replace')}>
            Replace
          </Action>
          <Action icon={<CalendarClock className="size-4" aria-hidden />} onClick={() => setAsked('later')}>
            Later
          </Action>
        </>
      )}
      <Action icon={<Download className="size-4" aria-hidden />} onClick={() => setAsked('zip')}>
        ZIP
      </Action>
      <Action icon={<Printer className="size-4" aria-hidden />} onClick={() => setAsked('labels')}>
        Labels
      </Action>
      {qrIds.length > 1 && qrIds.length <= comparedMax && (
        <Link to="/compare" search={{ ids: qrIds.join(',') }} className={buttonClass('plain', 'small')}>
          <GitCompareArrows className="size-4" aria-hidden /> Compare
        </Link>
      )}
      {canChange &&
        (areAllArchived ? (
          <Action icon={<RotateCcw className="size-4" aria-hidden />} onClick={() => setAsked('restore')}>
            Restore
          </Action>
        ) : (
          <Button
            size="small"
            look="danger"
            icon={<Archive className="size-4" aria-hidden />}
            onClick={() => setAsked('archive')}
          >
            Archive
          </Button>
        ))}
      <Button size="small" look="quiet" onClick={onClear}>
        Clear
      </Button>
      <Suspense>
        {asked === 'move' && <MoveDialog {...dialog} items={items} />}
        {asked === 'tag' && <TagDialog {...dialog} items={items} />}
        {asked === 'template' && <TemplateDialog {...dialog} />}
        {asked === 'replace' && <ReplaceDialog {...dialog} />}
        {asked === 'later' && (
          <LaterDialog
            qrIds={qrIds}
            onClose={close}
            onPlanned={() => {
              close();
              onClear();
            }}
          />
        )}
        {asked === 'zip' && <ZipDialog qrIds={qrIds} onClose={close} />}
        {asked === 'labels' && <LabelsDialog qrIds={qrIds} onClose={close} />}
      </Suspense>
      <StatusChange {...dialog} status={asked === 'archive' || asked === 'restore' ? asked : null} />
    </div>
  );
}

function Action({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: ReactNode }) {
  return (
    <Button size="small" icon={icon} onClick={onClick}>
      {children}
    </Button>
  );
}

interface StatusChangeProps {
  qrIds: string[];
  status: 'archive' | 'restore' | null;
  onClose: () => void;
  onDone: (result: BulkResult) => void;
}

function StatusChange({ qrIds, status, onClose, onDone }: StatusChangeProps) {
  const archive = useBulkChange({ verb: 'archived', onDone });
  const restore = useBulkChange({ verb: 'restored', onDone });
  const codes = plural(qrIds.length, 'code');
  return (
    <>
      <Confirm
        title={`Archive ${codes}?`}
        action={archive.progress ?? 'Archive'}
        isOpen={status === 'archive'}
        isBusy={archive.isPending}
        onConfirm={() => archive.mutate({ qrIds, change: { status: 'archived' } })}
        onClose={onClose}
      >
        <p>
          Their printed links stop resolving at once. You can undo this with one click. Counts and links are
          kept.
        </p>
      </Confirm>
      <Confirm
        title={`Restore ${codes}?`}
        action={restore.progress ?? 'Restore'}
        isHarmless
        isOpen={status === 'restore'}
        isBusy={restore.isPending}
        onConfirm={() => restore.mutate({ qrIds, change: { status: 'active' } })}
        onClose={onClose}
      >
        <p>Their printed links work again, after their destinations were checked.</p>
      </Confirm>
    </>
  );
}

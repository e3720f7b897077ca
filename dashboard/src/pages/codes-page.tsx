import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Archive, Plus, QrCode as QrIcon, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isStaticType } from '#core/qr-content/content-field.ts';
import { type CodeFilter, codesQuery, projectsQuery } from '../api/queries.ts';
import { messageOf } from '../api/request.ts';
import type { BulkChange, QrItem } from '../api/types.ts';
import { StatusBadge } from '../codes/status-badge.tsx';
import { offeredTypes, typeNames } from '../codes/type-names.tsx';
import { runBulkChange } from '../history/run-bulk-change.ts';
import { UndoBulk } from '../history/undo-bulk.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Choice } from '../ui/field.tsx';
import { formatDate, formatNumber, plural } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { useAction } from '../ui/use-action.ts';

const route = getRouteApi('/app/codes');
const searchPauseMs = 250;

export function CodesPage() {
  const filter = route.useSearch();
  const { project } = filter;
  const [archived, setArchived] = useState<BulkChange | null>(null);
  return (
    <Page
      title="QR codes"
      action={
        <Link to="/codes/new" search={{ project }} className={buttonClass('primary')}>
          <Plus className="size-4" aria-hidden /> New QR code
        </Link>
      }
    >
      <Filters filter={filter} />
      {archived !== null && (
        <Notice tone="info" className="mb-4">
          <span className="flex flex-wrap items-center justify-between gap-3">
            {plural(archived.done - archived.failed, 'code')} archived. Their links no longer work.
            <UndoBulk bulkId={archived.bulk_id} onUndone={() => setArchived(null)} />
          </span>
        </Notice>
      )}
      <CodeList filter={filter} onArchived={setArchived} />
    </Page>
  );
}

function Filters({ filter }: { filter: CodeFilter }) {
  const navigate = useNavigate();
  const projects = useQuery(projectsQuery);
  const [words, setWords] = useState(filter.q ?? '');
  // Changed by the address: cleared by the menu, or by going back.
  const [shown, setShown] = useState(filter.q);
  if (filter.q !== shown) {
    setShown(filter.q);
    if ((filter.q ?? '') !== words.trim()) setWords(filter.q ?? '');
  }
  const set = (change: Partial<CodeFilter>) =>
    void navigate({ to: '/codes', search: { ...filter, ...change }, replace: true });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (next: string) => {
    setWords(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => set({ q: next.trim() === '' ? undefined : next.trim() }), searchPauseMs);
  };
  return (
    <div className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_12rem_11rem_13rem]">
      <div className="relative">
        <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-soft" aria-hidden />
        <input
          type="search"
          aria-label="Search by name"
          placeholder="Search by name"
          value={words}
          onChange={(event) => search(event.target.value)}
          className="h-9 w-full rounded-lg border border-line-strong/60 bg-surface pr-3 pl-9 placeholder:text-soft"
        />
      </div>
      <Choice
        label="Status"
        isLabelHidden
        value={filter.status ?? ''}
        onChange={(status) =>
          set({ status: status === '' ? undefined : (status as NonNullable<CodeFilter['status']>) })
        }
        options={[
          { value: '', label: 'Active and blocked' },
          { value: 'active', label: 'Active' },
          { value: 'blocked', label: 'Blocked' },
          { value: 'archived', label: 'Archived' },
        ]}
      />
      <Choice
        label="Type"
        isLabelHidden
        value={filter.type ?? ''}
        onChange={(type) => set({ type: type === '' ? undefined : type })}
        options={[
          { value: '', label: 'All types' },
          ...offeredTypes.map((type) => ({ value: type, label: typeNames[type].label })),
        ]}
      />
      <Choice
        label="Project"
        isLabelHidden
        value={filter.project ?? ''}
        onChange={(project) => set({ project: project === '' ? undefined : project })}
        options={[
          { value: '', label: 'All projects' },
          ...(projects.data ?? []).map((project) => ({ value: project.project_id, label: project.name })),
        ]}
      />
    </div>
  );
}

function CodeList({ filter, onArchived }: { filter: CodeFilter; onArchived: (bulk: BulkChange) => void }) {
  const codes = useInfiniteQuery(codesQuery(filter));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const items = codes.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  if (codes.data === undefined)
    return codes.error ? (
      <Notice tone="bad">
        {messageOf(codes.error)}
        <Button size="small" className="mt-2" onClick={() => void codes.refetch()}>
          Try again
        </Button>
      </Notice>
    ) : (
      <div role="status" aria-label="Loading" className="h-96 animate-pulse rounded-xl bg-sunken" />
    );
  if (items.length === 0)
    return (
      <div className="rounded-xl border border-line bg-surface">
        {isFiltered ? (
          <EmptyState icon={<Search className="size-6" aria-hidden />} title="No matching codes">
            <p>Try other words or remove filters.</p>
          </EmptyState>
        ) : (
          <EmptyState
            icon={<QrIcon className="size-6" aria-hidden />}
            title="Create your first code"
            action={
              <Link to="/codes/new" className={buttonClass('primary')}>
                Create a QR code
              </Link>
            }
          >
            <p>
              Print it once. Change the destination at any time, add limits and schedules, and watch every
              scan arrive.
            </p>
          </EmptyState>
        )}
      </div>
    );
  return (
    <>
      <BulkBar
        codes={items.filter(({ qr_id }) => chosen.has(qr_id))}
        onDone={() => setChosen(new Set())}
        onArchived={onArchived}
      />
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface shadow-xs">
        {items.map((code) => (
          <CodeRow
            key={code.qr_id}
            code={code}
            isChosen={chosen.has(code.qr_id)}
            onToggle={() => toggle(code.qr_id)}
          />
        ))}
      </ul>
      {codes.error && (
        <Notice tone="bad" className="mt-4">
          {messageOf(codes.error)}
        </Notice>
      )}
      {codes.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button isBusy={codes.isFetchingNextPage} onClick={() => void codes.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function CodeRow({ code, isChosen, onToggle }: { code: QrItem; isChosen: boolean; onToggle: () => void }) {
  const { icon: Icon, label } = typeNames[code.type];
  const isStatic = isStaticType(code.type);
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
        <p className="truncate font-medium">
          <Link
            to="/codes/$id"
            params={{ id: code.qr_id }}
            className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {code.label}
          </Link>
        </p>
        <p className="mt-0.5 flex items-center gap-1.5 truncate text-[13px] text-soft">
          <Icon className="size-3.5 shrink-0" aria-hidden />
          <span className="truncate">{code.redirect_url === '' ? label : code.redirect_url}</span>
        </p>
        <p className="mt-1 sm:hidden">
          <StatusBadge code={code} />
        </p>
      </div>
      <div className="hidden w-28 shrink-0 text-[13px] text-soft md:block">{formatDate(code.created_at)}</div>
      <div className="w-20 shrink-0 text-right">
        <p className="font-semibold tabular-nums">{isStatic ? '–' : formatNumber(code.scan_count)}</p>
        <p className="text-xs text-soft">{isStatic ? 'static' : code.scan_count === 1 ? 'scan' : 'scans'}</p>
      </div>
      <div className="hidden w-24 shrink-0 justify-end sm:flex">
        <StatusBadge code={code} />
      </div>
    </li>
  );
}

/** Archives the selection as one change, which can be undone as one. */
function BulkBar({
  codes,
  onDone,
  onArchived,
}: {
  codes: QrItem[];
  onDone: () => void;
  onArchived: (bulk: BulkChange) => void;
}) {
  const [isAsked, setAsked] = useState(false);
  const [progress, setProgress] = useState(0);
  const archive = useAction({
    run: () =>
      runBulkChange(
        '/bulk-changes',
        { qr_ids: codes.map(({ qr_id }) => qr_id), change: { status: 'archived' } },
        setProgress,
      ),
    stale: [['codes'], ['code'], ['usage'], ['projects'], ['changes']],
    done: ({ done, failed }) =>
      failed === 0
        ? `${plural(done, 'code')} archived.`
        : `${done - failed} of ${done} codes archived. Try the others again.`,
    onDone: (bulk) => {
      setAsked(false);
      onDone();
      onArchived(bulk);
    },
  });
  const live = codes.filter(({ status }) => status !== 'archived');
  if (codes.length === 0) return null;
  return (
    <div className="sticky top-16 z-20 mb-3 flex flex-wrap items-center gap-3 rounded-xl border border-line bg-raised px-4 py-2.5 shadow-md lg:top-2">
      <p className="grow font-medium">{plural(codes.length, 'code')} chosen</p>
      <Button size="small" look="quiet" onClick={onDone}>
        Clear
      </Button>
      <Button
        size="small"
        look="danger"
        disabled={live.length === 0}
        icon={<Archive className="size-4" aria-hidden />}
        onClick={() => setAsked(true)}
      >
        Archive
      </Button>
      <Confirm
        title={`Archive ${plural(codes.length, 'code')}?`}
        action={archive.isPending ? `${progress} of ${codes.length}` : 'Archive'}
        isOpen={isAsked}
        isBusy={archive.isPending}
        onConfirm={() => archive.mutate()}
        onClose={() => setAsked(false)}
      >
        <p>
          Their printed links stop resolving at once. You can undo this with one click. Counts and links are
          kept.
        </p>
      </Confirm>
    </div>
  );
}

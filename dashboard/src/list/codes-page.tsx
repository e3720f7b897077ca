import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus, Table2 } from 'lucide-react';
import { useState } from 'react';
import { UndoBulk } from '../history/undo-bulk.tsx';
import { buttonClass } from '../ui/button.tsx';
import { formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import type { BulkResult } from './bulk-actions.ts';
import { CodeList } from './code-list.tsx';
import { FolderBar } from './folder-bar.tsx';
import { ListFilters } from './list-filters.tsx';
import { totalQuery } from './list-queries.ts';
import { SavedViews } from './saved-views.tsx';

const route = getRouteApi('/app/codes');

export function CodesPage() {
  const filter = route.useSearch();
  const [result, setResult] = useState<BulkResult | null>(null);
  const total = useQuery(totalQuery(filter));
  const { project, folder } = filter;
  return (
    <Page
      title="QR codes"
      hint={
        <span role="status">
          {total.data === undefined
            ? ' '
            : `${total.data.is_exact ? '' : 'At least '}${formatNumber(total.data.codes)} ${total.data.codes === 1 ? 'code' : 'codes'}`}
        </span>
      }
      action={
        <>
          <SavedViews filter={filter} />
          <Link to="/codes/import" className={buttonClass()}>
            <Table2 className="size-4" aria-hidden /> From a table
          </Link>
          <Link to="/codes/new" search={{ project, folder }} className={buttonClass('primary')}>
            <Plus className="size-4" aria-hidden /> New QR code
          </Link>
        </>
      }
    >
      <ListFilters filter={filter} />
      {project !== undefined && <FolderBar projectId={project} filter={filter} onResult={setResult} />}
      <div role="status">
        {result !== null && (
          <Notice tone="info" className="mb-4">
            <span className="flex flex-wrap items-center justify-between gap-3">
              {result.words}
              <UndoBulk key={result.bulkId} bulkId={result.bulkId} onUndone={() => setResult(null)} />
            </span>
          </Notice>
        )}
      </div>
      {/* The selection belongs to what is listed. */}
      <CodeList key={JSON.stringify(filter)} filter={filter} onResult={setResult} />
    </Page>
  );
}

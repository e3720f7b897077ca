import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Download, History } from 'lucide-react';
import { type AuditFilter, changesQuery, membersQuery } from '../api/queries.ts';
import { download, messageOf } from '../api/request.ts';
import type { AuditEntry } from '../api/types.ts';
import { useCan } from '../api/use-can.ts';
import { PlannedList } from '../planned/planned-list.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Choice, TextField } from '../ui/field.tsx';
import { formatAgo, formatDateTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { ChangeText } from './change-text.tsx';
import { wayWords } from './change-words.ts';
import { UndoBulk } from './undo-bulk.tsx';

const route = getRouteApi('/app/settings/audit-log');

const subjectNames: Record<string, string> = {
  code: 'Code',
  project: 'Project',
  bulk: 'Many codes',
  account: 'Account',
  member: 'Member',
  invitation: 'Invitation',
  key: 'Key',
  template: 'Template',
  domain: 'Domain',
  webhook: 'Webhook',
  sso: 'Single sign-on',
  page: 'Visitor pages',
};

/** Everything that changed in the account. */
export function AuditLogPage() {
  const filter = route.useSearch();
  const can = useCan();
  const filters = queryOf(filter);
  const log = useInfiniteQuery({
    ...changesQuery<AuditEntry>('/audit-log', filters),
    enabled: can('audit.read'),
  });
  const save = useAction({
    run: () => download(`/audit-log.csv?${new URLSearchParams(filters)}`, 'audit-log.csv'),
  });
  if (!can('audit.read')) return <Notice tone="info">Only admins can see the audit log.</Notice>;
  const items = log.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="space-y-6">
      <PlannedList />
      <Card
        title="Audit log"
        hint="Who changed what in this account. Codes and projects are kept for ever, everything else for two years."
        action={
          <Button
            icon={<Download className="size-4" aria-hidden />}
            isBusy={save.isPending}
            onClick={() => save.mutate()}
          >
            CSV
          </Button>
        }
        bodyClass="p-2 sm:p-3"
      >
        <Filters filter={filter} />
        {log.error && <Notice tone="bad">{messageOf(log.error)}</Notice>}
        {log.data === undefined && !log.error && (
          <div role="status" className="h-40 animate-pulse rounded-xl bg-sunken">
            <span className="sr-only">Loading…</span>
          </div>
        )}
        {log.data !== undefined && items.length === 0 && (
          <EmptyState icon={<History className="size-6" aria-hidden />} title="No changes">
            <p>Nothing of this kind has changed since Waypost records history.</p>
          </EmptyState>
        )}
        <ol className="divide-y divide-line">
          {items.map((entry) => (
            <li key={entry.change_id} className="flex flex-wrap items-start gap-x-4 gap-y-2 p-3 text-[13px]">
              <div className="w-32 shrink-0 font-medium">
                <Subject entry={entry} />
              </div>
              <div className="min-w-0 grow basis-72">
                <p>
                  <span className="font-medium">{entry.actor.name}</span>{' '}
                  <span className="text-soft">
                    {wayWords(entry)} ·{' '}
                    <time dateTime={entry.changed_at} title={formatDateTime(entry.changed_at)}>
                      {formatAgo(entry.changed_at)}
                    </time>
                  </span>
                </p>
                <div className="mt-0.5 text-soft">
                  {entry.subject === 'bulk' ? <BulkText entry={entry} /> : <ChangeText change={entry} />}
                </div>
              </div>
              {entry.subject === 'bulk' && entry.bulk_id !== null && <UndoBulk bulkId={entry.bulk_id} />}
            </li>
          ))}
        </ol>
        {log.hasNextPage && (
          <div className="flex justify-center p-3">
            <Button isBusy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </Card>
    </div>
  );
}

/** Whole days: the last one counts too. */
function queryOf({ subject, actor, from, until }: AuditFilter): Record<string, string> {
  const startOf = (day: string, later = 0) => {
    const date = new Date(`${day}T00:00:00`);
    date.setDate(date.getDate() + later);
    return Number.isNaN(date.getTime()) ? null : date.toISOString();
  };
  const [start, end] = [from ? startOf(from) : null, until ? startOf(until, 1) : null];
  return {
    ...(subject && { subject }),
    ...(actor && { actor }),
    ...(start && { from: start }),
    ...(end && { until: end }),
  };
}

function Filters({ filter }: { filter: AuditFilter }) {
  const navigate = useNavigate();
  const members = useQuery(membersQuery);
  const set = (change: AuditFilter) =>
    void navigate({ to: '/settings/audit-log', search: { ...filter, ...change }, replace: true });
  return (
    <div className="grid gap-3 px-3 pt-2 pb-3 sm:grid-cols-2 lg:grid-cols-4">
      <Choice
        label="Subject"
        value={filter.subject ?? ''}
        onChange={(subject) => set({ subject: subject || undefined })}
        options={[
          { value: '', label: 'All subjects' },
          ...Object.entries(subjectNames).map(([value, label]) => ({ value, label })),
        ]}
      />
      <Choice
        label="Changed by"
        value={filter.actor ?? ''}
        onChange={(actor) => set({ actor: actor || undefined })}
        options={[
          { value: '', label: 'Everybody' },
          ...(members.data ?? []).map(({ user_id, name }) => ({ value: user_id, label: name })),
          { value: 'api_key', label: 'API keys' },
          { value: 'oauth_client', label: 'OAuth clients' },
          { value: 'operator', label: 'Operator' },
          { value: 'system', label: 'Waypost' },
        ]}
      />
      <TextField
        label="From"
        type="date"
        value={filter.from ?? ''}
        onChange={(event) => set({ from: event.target.value || undefined })}
      />
      <TextField
        label="Until"
        type="date"
        value={filter.until ?? ''}
        onChange={(event) => set({ until: event.target.value || undefined })}
      />
    </div>
  );
}

function Subject({ entry }: { entry: AuditEntry }) {
  const label = subjectNames[entry.subject] ?? entry.subject;
  if (entry.subject !== 'code') return label;
  return (
    <Link
      to="/codes/$id/history"
      params={{ id: entry.subject_id }}
      className="text-accent underline-offset-4 hover:underline"
    >
      {label}
    </Link>
  );
}

function BulkText({ entry }: { entry: AuditEntry }) {
  const value = (field: string) => entry.changes.find((change) => change.field === field)?.after;
  const codes = Number(value('qr_codes'));
  if (value('reverts') === true) return <p>undid a change of {codes} codes</p>;
  const fields = entry.changes
    .filter(({ field }) => field !== 'qr_codes' && field !== 'reverts')
    .map(({ field, after }) => (field === 'status' ? `status: ${String(after)}` : field));
  return (
    <p>
      changed {codes} codes at once ({fields.join(', ')})
    </p>
  );
}

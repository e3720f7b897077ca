import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { GitCompareArrows, X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { CompareChart, lineStyles, type Series } from '../analytics/compare-chart.tsx';
import { comparedMax } from '../analytics/compared.ts';
import { RangePicker } from '../analytics/range-picker.tsx';
import { useRange } from '../analytics/use-range.ts';
import { analyticsQuery, codeQuery, projectsQuery } from '../api/queries.ts';
import { codesQuery } from '../list/list-queries.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Choice, TextField } from '../ui/field.tsx';
import { formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';

const route = getRouteApi('/app/compare');
const foundMax = 6;

/** Up to five codes or projects, in one chart and one table. */
export function ComparePage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const range = useRange(search);
  const ids = (search.ids ?? '').split(',').filter(isSubject).slice(0, comparedMax);
  const { data: projects = [] } = useQuery(projectsQuery);
  const codes = useQueries({
    queries: ids.filter(isCode).map((id) => ({ ...codeQuery(id), retry: false })),
  });
  const analytics = useQueries({
    queries: ids.map((id) => ({ ...analyticsQuery(id, range), retry: false })),
  });
  const nameOf = (id: string) =>
    projects.find(({ project_id }) => project_id === id)?.name ??
    codes.find(({ data }) => data?.qr_id === id)?.data?.label ??
    '…';
  const series: Series[] = ids.flatMap((id, index) => {
    const data = analytics[index]?.data;
    return data === undefined ? [] : [{ id, name: nameOf(id), scans: data.scans, points: data.points }];
  });
  const failed = ids.filter((_, index) => analytics[index]?.isError === true);
  const setIds = (next: string[]) =>
    void navigate({ to: '/compare', search: { ...search, ids: next.join(',') }, replace: true });
  const first = analytics.find(({ data }) => data !== undefined)?.data;
  const unit = first?.unit ?? 'day';
  const [nowMs] = useState(Date.now);
  const isOpen = first !== undefined && Date.parse(first.until) >= nowMs;
  return (
    <Page
      title="Compare"
      hint={`Up to ${comparedMax} codes or projects.`}
      action={<RangePicker search={search} />}
    >
      <div className="space-y-6">
        {ids.length < comparedMax && (
          <Adder
            projects={projects.filter(({ project_id }) => !ids.includes(project_id))}
            chosen={ids}
            onAdd={(id) => setIds([...ids, id])}
          />
        )}
        {failed.length > 0 && (
          <Notice tone="warn">
            {failed.map(nameOf).join(', ')} can’t be shown. It may belong to another account.
          </Notice>
        )}
        {ids.length === 0 ? (
          <div className="rounded-xl border border-line bg-surface">
            <EmptyState icon={<GitCompareArrows className="size-6" aria-hidden />} title="Nothing chosen yet">
              <p>Add a project or a code to begin.</p>
            </EmptyState>
          </div>
        ) : (
          <Card title="Scans">
            <CompareChart series={series} unit={unit} isOpen={isOpen} />
            <table className="mt-4 w-full text-left">
              <thead className="sr-only">
                <tr>
                  <th>Name</th>
                  <th>Scans</th>
                  <th>Remove</th>
                </tr>
              </thead>
              <tbody>
                {ids.map((id) => (
                  <Row
                    key={id}
                    id={id}
                    name={nameOf(id)}
                    style={lineStyles[series.findIndex((one) => one.id === id)]}
                    scans={series.find((one) => one.id === id)?.scans}
                    onRemove={() => setIds(ids.filter((other) => other !== id))}
                  />
                ))}
              </tbody>
            </table>
          </Card>
        )}
      </div>
    </Page>
  );
}

interface RowProps {
  id: string;
  name: string;
  style: (typeof lineStyles)[number] | undefined;
  scans: number | undefined;
  onRemove: () => void;
}

function Row({ id, name, style, scans, onRemove }: RowProps) {
  return (
    <tr className="border-t border-line">
      <td className="py-2">
        <Link
          to={isCode(id) ? '/codes/$id' : '/projects/$id'}
          params={{ id }}
          className="flex items-center gap-3 font-medium hover:underline"
        >
          <svg viewBox="0 0 28 4" className="h-1 w-7 shrink-0" aria-hidden>
            <line
              x1="0"
              x2="28"
              y1="2"
              y2="2"
              stroke={style?.color}
              strokeDasharray={style?.dash}
              strokeWidth="3"
            />
          </svg>
          {name}
        </Link>
      </td>
      <td className="py-2 text-right tabular-nums">{scans === undefined ? '…' : formatNumber(scans)}</td>
      <td className="w-12 py-2 text-right">
        <Button
          look="quiet"
          size="icon"
          aria-label={`Remove ${name}`}
          icon={<X className="size-4" aria-hidden />}
          onClick={onRemove}
        />
      </td>
    </tr>
  );
}

interface AdderProps {
  projects: { project_id: string; name: string }[];
  chosen: string[];
  onAdd: (id: string) => void;
}

function Adder({ projects, chosen, onAdd }: AdderProps) {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const found = useInfiniteQuery({
    ...codesQuery({ q: wanted }, foundMax),
    enabled: wanted !== '',
  });
  const items = (found.data?.pages[0]?.items ?? []).filter(({ qr_id }) => !chosen.includes(qr_id));
  return (
    <Card title="Add" bodyClass="grid items-start gap-4 p-5 sm:grid-cols-2">
      <Choice
        label="Project"
        value=""
        onChange={(id) => id !== '' && onAdd(id)}
        options={[
          { value: '', label: 'Choose a project' },
          ...projects.map(({ project_id, name }) => ({ value: project_id, label: name })),
        ]}
      />
      <div>
        <TextField
          label="Code"
          type="search"
          placeholder="Name, destination, link or tag"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {wanted !== '' && (
          <ul className="mt-2" aria-label="Found codes">
            {items.map(({ qr_id, label }) => (
              <li key={qr_id}>
                <button
                  type="button"
                  className="flex min-h-10 w-full items-center rounded-lg px-3 text-left hover:bg-sunken"
                  onClick={() => {
                    onAdd(qr_id);
                    setText('');
                  }}
                >
                  {label}
                </button>
              </li>
            ))}
            {items.length === 0 && !found.isPending && <li className="px-3 text-soft">No matching codes</li>}
          </ul>
        )}
      </div>
    </Card>
  );
}

function isCode(id: string): boolean {
  return id.startsWith('qrc_');
}

function isSubject(id: string): boolean {
  return /^(qrc|prj)_[0-9a-z]{26}$/i.test(id);
}

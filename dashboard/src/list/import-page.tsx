import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { parseDelimited } from '#core/delimited-text.ts';
import { guessColumns, type ImportField, importFields, readImportLine } from '#core/import-lines.ts';
import { projectsQuery } from '../api/queries.ts';
import { messageOf } from '../api/request.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Choice, TextArea } from '../ui/field.tsx';
import { formatNumber, plural } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { RestoredNotice } from '../ui/restored-notice.tsx';
import { textOf } from '../ui/text-of.ts';
import { useAction } from '../ui/use-action.ts';
import { useDraft } from '../ui/use-draft.ts';
import { type ImportResult, importCodes, readLinks, saveResults } from './import-codes.ts';

const ZipDialog = lazy(() => import('./zip-dialog.tsx').then(({ ZipDialog }) => ({ default: ZipDialog })));

const linesMax = 5_000;
const linesShown = 50;

const fieldNames: Record<ImportField, string> = {
  name: 'Name',
  redirect_url: 'Destination',
  tags: 'Tags',
  scan_limit: 'Scan limit',
  expires_at: 'Expires',
};

interface Table {
  rows: string[][];
  columns: (ImportField | null)[];
  project: string;
}

const emptyTable: Table = { rows: [], columns: [], project: '' };

/** Creates many codes from a table. */
export function ImportPage() {
  const [formId] = useState(() => String(Math.random()));
  const draft = useDraft<Table, string>('import', emptyTable, formId);
  const { rows, columns, project } = draft.value;
  const projects = useQuery(projectsQuery);
  const [problem, setProblem] = useState<string | null>(null);
  const [made, setMade] = useState<ImportResult[] | null>(null);
  const [progress, setProgress] = useState<ImportResult[]>([]);
  const lines = useMemo(() => rows.map((row) => readImportLine(row, columns)), [rows, columns]);
  const wrong = lines.filter((line) => line.problem !== null).length;
  const create = useAction({
    run: () => importCodes(lines, { projectId: project, formId: draft.origin }, setProgress),
    stale: [['codes'], ['usage'], ['projects'], ['tags']],
    onDone: (results) => {
      setMade(results);
      draft.discard();
    },
    isQuiet: true,
    waits: true,
  });
  const read = (text: string) => {
    const table = parseDelimited(text);
    const { hasTitles, columns: guessed } = guessColumns(table);
    const content = hasTitles ? table.slice(1) : table;
    setProblem(
      content.length > linesMax
        ? `The table has ${formatNumber(content.length)} lines. Split it into parts of ${formatNumber(linesMax)}.`
        : content.length === 0
          ? 'The table has no lines.'
          : null,
    );
    if (content.length > 0 && content.length <= linesMax)
      draft.set({ rows: content, columns: guessed, project });
  };
  if (made !== null) return <Made results={made} onMore={() => setMade(null)} />;
  return (
    <Page
      title="New codes from a table"
      hint="Each line becomes a code. Copy it from a spreadsheet, or choose a CSV file."
      action={
        <Link to="/codes" className={buttonClass()}>
          Back to all codes
        </Link>
      }
    >
      <RestoredNotice draft={draft} />
      {problem !== null && (
        <Notice tone="bad" className="mb-4">
          {problem}
        </Notice>
      )}
      {rows.length === 0 ? (
        <Source onText={read} />
      ) : (
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate();
          }}
        >
          <div className="flex flex-wrap items-end gap-3">
            <Choice
              label="Project"
              className="w-56"
              value={project}
              onChange={(next) => draft.set({ ...draft.value, project: next })}
              options={[
                { value: '', label: 'Default' },
                ...(projects.data ?? [])
                  .filter(({ is_default, is_archived }) => !is_default && !is_archived)
                  .map((item) => ({ value: item.project_id, label: item.name })),
              ]}
            />
            <p className="grow pb-2" role="status">
              {plural(rows.length, 'line')}
              {wrong > 0 && <span className="text-bad"> · {plural(wrong, 'line')} to correct</span>}
            </p>
            <Button onClick={() => draft.discard()}>Start again</Button>
            <Button
              type="submit"
              look="primary"
              isBusy={create.isPending}
              disabled={wrong > 0 || !columns.includes('redirect_url')}
            >
              {create.isPending
                ? `${progress.length} of ${rows.length}`
                : `Create ${plural(rows.length, 'code')}`}
            </Button>
          </div>
          {create.error && <Notice tone="bad">{messageOf(create.error)}</Notice>}
          <Lines
            table={draft.value}
            problems={lines.map((line) => line.problem)}
            onChange={(next) => draft.set({ ...draft.value, ...next })}
          />
        </form>
      )}
    </Page>
  );
}

function Source({ onText }: { onText: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <Card>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          onText(text);
        }}
      >
        <TextArea
          label="Table"
          rows={8}
          value={text}
          placeholder={'Name\tDestination\nTable 1\thttps://example.com/menu?table=1'}
          hint="Columns: name, destination, tags, scan limit, expiry date. Only the destination is required."
          onChange={(event) => setText(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <label className={buttonClass()}>
            <FileUp className="size-4" aria-hidden /> Choose a CSV file
            <input
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
              className="sr-only"
              onChange={(event) => void event.target.files?.[0]?.text().then(onText)}
            />
          </label>
          <Button type="submit" look="primary" disabled={text.trim() === ''}>
            Continue
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface LinesProps {
  table: Table;
  problems: (string | null)[];
  onChange: (change: Partial<Table>) => void;
}

/** The lines with their columns. Those to correct come first. */
function Lines({ table: { rows, columns }, problems, onChange }: LinesProps) {
  const [most, setMost] = useState(linesShown);
  // The order stays while somebody corrects a line.
  const [order] = useState(() => [
    ...[...rows.keys()].filter((index) => problems[index] !== null),
    ...[...rows.keys()].filter((index) => problems[index] === null),
  ]);
  const setColumn = (index: number, field: string) =>
    onChange({
      columns: columns.map((own, at) =>
        at === index ? ((field || null) as ImportField | null) : own === field ? null : own,
      ),
    });
  const setCell = (line: number, column: number, text: string) =>
    onChange({ rows: rows.map((row, at) => (at === line ? row.with(column, text) : row)) });
  return (
    <div className="overflow-x-auto rounded-xl border border-line bg-surface">
      <table className="w-full min-w-2xl text-[13px]">
        <thead>
          <tr className="border-b border-line text-left">
            <th className="px-3 py-2 font-medium">Line</th>
            {columns.map((field, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
              <th key={index} className="px-2 py-2 font-normal">
                <Choice
                  label={`Column ${index + 1} is`}
                  isLabelHidden
                  value={field ?? ''}
                  onChange={(next) => setColumn(index, next)}
                  options={[
                    { value: '', label: 'Not used' },
                    ...importFields.map((value) => ({ value, label: fieldNames[value] })),
                  ]}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {order
            .filter((line) => line < rows.length)
            .slice(0, most)
            .map((line) => (
              <tr key={line}>
                <td className="px-3 py-1.5 align-top tabular-nums">{line + 1}</td>
                {columns.map((field, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
                  <td key={column} className="px-2 py-1.5 align-top">
                    <input
                      aria-label={`${field === null ? `Column ${column + 1}` : fieldNames[field]} of line ${line + 1}`}
                      aria-invalid={field === 'redirect_url' && problems[line] !== null ? true : undefined}
                      value={rows[line]?.[column] ?? ''}
                      disabled={field === null}
                      onChange={(event) => setCell(line, column, event.target.value)}
                      className="h-8 w-full min-w-28 rounded-md border border-line bg-surface px-2 disabled:opacity-50 aria-invalid:border-bad"
                    />
                    {field === 'redirect_url' && problems[line] && (
                      <p className="mt-1 text-bad">{problems[line]}</p>
                    )}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
      {rows.length > most && (
        <p className="flex justify-center p-3">
          <Button size="small" onClick={() => setMost(most + 200)}>
            Show more of {formatNumber(rows.length)} lines
          </Button>
        </p>
      )}
    </div>
  );
}

function Made({ results, onMore }: { results: ImportResult[]; onMore: () => void }) {
  const qrIds = results.flatMap(({ qrId }) => qrId ?? []);
  const failed = results.filter(({ qrId }) => qrId === null);
  const [ready, setReady] = useState(0);
  const [isZip, setZip] = useState(false);
  const csv = useAction({
    run: () => readLinks(qrIds, setReady),
    done: 'List saved.',
    onDone: (links) => saveResults(results, links),
  });
  const zip = useAction({ run: () => readLinks(qrIds, setReady), onDone: () => setZip(true) });
  const isWaiting = csv.isPending || zip.isPending;
  return (
    <Page title={`${plural(qrIds.length, 'code')} created`}>
      <div className="space-y-4">
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            isBusy={zip.isPending}
            disabled={isWaiting || qrIds.length === 0}
            onClick={() => zip.mutate()}
          >
            Download images
          </Button>
          <Button isBusy={csv.isPending} disabled={isWaiting} onClick={() => csv.mutate()}>
            Download list (CSV)
          </Button>
          <Button onClick={onMore}>Create more</Button>
          <Link to="/codes" className={buttonClass()}>
            All codes
          </Link>
        </div>
        {isWaiting && (
          <p role="status" className="text-soft">
            {ready} of {plural(qrIds.length, 'image')} ready…
          </p>
        )}
        {failed.length > 0 && (
          <Card title={`${plural(failed.length, 'line')} could not be created`}>
            <ul className="space-y-2">
              {failed.slice(0, 100).map(({ line, problem }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
                <li key={index}>
                  <span className="font-medium">
                    {textOf(line.body['label']) || textOf(line.body['redirect_url'])}
                  </span>
                  <span className="block text-[13px] text-bad">{problem}</span>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
      <Suspense>{isZip && <ZipDialog qrIds={qrIds} onClose={() => setZip(false)} />}</Suspense>
    </Page>
  );
}

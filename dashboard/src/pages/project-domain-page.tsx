import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { projectsQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { Domain, Redraw } from '../api/types.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { TextField } from '../ui/field.tsx';
import { formatAgo, formatDate, formatNumber, plural } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { RestoredNotice } from '../ui/restored-notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { useDraft } from '../ui/use-draft.ts';
import { withScheme } from '../ui/with-scheme.ts';

interface DomainAnswer {
  domain: Domain | null;
  redraw: Redraw | null;
}

const route = getRouteApi('/app/projects/$id/domain');
const waitingMs = 5_000;

const states: Record<Domain['state'], { label: string; tone: Tone; meaning: string }> = {
  pending: {
    label: 'waiting for its records',
    tone: 'warn',
    meaning: 'Create both DNS records below. We check every few minutes. Nothing changes until they exist.',
  },
  verified: {
    label: 'verified',
    tone: 'good',
    meaning: 'Codes of this project use this domain. Keep the records, because we check them every day.',
  },
  failing: {
    label: 'failing',
    tone: 'bad',
    meaning: 'The DNS records are wrong. Codes keep working for 14 days. Fix the records before then.',
  },
  lapsed: {
    label: 'lapsed',
    tone: 'bad',
    meaning:
      'The DNS records were wrong for 14 days, so codes no longer work on this domain. They work on our own host. Fix the records, and the domain is back after the next check.',
  },
};

const domainQuery = (id: string) =>
  queryOptions({
    queryKey: ['domain', id],
    queryFn: () => request<DomainAnswer>(`/projects/${id}/domain`),
    refetchInterval: ({ state: { data } }) =>
      data?.domain?.state === 'pending' || (data?.redraw && data.redraw.finished_at === null)
        ? waitingMs
        : false,
  });

export function ProjectDomainPage() {
  const { id } = route.useParams();
  const answer = useQuery(domainQuery(id));
  const project = useQuery(projectsQuery).data?.find(({ project_id }) => project_id === id);
  return (
    <Page
      title="Domain"
      hint={`Codes of “${project?.name ?? '…'}” can use your own domain instead of ours.`}
      action={
        <Link to="/projects/$id" params={{ id }} className={buttonClass()}>
          <ArrowLeft className="size-4" aria-hidden /> The project
        </Link>
      }
    >
      <QueryState query={answer} height="h-64">
        {({ domain, redraw }) => (
          <div className="max-w-3xl space-y-6">
            {domain === null ? <AddDomain id={id} /> : <DomainCard id={id} domain={domain} />}
            {domain !== null && domain.state !== 'pending' && <RootCard id={id} domain={domain} />}
            {redraw !== null && <RedrawCard redraw={redraw} />}
          </div>
        )}
      </QueryState>
    </Page>
  );
}

function AddDomain({ id }: { id: string }) {
  const add = useAction({
    run: (host: string) => request(`/projects/${id}/domain`, { method: 'POST', body: { host } }),
    stale: [['domain', id]],
    onDone: (_, host) => draft.settle(host),
    isQuiet: true,
  });
  const draft = useDraft(`domain ${id}`, '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(draft.value);
  };
  return (
    <Card
      title="Add a domain"
      hint="Printed codes contain the domain and can’t be changed later, so choose one that you will keep."
    >
      <RestoredNotice draft={draft} />
      <form className="space-y-4" onSubmit={submit}>
        {add.error && <Notice tone="bad">{add.error.message}</Notice>}
        <TextField
          label="Name"
          value={draft.value}
          onChange={(event) => draft.set(event.target.value)}
          placeholder="go.example.com"
          hint="A name below your domain, used for nothing else."
          required
          maxLength={253}
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" look="primary" isBusy={add.isPending}>
          Continue
        </Button>
      </form>
      <p className="mt-4 text-[13px] text-soft">
        Existing printed codes and links on our own host keep working, whatever you change here.
      </p>
    </Card>
  );
}

function DomainCard({ id, domain }: { id: string; domain: Domain }) {
  const [isRemoving, setRemoving] = useState(false);
  const stale = [['domain', id], ['projects'], ['code'], ['codes']];
  const look = useAction({
    run: () => request<DomainAnswer>(`/projects/${id}/domain/check`, { method: 'POST', body: {} }),
    stale,
    done: (answer) => (answer.domain?.state === 'verified' ? 'Domain verified.' : undefined),
  });
  const remove = useAction({
    run: () => request(`/projects/${id}/domain`, { method: 'DELETE' }),
    stale,
    done: `${domain.host} removed.`,
    onDone: () => setRemoving(false),
  });
  const { label, tone, meaning } = states[domain.state];
  const isServing = domain.state === 'verified' || domain.state === 'failing';
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          <span className="break-all">{domain.host}</span> <Badge tone={tone}>{label}</Badge>
        </span>
      }
      hint={meaning}
    >
      <div className="space-y-5">
        {domain.problem !== null && (
          <Notice tone={domain.state === 'pending' ? 'warn' : 'bad'}>{domain.problem}</Notice>
        )}
        {domain.state === 'failing' && domain.failing_since !== null && (
          <p className="text-[13px] text-soft">Failing since {formatDate(domain.failing_since)}.</p>
        )}
        {domain.state === 'lapsed' && domain.held_until !== null && (
          <p className="text-[13px] text-soft">
            Nobody else can have it before {formatDate(domain.held_until)}.
          </p>
        )}
        <Records records={domain.records} />
        <div className="flex flex-wrap items-center gap-3">
          <Button look="primary" isBusy={look.isPending} onClick={() => look.mutate()}>
            Check now
          </Button>
          <Button look="danger" onClick={() => setRemoving(true)}>
            Remove…
          </Button>
          <p className="text-[13px] text-soft">
            {domain.checked_at === null ? 'Not checked yet.' : `Checked ${formatAgo(domain.checked_at)}.`}
          </p>
        </div>
      </div>
      <Confirm
        title={`Remove ${domain.host}?`}
        action="Remove domain"
        isOpen={isRemoving}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setRemoving(false)}
      >
        {isServing ? (
          <>
            <Notice tone="warn">Codes printed with this domain stop working at once.</Notice>
            <p>Waypost creates new images with our own host, where every code keeps working.</p>
          </>
        ) : (
          <p>The domain serves no codes now, so nothing changes for visitors.</p>
        )}
      </Confirm>
    </Card>
  );
}

function Records({ records }: { records: Domain['records'] }) {
  return (
    <dl className="divide-y divide-line rounded-lg border border-line">
      {records.map(({ type, name, value }) => (
        <div key={type} className="grid gap-2 p-3 sm:grid-cols-[4.5rem_1fr]">
          <dt className="text-[13px] font-medium">{type}</dt>
          <dd className="min-w-0 space-y-1">
            <Copyable caption="Name" label={`Name of the ${type} record`} text={name} />
            <Copyable caption="Value" label={`Value of the ${type} record`} text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Copyable({ caption, label, text }: { caption: string; label: string; text: string }) {
  return (
    <div className="flex items-center justify-between gap-2">
      <span className="w-12 shrink-0 text-[13px] text-soft">{caption}</span>
      <code className="min-w-0 grow font-mono text-[13px] break-all">{text}</code>
      <CopyButton text={text} label={label} isIcon />
    </div>
  );
}

function RootCard({ id, domain }: { id: string; domain: Domain }) {
  const save = useAction({
    run: (url: string) =>
      request(`/projects/${id}/domain`, {
        method: 'PATCH',
        body: { root_url: url.trim() === '' ? null : withScheme(url.trim()) },
      }),
    stale: [['domain', id]],
    done: 'Saved.',
    onDone: (_, url) => draft.settle(url),
    isQuiet: true,
  });
  const draft = useDraft(`root ${id}`, domain.root_url ?? '');
  return (
    <Card
      title="Root of the domain"
      hint="Destination for visitors who type the domain without a code. If empty, they see a plain page."
    >
      <RestoredNotice draft={draft} />
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(draft.value);
        }}
      >
        <TextField
          className="min-w-0 grow basis-64"
          label={`Destination of ${domain.host}`}
          inputMode="url"
          placeholder="https://example.com/"
          value={draft.value}
          onChange={(event) => draft.set(event.target.value)}
          error={save.error?.message}
        />
        <Button type="submit" isBusy={save.isPending}>
          Save
        </Button>
      </form>
    </Card>
  );
}

function RedrawCard({ redraw }: { redraw: Redraw }) {
  const name = redraw.host ?? 'our own host';
  const { left } = redraw;
  if (redraw.finished_at !== null)
    return (
      <Card title="Images">
        <p className="text-soft">
          {left === 0
            ? `All images use ${name} since ${formatDate(redraw.finished_at)}.`
            : `${plural(left, 'image')} could not be updated; the codes say why. All other images use ${name}.`}{' '}
          Files that you downloaded before don’t change.
        </p>
      </Card>
    );
  const total = Math.max(redraw.total, left);
  const done = total - left;
  return (
    <Card
      title="Creating new images"
      hint={
        redraw.host === null
          ? 'With our own host. Don’t print files with the domain: it is no longer served.'
          : `With ${name}. Printed codes keep working meanwhile.`
      }
    >
      <div
        role="progressbar"
        aria-label="New images created"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-accent"
          style={{ width: `${total === 0 ? 100 : (done / total) * 100}%` }}
        />
      </div>
      <p className="mt-2 text-[13px] text-soft tabular-nums">
        {formatNumber(done)} of {formatNumber(total)}
      </p>
    </Card>
  );
}

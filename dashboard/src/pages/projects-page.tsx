import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FolderKanban, Plus } from 'lucide-react';
import { useState } from 'react';
import { PlanNotice } from '../account/plan-notice.tsx';
import { fieldOf } from '../account/use-form.ts';
import { projectsQuery, usageQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { Project } from '../api/types.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { formatDate, plural } from '../ui/format.ts';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useAction } from '../ui/use-action.ts';
import { ProjectMenu } from './project-menu.tsx';

export function ProjectsPage() {
  const projects = useQuery(projectsQuery);
  const usage = useQuery(usageQuery);
  const [isMaking, setMaking] = useState(false);
  const limit = usage.data?.limits?.projects ?? null;
  const isFull = limit !== null && (projects.data?.length ?? 0) >= limit;
  return (
    <Page
      title="Projects"
      hint="A project keeps codes together: a campaign, a client, a shop."
      action={
        <Button
          look="primary"
          icon={<Plus className="size-4" aria-hidden />}
          disabled={isFull}
          onClick={() => setMaking(true)}
        >
          New project
        </Button>
      }
    >
      {isFull && (
        <PlanNotice className="mb-6">
          Your plan includes {plural(limit, 'project')}, so there is no room for another one.
        </PlanNotice>
      )}
      <QueryState query={projects}>
        {(items) => (
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {items.map((project) => (
              <ProjectCard key={project.project_id} project={project} />
            ))}
          </ul>
        )}
      </QueryState>
      <NewProject isOpen={isMaking} onClose={() => setMaking(false)} />
    </Page>
  );
}

function ProjectCard({ project }: { project: Project }) {
  return (
    <li className="relative flex flex-col rounded-xl border border-line bg-surface p-5 shadow-xs transition-shadow hover:shadow-md">
      <div className="flex items-start gap-3">
        <div
          className={`flex size-10 shrink-0 items-center justify-center rounded-xl ${project.is_archived ? 'bg-sunken text-soft' : 'bg-accent-soft text-accent'}`}
        >
          <FolderKanban className="size-5" aria-hidden />
        </div>
        <div className="min-w-0 grow">
          <h2 className="truncate font-semibold">
            <Link
              to="/projects/$id"
              params={{ id: project.project_id }}
              className="outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-2 focus-visible:after:outline-accent"
            >
              {project.name}
            </Link>
          </h2>
          <p className="mt-0.5 text-[13px] text-soft">
            {plural(project.live_qr_codes, 'code')} · since {formatDate(project.created_at)}
          </p>
        </div>
        <div className="relative z-10 -mt-1.5 -mr-2">
          <ProjectMenu project={project} />
        </div>
      </div>
      {project.description !== '' && (
        <p className="mt-3 line-clamp-2 text-[13px] text-soft">{project.description}</p>
      )}
      <div className="mt-3 flex gap-1.5">
        {project.is_default && <Badge tone="accent">default</Badge>}
        {project.is_archived && <Badge tone="warn">archived</Badge>}
        {project.created_via === 'api' && <Badge>created by the API</Badge>}
      </div>
    </li>
  );
}

function NewProject({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const make = useAction({
    run: (body: { name: string; description: string }) => request('/projects', { method: 'POST', body }),
    stale: [['projects']],
    done: 'Project created.',
    onDone: onClose,
    isQuiet: true,
  });
  return (
    <Modal title="New project" isOpen={isOpen} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          make.mutate({ name: fieldOf(fields, 'name'), description: fieldOf(fields, 'description') });
        }}
      >
        {make.error && <Notice tone="bad">{make.error.message}</Notice>}
        <TextField label="Name" name="name" maxLength={120} required autoFocus />
        <TextArea label="Description" name="description" rows={2} maxLength={2000} hint="Optional." />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={make.isPending}>
            Create
          </Button>
        </div>
      </form>
    </Modal>
  );
}

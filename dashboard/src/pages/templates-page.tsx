import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Palette, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { sampleText } from '#core/qr-content/sample-text.ts';
import { templatesQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { Template } from '../api/types.ts';
import { type StarterTemplate, starterGroups, starterTemplates } from '../design/starter-templates.ts';
import { usePreview } from '../design/use-preview.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { useAction } from '../ui/use-action.ts';

const sampleLink = sampleText('url', {}, window.location.origin);

export function TemplatesPage() {
  const templates = useQuery(templatesQuery);
  const [deleting, setDeleting] = useState<Template | null>(null);
  const remove = useAction({
    run: (template: Template) => request(`/designs/templates/${template.template_id}`, { method: 'DELETE' }),
    stale: [['templates']],
    done: 'Template deleted.',
    onDone: () => setDeleting(null),
  });
  return (
    <Page title="Style templates" hint="Reusable designs, so that your codes look alike.">
      <QueryState query={templates}>
        {(items) =>
          items.length === 0 ? (
            <div className="rounded-xl border border-line bg-surface">
              <EmptyState
                icon={<Palette className="size-6" aria-hidden />}
                title="No templates yet"
                action={
                  <Link to="/codes/new" className={buttonClass('primary')}>
                    Design a code
                  </Link>
                }
              >
                <p>Design a code for your brand, then save the design under “Save as template”.</p>
              </EmptyState>
            </div>
          ) : (
            <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
              {items.map((template) => (
                <TemplateCard
                  key={template.template_id}
                  template={template}
                  onDelete={() => setDeleting(template)}
                />
              ))}
            </ul>
          )
        }
      </QueryState>
      <Starters />
      <Confirm
        title={`Delete “${deleting?.name ?? ''}”?`}
        action="Delete template"
        isOpen={deleting !== null}
        isBusy={remove.isPending}
        onConfirm={() => deleting && remove.mutate(deleting)}
        onClose={() => setDeleting(null)}
      >
        <p>Existing codes don’t change.</p>
      </Confirm>
    </Page>
  );
}

/** Designs to start with, by trade. */
function Starters() {
  return (
    <section aria-labelledby="starters" className="mt-10">
      <h2 id="starters" className="text-base font-semibold">
        Starter templates
      </h2>
      <p className="mt-1 text-soft">
        Use one as it is, or change its words, colors and icon. All of them passed our scan tests.
      </p>
      {starterGroups.map((group) => (
        <div key={group} className="mt-6">
          <h3 className="font-medium">{group}</h3>
          <ul className="mt-3 grid grid-cols-2 gap-4 lg:grid-cols-4">
            {starterTemplates
              .filter((starter) => starter.group === group)
              .map((starter) => (
                <StarterCard key={starter.id} starter={starter} />
              ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function StarterCard({ starter }: { starter: StarterTemplate }) {
  const { picture } = usePreview(sampleLink, starter.design);
  return (
    <li>
      <Link
        to="/codes/new"
        search={{ template: starter.id }}
        className="block overflow-hidden rounded-xl border border-line bg-surface shadow-xs hover:border-line-strong"
      >
        <span className="flex aspect-square items-center justify-center bg-sunken p-6">
          {picture && <img src={picture} alt="" className="max-h-full max-w-full rounded shadow-sm" />}
        </span>
        <span className="block truncate px-4 py-2.5 font-medium">
          <span className="sr-only">Use </span>
          {starter.name}
        </span>
      </Link>
    </li>
  );
}

function TemplateCard({ template, onDelete }: { template: Template; onDelete: () => void }) {
  const { picture } = usePreview(sampleLink, template.design);
  return (
    <li className="overflow-hidden rounded-xl border border-line bg-surface shadow-xs">
      <div className="flex aspect-square items-center justify-center bg-sunken p-6">
        {picture && <img src={picture} alt="" className="max-h-full max-w-full rounded shadow-sm" />}
      </div>
      <div className="flex items-center justify-between gap-2 py-2 pr-2 pl-4">
        <p className="truncate font-medium">{template.name}</p>
        <Link
          to="/codes/new"
          search={{ template: template.template_id }}
          aria-label={`Use ${template.name}`}
          className={`${buttonClass('plain', 'small')} ml-auto`}
        >
          Use
        </Link>
        <Button
          look="quiet"
          size="icon"
          aria-label={`Delete ${template.name}`}
          icon={<Trash2 className="size-4" aria-hidden />}
          onClick={onDelete}
        />
      </div>
    </li>
  );
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useMemo, useState } from 'react';
import { crc32 } from '#core/crc32.ts';
import { isContentType, isStaticType } from '#core/qr-content/content-field.ts';
import type { Content } from '#core/qr-content/parse-content.ts';
import { sampleText } from '#core/qr-content/sample-text.ts';
import type { QrType } from '#core/qr-type.ts';
import { PlanNotice } from '../account/plan-notice.tsx';
import { meQuery, projectsQuery, templatesQuery, usageQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { Design } from '../api/types.ts';
import { ContentForm, completeContent, emptyContent } from '../codes/content-form.tsx';
import { codeLabels, isCodeField } from '../codes/field-labels.ts';
import { type Limits, LimitsForm } from '../codes/limits-form.tsx';
import { offeredTypes, typeNames } from '../codes/type-names.tsx';
import { DesignEditor } from '../design/design-editor.tsx';
import { DesignPreview } from '../design/design-preview.tsx';
import { MiniPreview } from '../design/mini-preview.tsx';
import { starterTemplates } from '../design/starter-templates.ts';
import { usePreview } from '../design/use-preview.ts';
import { useVerdict } from '../design/use-verdict.ts';
import { TagInput } from '../list/tag-input.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { Choice, TextField } from '../ui/field.tsx';
import { fieldProblems } from '../ui/field-problems.ts';
import { plural } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { RestoredNotice } from '../ui/restored-notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { useDraft } from '../ui/use-draft.ts';
import { withScheme } from '../ui/with-scheme.ts';

const route = getRouteApi('/app/codes/new');
const emptyDesign: Design = {};

interface NewCode {
  type: QrType;
  label: string;
  url: string;
  content: Content;
  limits: Limits;
  /** Null: that of the template. */
  design: Design | null;
  /** Null: that of the address. */
  project: string | null;
  /** Drafts of earlier versions have none. */
  tags?: string[];
}

const emptyForm: NewCode = {
  type: 'url',
  label: '',
  url: '',
  content: {},
  limits: { expires_at: null, scan_limit: null },
  design: null,
  project: null,
  tags: [],
};

export function NewCodePage() {
  const { project: wantedProject, folder: wantedFolder, template } = route.useSearch();
  const navigate = useNavigate();
  const { data: me } = useSuspenseQuery(meQuery);
  const usage = useQuery(usageQuery);
  const projects = useQuery(projectsQuery);
  // Of this form: the same content sent again is not a second code.
  const [formId] = useState(() => String(Math.random()));
  const draft = useDraft<NewCode, string>('new code', emptyForm, formId);
  const { type, label, url, content, limits, tags = [], design: ownDesign } = draft.value;
  const set = (change: Partial<NewCode>) => draft.set({ ...draft.value, ...change });
  const templates = useQuery({ ...templatesQuery, enabled: template !== undefined });
  const begun =
    starterTemplates.find(({ id }) => id === template)?.design ??
    templates.data?.find(({ template_id }) => template_id === template)?.design;
  const design = ownDesign ?? begun ?? emptyDesign;
  const open = (projects.data ?? []).filter(({ is_archived }) => !is_archived);
  const project = draft.value.project ?? wantedProject ?? '';
  // An archived project accepts no new codes.
  const chosenProject = open.some(({ project_id, is_default }) => project_id === project && !is_default)
    ? project
    : '';
  // A folder belongs to one project.
  const folder = project === wantedProject ? wantedFolder : undefined;
  const timeZone = me.account.timezone;
  const text = useMemo(() => sampleText(type, content, window.location.origin), [type, content]);
  const preview = usePreview(text, design);
  const isStatic = isStaticType(type);
  const create = useAction({
    run: ({ body, key }: { body: object; key: string; sent: NewCode }) =>
      request<{ qr_id: string }>('/qr-codes', {
        method: 'POST',
        body,
        headers: { 'idempotency-key': key },
      }),
    stale: [['codes'], ['usage'], ['projects']],
    done: 'Code created. Preparing its image…',
    onDone: ({ qr_id }, { sent }) => {
      draft.settle(sent);
      void navigate({ to: '/codes/$id', params: { id: qr_id }, search: { created: true } });
    },
    isQuiet: true,
    waits: true,
  });
  const problems = fieldProblems(create.error, codeLabels, isCodeField);
  const { verdict, isRefused } = useVerdict(design, type, content);
  const used = usage.data?.usage.qr_codes;
  const mayCreate = usage.data?.features.qr_creation !== false;
  const isFull = used !== undefined && used.used >= used.limit;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sentContent = isContentType(type) ? completeContent(type, content) : content;
    const body = {
      type,
      label: label.trim() === '' ? typeNames[type].label : label,
      ...(type === 'url' ? { redirect_url: withScheme(url) } : { content: sentContent }),
      ...(chosenProject !== '' && { project_id: chosenProject }),
      ...(folder !== undefined && { folder_id: folder }),
      ...(tags.length > 0 && { tags }),
      ...(!isStatic && limits.expires_at !== null && { expires_at: limits.expires_at }),
      ...(!isStatic && limits.scan_limit !== null && { scan_limit: limits.scan_limit }),
      design,
    };
    // Sent again after a lost connection or a reload, the same form creates the same code.
    const key = `${draft.origin} ${crc32(JSON.stringify(body))}`;
    create.mutate({ body, key, sent: draft.value });
  };
  return (
    <Page title="New QR code">
      {!mayCreate && (
        <PlanNotice className="mb-6">
          Your plan doesn’t include creating codes. Your existing codes keep working.
        </PlanNotice>
      )}
      {isFull && (
        <PlanNotice className="mb-6">
          Your plan includes {plural(used.limit, 'code')}, so there is no room for another one. An archived
          code makes room. But if it is printed, people who scan it see “not found” until you restore it.
        </PlanNotice>
      )}
      <RestoredNotice draft={draft} />
      <form onSubmit={submit} className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
        <div className="min-w-0 space-y-6">
          <TypePicker
            type={type}
            onChange={(next) => set({ type: next, content: isContentType(next) ? emptyContent(next) : {} })}
          />
          <Card title={typeNames[type].label}>
            <div className="space-y-4">
              {isStatic && (
                <Notice>
                  This is a static code: the image contains the content itself. After printing, you can’t
                  count, change or limit it.
                </Notice>
              )}
              {isContentType(type) ? (
                <ContentForm
                  type={type}
                  content={content}
                  timeZone={timeZone}
                  problems={problems}
                  onChange={(next) => set({ content: next })}
                />
              ) : (
                <TextField
                  label="Destination"
                  type="text"
                  inputMode="url"
                  placeholder="https://example.com/menu"
                  value={url}
                  onChange={(event) => set({ url: event.target.value })}
                  required
                  error={problems.of('redirect_url')}
                  hint="You can change it at any time, also after printing."
                />
              )}
              <div className="grid gap-4 sm:grid-cols-2">
                <TextField
                  label="Name"
                  maxLength={255}
                  placeholder={typeNames[type].label}
                  value={label}
                  onChange={(event) => set({ label: event.target.value })}
                  error={problems.of('label')}
                  hint="Only you see this."
                />
                <Choice
                  label="Project"
                  value={chosenProject}
                  onChange={(next) => set({ project: next })}
                  options={[
                    { value: '', label: `Default${defaultName(open)}` },
                    ...open
                      .filter(({ is_default }) => !is_default)
                      .map((item) => ({ value: item.project_id, label: item.name })),
                  ]}
                />
              </div>
              <TagInput
                label="Tags"
                hint="Optional, to find it again. Enter ends a tag."
                error={problems.of('tags')}
                tags={tags}
                onChange={(next) => set({ tags: next })}
              />
            </div>
          </Card>
          {!isStatic && (
            <Card title="Limits" hint="Optional. You can add redirect rules after you create the code.">
              <LimitsForm
                limits={limits}
                timeZone={timeZone}
                isIncluded={usage.data?.features.advanced_redirects ?? true}
                problems={problems}
                onChange={(next) => set({ limits: next })}
              />
            </Card>
          )}
          <h2 className="text-base font-semibold">Design</h2>
          <MiniPreview preview={preview} verdict={verdict} />
          <DesignEditor design={design} onChange={(next) => set({ design: next })} />
        </div>
        <div className="lg:sticky lg:top-6">
          <Card>
            <DesignPreview preview={preview} design={design} verdict={verdict} />
            {create.error && (
              <Notice tone="bad" className="mt-4">
                {problems.rest ?? 'Some fields need a correction.'}
              </Notice>
            )}
            <Button
              type="submit"
              look="primary"
              className="mt-4 w-full"
              isBusy={create.isPending}
              disabled={preview.problem !== null || isRefused || isFull || !mayCreate}
            >
              Create code
            </Button>
          </Card>
        </div>
      </form>
    </Page>
  );
}

function TypePicker({ type, onChange }: { type: QrType; onChange: (type: QrType) => void }) {
  return (
    <fieldset>
      <legend className="sr-only">Type of code</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-5">
        {offeredTypes.map((offered) => {
          const { label, hint, icon: Icon } = typeNames[offered];
          return (
            <label
              key={offered}
              className={classNames(
                'cursor-pointer rounded-xl border bg-surface p-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
                offered === type
                  ? 'border-accent ring-1 ring-accent'
                  : 'border-line hover:border-line-strong',
              )}
            >
              <input
                type="radio"
                name="type"
                checked={offered === type}
                onChange={() => onChange(offered)}
                className="sr-only"
              />
              <Icon
                className={classNames('size-5', offered === type ? 'text-accent' : 'text-soft')}
                aria-hidden
              />
              <span className="mt-2 block font-medium">{label}</span>
              <span className="mt-0.5 block text-xs text-soft">{hint}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

function defaultName(projects: { is_default: boolean; name: string }[]): string {
  const found = projects.find(({ is_default }) => is_default);
  return found && found.name !== 'Default' ? ` (${found.name})` : '';
}

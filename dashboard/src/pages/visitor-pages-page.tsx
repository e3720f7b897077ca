import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft, ImageUp, Trash2 } from 'lucide-react';
import { type ChangeEvent, type FormEvent, useRef } from 'react';
import { textColorOn } from '#core/text-color.ts';
import { PlanNotice } from '../account/plan-notice.tsx';
import { projectsQuery, usageQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { VisitorPage } from '../api/types.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { fieldProblems } from '../ui/field-problems.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { RestoredNotice } from '../ui/restored-notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { useDraft } from '../ui/use-draft.ts';
import { withScheme } from '../ui/with-scheme.ts';

interface PageAnswer {
  page: VisitorPage;
}

type Look = Pick<VisitorPage, 'display_name' | 'color' | 'fallback_url'>;

const route = getRouteApi('/app/projects/$id/pages');
const fileBytesMax = 2 * 1024 * 1024;
const standardColor = '#0b6e4f';
const labels = { display_name: 'Name', color: 'Color', fallback_url: 'Fallback address' };

const pageQuery = (id: string) =>
  queryOptions({
    queryKey: ['visitor-page', id],
    queryFn: () => request<PageAnswer>(`/projects/${id}/page`),
  });

/** What visitors see instead of a redirect: texts, contacts, events, and codes that have ended. */
export function VisitorPagesPage() {
  const { id } = route.useParams();
  const answer = useQuery(pageQuery(id));
  const project = useQuery(projectsQuery).data?.find(({ project_id }) => project_id === id);
  return (
    <Page
      title="Visitor pages"
      hint={`Pages that visitors see when a code of “${project?.name ?? '…'}” shows a text, a contact or an event, or has ended.`}
      action={
        <Link to="/projects/$id" params={{ id }} className={buttonClass()}>
          <ArrowLeft className="size-4" aria-hidden /> The project
        </Link>
      }
    >
      <QueryState query={answer} height="h-64">
        {({ page }) => <PageForm id={id} page={page} />}
      </QueryState>
    </Page>
  );
}

function PageForm({ id, page }: { id: string; page: VisitorPage }) {
  const isIncluded = useQuery(usageQuery).data?.features.branded_pages ?? true;
  const saved: Look = {
    display_name: page.display_name,
    color: page.color,
    fallback_url: page.fallback_url,
  };
  const draft = useDraft<Look>(`visitor page ${id}`, saved);
  const save = useAction({
    run: (look: Look) =>
      request<PageAnswer>(`/projects/${id}/page`, { method: 'PATCH', body: changed(saved, look) }),
    stale: [['visitor-page', id]],
    done: 'Saved.',
    onDone: (_, look) => draft.settle(look),
    isQuiet: true,
  });
  const { value: look } = draft;
  const set = (change: Partial<Look>) => draft.set({ ...look, ...change });
  const problems = fieldProblems(save.error, labels);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(look);
  };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
      <div className="space-y-6">
        <form className="space-y-6" onSubmit={submit}>
          <RestoredNotice draft={draft} />
          <Card title="Name and color" hint="So that visitors see whose code they scanned.">
            {!isIncluded && (
              <PlanNotice className="mb-4">
                Your plan doesn’t include your own name, color and logo. You can always remove existing ones.
              </PlanNotice>
            )}
            <div className="grid gap-4 sm:grid-cols-[1fr_10rem]">
              <TextField
                label={labels.display_name}
                maxLength={80}
                placeholder="Café Aurora"
                disabled={!isIncluded && look.display_name === null}
                value={look.display_name ?? ''}
                onChange={(event) => set({ display_name: event.target.value || null })}
                error={problems.of('display_name')}
              />
              <TextField
                label={labels.color}
                type="color"
                className="[&_input]:p-1"
                disabled={!isIncluded && look.color === null}
                value={look.color ?? standardColor}
                onChange={(event) => set({ color: event.target.value })}
                error={problems.of('color')}
              />
            </div>
            {look.color !== null && (
              <Button size="small" look="quiet" className="mt-2" onClick={() => set({ color: null })}>
                Use the standard color
              </Button>
            )}
          </Card>
          <Card
            title="When a code has ended"
            hint="Expired, used-up and archived codes still say so. With a fallback address, the page also has a button that opens it."
          >
            <TextField
              label={labels.fallback_url}
              inputMode="url"
              placeholder="https://example.com/"
              value={look.fallback_url ?? ''}
              onChange={(event) => set({ fallback_url: event.target.value || null })}
              error={problems.of('fallback_url')}
              hint="Checked for harm like every destination. Leave empty for no button."
            />
            {page.fallback_url !== null && !page.is_fallback_offered && (
              <Notice tone="warn" className="mt-4">
                This address may be harmful, so visitors don’t see it now. Enter another one.
              </Notice>
            )}
          </Card>
          {problems.rest !== null && <Notice tone="bad">{problems.rest}</Notice>}
          <Button type="submit" look="primary" isBusy={save.isPending} disabled={!draft.isChanged}>
            Save
          </Button>
        </form>
        <LogoCard id={id} logo={page.logo} isIncluded={isIncluded} />
      </div>
      <div className="lg:sticky lg:top-6">
        <Card title="Preview" hint="A code that has expired.">
          <Preview look={look} logo={page.logo} />
        </Card>
      </div>
    </div>
  );
}

/** Only what was changed: the plan may not include the rest any more. */
function changed(saved: Look, look: Look): Partial<Look> {
  const url = look.fallback_url ? withScheme(look.fallback_url.trim()) : null;
  return {
    ...(look.display_name !== saved.display_name && { display_name: look.display_name }),
    ...(look.color !== saved.color && { color: look.color }),
    ...(url !== saved.fallback_url && { fallback_url: url }),
  };
}

function LogoCard({ id, logo, isIncluded }: { id: string; logo: string | null; isIncluded: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const stale = [['visitor-page', id]];
  const upload = useAction({
    run: async (file: File) => {
      if (file.size > fileBytesMax) throw new Error('The file is too large. The maximum is 2 MB.');
      return request(`/projects/${id}/page/logo`, { method: 'POST', file });
    },
    stale,
    done: 'Logo saved.',
  });
  const remove = useAction({
    run: () => request(`/projects/${id}/page/logo`, { method: 'DELETE' }),
    stale,
    done: 'Logo removed.',
  });
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (file) upload.mutate(file);
    event.target.value = '';
  };
  return (
    <Card title="Logo" hint="SVG, PNG or JPEG up to 2 MB. Saved at once.">
      <input
        ref={input}
        type="file"
        aria-label="Logo file"
        accept=".svg,.png,.jpg,.jpeg"
        className="sr-only"
        tabIndex={-1}
        onChange={choose}
      />
      <div className="flex flex-wrap items-center gap-3">
        {logo !== null && (
          <img src={logo} alt="Your logo" className="max-h-16 max-w-48 rounded bg-white p-1" />
        )}
        <Button
          icon={<ImageUp className="size-4" aria-hidden />}
          isBusy={upload.isPending}
          disabled={!isIncluded}
          onClick={() => input.current?.click()}
        >
          {logo === null ? 'Upload a logo' : 'Choose another'}
        </Button>
        {logo !== null && (
          <Button
            look="quiet"
            icon={<Trash2 className="size-4" aria-hidden />}
            isBusy={remove.isPending}
            onClick={() => remove.mutate()}
          >
            Remove
          </Button>
        )}
      </div>
    </Card>
  );
}

function Preview({ look, logo }: { look: Look; logo: string | null }) {
  const color = look.color ?? standardColor;
  return (
    <div
      className="rounded-2xl border border-line bg-surface px-4 py-6 text-center"
      style={look.color === null ? {} : { borderTop: `6px solid ${color}` }}
    >
      {(logo !== null || look.display_name !== null) && (
        <p className="mb-4 flex items-center justify-center gap-2 font-semibold">
          {logo !== null && <img src={logo} alt="" className="max-h-10 max-w-28" />}
          {look.display_name}
        </p>
      )}
      <p className="text-lg font-semibold">This code has expired</p>
      <p className="mt-1 text-soft">It was valid for a limited time.</p>
      {look.fallback_url !== null && (
        <p
          className="mt-4 rounded-lg px-3 py-2.5 font-semibold"
          style={{ background: color, color: textColorOn(color) }}
        >
          Continue to the website
        </p>
      )}
    </div>
  );
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isContentType } from '#core/qr-content/content-field.ts';
import type { Content } from '#core/qr-content/parse-content.ts';
import { meQuery, usageQuery } from '../api/queries.ts';
import type { QrCode } from '../api/types.ts';
import { CampaignFields } from '../codes/campaign-fields.tsx';
import { ContentForm, completeContent } from '../codes/content-form.tsx';
import { ForwardingCard } from '../codes/forwarding-card.tsx';
import { type Limits, LimitsForm } from '../codes/limits-form.tsx';
import { SaveForm } from '../codes/save-form.tsx';
import { useChangeCode, useCode } from '../codes/use-code.ts';
import { foldersQuery } from '../list/list-queries.ts';
import { TagInput } from '../list/tag-input.tsx';
import { PlannedList } from '../planned/planned-list.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Choice, Switch, TextField } from '../ui/field.tsx';
import { isSame } from '../ui/is-same.ts';
import { Notice } from '../ui/notice.tsx';
import { RestoredNotice } from '../ui/restored-notice.tsx';
import { textOf } from '../ui/text-of.ts';
import { useDraft } from '../ui/use-draft.ts';
import { withScheme } from '../ui/with-scheme.ts';
import { WatchCard } from '../watches/watch-card.tsx';

export function CodeSettingsPage() {
  const code = useCode();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="space-y-6">
        <Name code={code} />
        <Target code={code} />
        <Place code={code} />
        {!code.is_static && <WatchCard code={code} />}
      </div>
      <div className="space-y-6">
        <PlannedList qrId={code.qr_id} />
        {!code.is_static && <LimitsCard code={code} />}
        {code.redirect_url !== '' && <ForwardingCard code={code} />}
        {!code.is_static && <AnalyticsCard code={code} />}
        <ArchiveCard code={code} />
      </div>
    </div>
  );
}

function Name({ code }: { code: QrCode }) {
  const draft = useDraft(`name ${code.qr_id}`, code.label, code);
  const save = useChangeCode(code, 'Name saved.', draft);
  const { value: label } = draft;
  return (
    <Card title="Name" hint="Only you see this.">
      <RestoredNotice draft={draft} />
      <SaveForm save={save} isChanged={label.trim() !== code.label} onSave={() => save.mutate({ label })}>
        {(problems) => (
          <TextField
            label="Name"
            isLabelHidden
            maxLength={255}
            value={label}
            error={problems.of('label')}
            onChange={(event) => draft.set(event.target.value)}
            required
          />
        )}
      </SaveForm>
    </Card>
  );
}

function Target({ code }: { code: QrCode }) {
  const { data: me } = useSuspenseQuery(meQuery);
  const saved = isContentType(code.type) ? contentOf(code) : { url: code.redirect_url };
  const draft = useDraft<Content, QrCode>(`target ${code.qr_id}`, saved, code);
  const save = useChangeCode(code, 'Saved. This applies to the next scan.', draft);
  const { value: content } = draft;
  const url = textOf(content['url']);
  if (code.is_static)
    return (
      <Card title="Content">
        <Notice>The image contains the content of this code. To change it, create a new code.</Notice>
      </Card>
    );
  const { type } = code;
  if (isContentType(type))
    return (
      <Card title="Content" hint="Changes apply to printed codes at once.">
        <RestoredNotice draft={draft} />
        <SaveForm
          save={save}
          isChanged={draft.isChanged}
          onSave={() => save.mutate({ content: completeContent(type, content) })}
        >
          {(problems) => (
            <ContentForm
              type={type}
              content={content}
              timeZone={me.account.timezone}
              problems={problems}
              onChange={draft.set}
            />
          )}
        </SaveForm>
      </Card>
    );
  return (
    <Card title="Destination" hint="Changes apply to printed codes at once.">
      <RestoredNotice draft={draft} />
      <SaveForm
        save={save}
        isChanged={withScheme(url) !== code.redirect_url}
        onSave={() => save.mutate({ redirect_url: withScheme(url) })}
        {...(code.type === 'url' && {
          later: {
            qrId: code.qr_id,
            change: { redirect_url: withScheme(url) },
            onPlanned: draft.discard,
          },
        })}
      >
        {(problems) => (
          <>
            <TextField
              label="Destination"
              isLabelHidden
              inputMode="url"
              value={url}
              error={problems.of('redirect_url')}
              onChange={(event) => draft.set({ url: event.target.value })}
              disabled={code.type !== 'url'}
              required
            />
            {code.type === 'url' && (
              <div className="mt-3">
                <CampaignFields url={url} onChange={(next) => draft.set({ url: next })} />
              </div>
            )}
          </>
        )}
      </SaveForm>
    </Card>
  );
}

/** Tags, and the folder of its project. */
function Place({ code }: { code: QrCode }) {
  const folders = useQuery(foldersQuery(code.project_id));
  const draft = useDraft(`place ${code.qr_id}`, { tags: code.tags, folder: code.folder_id }, code);
  const save = useChangeCode(code, 'Saved.', draft);
  const { tags, folder } = draft.value;
  return (
    <Card title="Tags and folder" hint="To find the code again. Visitors don’t see them.">
      <RestoredNotice draft={draft} />
      <SaveForm
        save={save}
        isChanged={draft.isChanged}
        onSave={() =>
          save.mutate({
            ...(!isSame(tags, draft.base.tags) && { tags }),
            ...(folder !== draft.base.folder && { folder_id: folder }),
          })
        }
      >
        {(problems) => (
          <div className="space-y-4">
            <TagInput
              label="Tags"
              hint="Enter ends a tag."
              error={problems.of('tags')}
              tags={tags}
              onChange={(next) => draft.set({ ...draft.value, tags: next })}
            />
            {(folders.data ?? []).length > 0 && (
              <Choice
                label="Folder"
                value={folder ?? ''}
                onChange={(next) => draft.set({ ...draft.value, folder: next || null })}
                options={[
                  { value: '', label: 'No folder' },
                  ...(folders.data ?? []).map(({ folder_id, name }) => ({ value: folder_id, label: name })),
                ]}
              />
            )}
          </div>
        )}
      </SaveForm>
    </Card>
  );
}

/** Store links are stored as rules. */
function contentOf(code: QrCode): Content {
  if (code.type !== 'app_store') return code.qr_data;
  const store = (device: string) =>
    textOf(code.redirect_rules.find((rule) => rule['value'] === device)?.['url']);
  return { ios_url: store('ios'), android_url: store('android'), fallback_url: code.redirect_url };
}

function LimitsCard({ code }: { code: QrCode }) {
  const { data: me } = useSuspenseQuery(meQuery);
  const usage = useQuery(usageQuery);
  const saved: Limits = { expires_at: code.expires_at, scan_limit: code.scan_limit };
  const draft = useDraft(`limits ${code.qr_id}`, saved, code);
  const save = useChangeCode(code, 'Limits saved. They apply from now on.', draft);
  const { value: limits, isChanged } = draft;
  const change = {
    ...(limits.expires_at !== draft.base.expires_at && { expires_at: limits.expires_at }),
    ...(limits.scan_limit !== draft.base.scan_limit && { scan_limit: limits.scan_limit }),
  };
  return (
    <Card title="Limits">
      <RestoredNotice draft={draft} />
      <SaveForm
        save={save}
        isChanged={isChanged}
        onSave={() => save.mutate(change)}
        later={{ qrId: code.qr_id, change, onPlanned: draft.discard }}
      >
        {(problems) => (
          <LimitsForm
            limits={limits}
            timeZone={me.account.timezone}
            isIncluded={usage.data?.features.advanced_redirects ?? true}
            problems={problems}
            onChange={draft.set}
          />
        )}
      </SaveForm>
    </Card>
  );
}

function AnalyticsCard({ code }: { code: QrCode }) {
  const save = useChangeCode(code, 'Saved.');
  return (
    <Card title="Analytics">
      <Switch
        label="Collect analytics"
        hint="If off, Waypost counts scans but stores no times, places or devices."
        checked={code.analytics_enabled}
        disabled={save.isPending}
        onChange={(isOn) => save.mutate({ analytics_enabled: isOn })}
      />
      {save.error && (
        <Notice tone="bad" className="mt-4">
          {save.error.message}
        </Notice>
      )}
    </Card>
  );
}

function ArchiveCard({ code }: { code: QrCode }) {
  const [isAsked, setAsked] = useState(false);
  const isArchived = code.status === 'archived';
  const save = useChangeCode(code, isArchived ? 'Code restored.' : 'Code archived.');
  const change = () =>
    save.mutate({ status: isArchived ? 'active' : 'archived' }, { onSettled: () => setAsked(false) });
  return (
    <Card title={isArchived ? 'Archived' : 'Archive'}>
      {save.error && (
        <Notice tone="bad" className="mb-4">
          {save.error.message}
        </Notice>
      )}
      <div className="flex items-center justify-between gap-4">
        <p className="text-soft">
          {isArchived
            ? 'The link doesn’t work. Restore the code to activate it at once.'
            : 'The link stops working. You can restore the code later.'}
        </p>
        <Button look={isArchived ? 'primary' : 'danger'} onClick={() => setAsked(true)}>
          {isArchived ? 'Restore' : 'Archive'}
        </Button>
      </div>
      <Confirm
        title={isArchived ? 'Restore the code?' : 'Archive the code?'}
        action={isArchived ? 'Restore code' : 'Archive code'}
        isHarmless={isArchived}
        isOpen={isAsked}
        isBusy={save.isPending}
        onConfirm={change}
        onClose={() => setAsked(false)}
      >
        <p>
          {isArchived
            ? 'Scans are redirected again at once.'
            : 'Visitors see “not found”. The count and the link are kept.'}
        </p>
      </Confirm>
    </Card>
  );
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isContentType } from '#core/qr-content/content-field.ts';
import type { Content } from '#core/qr-content/parse-content.ts';
import { meQuery, usageQuery } from '../api/queries.ts';
import type { QrCode } from '../api/types.ts';
import { ContentForm } from '../codes/content-form.tsx';
import { type Limits, LimitsForm } from '../codes/limits-form.tsx';
import { useChangeCode, useCode } from '../codes/use-code.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Switch, TextField } from '../ui/field.tsx';
import { isSame } from '../ui/is-same.ts';
import { Notice } from '../ui/notice.tsx';
import { textOf } from '../ui/text-of.ts';
import { withScheme } from '../ui/with-scheme.ts';

export function CodeSettingsPage() {
  const code = useCode();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="space-y-6">
        <Name code={code} />
        <Target code={code} />
      </div>
      <div className="space-y-6">
        {!code.is_static && <LimitsCard code={code} />}
        {!code.is_static && <AnalyticsCard code={code} />}
        <ArchiveCard code={code} />
      </div>
    </div>
  );
}

function Name({ code }: { code: QrCode }) {
  const [label, setLabel] = useState(code.label);
  const save = useChangeCode(code, 'Name saved.');
  return (
    <Card title="Name" hint="Only you see this.">
      <SaveForm save={save} isChanged={label.trim() !== code.label} onSave={() => save.mutate({ label })}>
        <TextField
          label="Name"
          isLabelHidden
          maxLength={255}
          value={label}
          onChange={(event) => setLabel(event.target.value)}
          required
        />
      </SaveForm>
    </Card>
  );
}

function Target({ code }: { code: QrCode }) {
  const { data: me } = useSuspenseQuery(meQuery);
  const [url, setUrl] = useState(code.redirect_url);
  const [content, setContent] = useState<Content>(contentOf(code));
  const save = useChangeCode(code, 'Saved. This applies to the next scan.');
  if (code.is_static)
    return (
      <Card title="Content">
        <Notice>The image contains the content of this code. To change it, create a new code.</Notice>
      </Card>
    );
  if (isContentType(code.type))
    return (
      <Card title="Content" hint="Changes apply to printed codes at once.">
        <SaveForm
          save={save}
          isChanged={!isSame(content, contentOf(code))}
          onSave={() => save.mutate({ content })}
        >
          <ContentForm
            type={code.type}
            content={content}
            timeZone={me.account.timezone}
            onChange={setContent}
          />
        </SaveForm>
      </Card>
    );
  return (
    <Card title="Destination" hint="Changes apply to printed codes at once.">
      <SaveForm
        save={save}
        isChanged={withScheme(url) !== code.redirect_url}
        onSave={() => save.mutate({ redirect_url: withScheme(url) })}
      >
        <TextField
          label="Address"
          isLabelHidden
          inputMode="url"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          disabled={code.type !== 'url'}
          required
        />
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
  const [limits, setLimits] = useState<Limits>({ expires_at: code.expires_at, scan_limit: code.scan_limit });
  const save = useChangeCode(code, 'Limits saved. They apply from now on.');
  const isChanged = limits.expires_at !== code.expires_at || limits.scan_limit !== code.scan_limit;
  return (
    <Card title="Limits">
      <SaveForm
        save={save}
        isChanged={isChanged}
        onSave={() =>
          save.mutate({
            ...(limits.expires_at !== code.expires_at && { expires_at: limits.expires_at }),
            ...(limits.scan_limit !== code.scan_limit && { scan_limit: limits.scan_limit }),
          })
        }
      >
        <LimitsForm
          limits={limits}
          timeZone={me.account.timezone}
          isIncluded={usage.data?.features.advanced_redirects ?? true}
          onChange={setLimits}
        />
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

interface SaveFormProps {
  save: { isPending: boolean; error: Error | null };
  isChanged: boolean;
  onSave: () => void;
  children: React.ReactNode;
}

function SaveForm({ save, isChanged, onSave, children }: SaveFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave();
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      {children}
      {save.error && <Notice tone="bad">{save.error.message}</Notice>}
      <Button type="submit" look="primary" isBusy={save.isPending} disabled={!isChanged}>
        Save
      </Button>
    </form>
  );
}

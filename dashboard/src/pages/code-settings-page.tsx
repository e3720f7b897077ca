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
  const save = useChangeCode(code, 'The name is saved.');
  return (
    <Card title="Name" hint="Only you see it.">
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
  const save = useChangeCode(code, 'Saved. Whoever scans the code from now on gets this.');
  if (code.is_static)
    return (
      <Card title="Content">
        <Notice>What this code says is in the image itself. To say something else, make a new one.</Notice>
      </Card>
    );
  if (isContentType(code.type))
    return (
      <Card title="Content" hint="Printed codes follow at once.">
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
    <Card title="Leads to" hint="Printed codes follow at once.">
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

/** Stores are kept as rules. */
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
  const save = useChangeCode(code, 'The limits are saved, and hold from this moment on.');
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
        label="Keep analytics"
        hint="Off: scans are still counted, but nothing is kept of when, where and with what."
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
  const save = useChangeCode(code, isArchived ? 'The code is back.' : 'The code is archived.');
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
            ? 'Its link does not resolve. Bring it back, and it does at once.'
            : 'Its link stops resolving. You can bring it back later.'}
        </p>
        <Button look={isArchived ? 'primary' : 'danger'} onClick={() => setAsked(true)}>
          {isArchived ? 'Bring back' : 'Archive'}
        </Button>
      </div>
      <Confirm
        title={isArchived ? 'Bring the code back?' : 'Archive the code?'}
        action={isArchived ? 'Bring it back' : 'Archive it'}
        isHarmless={isArchived}
        isOpen={isAsked}
        isBusy={save.isPending}
        onConfirm={change}
        onClose={() => setAsked(false)}
      >
        <p>
          {isArchived
            ? 'Whoever scans it is led on again from this moment.'
            : 'Whoever scans it sees that the link is not there. Its count and its link are kept.'}
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

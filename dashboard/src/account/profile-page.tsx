import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import type { Me } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Choice, TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { RestoredNotice } from '../ui/restored-notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { useDraft } from '../ui/use-draft.ts';
import { ReportsCard } from './reports-card.tsx';

const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

export function ProfilePage() {
  const { data: me } = useSuspenseQuery(meQuery);
  const draft = useDraft('time zone', me.account.timezone);
  const { value: timeZone } = draft;
  const [now] = useState(() => new Date());
  const save = useAction({
    run: (zone: string) => request('/account', { method: 'PATCH', body: { timezone: zone } }),
    stale: [['me'], ['analytics']],
    done: 'Time zone saved. Schedule rules use it from now on.',
    onDone: (_, zone) => draft.settle(zone),
  });
  const options = zones.includes(timeZone) ? zones : [timeZone, ...zones];
  const clock = new Intl.DateTimeFormat('en', { timeZone, timeStyle: 'short', dateStyle: 'full' }).format(
    now,
  );
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card title="You">
        <div className="space-y-6">
          <NameForm me={me} />
          <EmailForm me={me} />
          <TextField
            label="Account"
            value={me.account.account_id}
            readOnly
            hint="Include this ID when you contact support."
          />
        </div>
      </Card>
      <ReportsCard email={me.user.email} />
      <Card title="Time zone" hint="Used for schedule rules and charts.">
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(timeZone);
          }}
        >
          <RestoredNotice draft={draft} />
          <Choice
            label="Time zone"
            value={timeZone}
            onChange={draft.set}
            options={options.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
            hint={`Current time: ${clock}.`}
          />
          <Button type="submit" look="primary" isBusy={save.isPending} disabled={!draft.isChanged}>
            Save
          </Button>
        </form>
      </Card>
    </div>
  );
}

function NameForm({ me }: { me: Me }) {
  const draft = useDraft('own name', me.user.name);
  const save = useAction({
    run: (name: string) => request('/user', { method: 'PATCH', body: { user_id: me.user.user_id, name } }),
    stale: [['me'], ['members']],
    done: 'Name saved.',
    onDone: (_, name) => draft.settle(name),
    isQuiet: true,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(draft.value);
      }}
    >
      <RestoredNotice draft={draft} />
      <div className="flex items-end gap-3">
        <TextField
          className="min-w-0 grow"
          label="Name"
          maxLength={120}
          required
          value={draft.value}
          onChange={(event) => draft.set(event.target.value)}
          readOnly={me.is_sso_session}
          error={save.error?.message}
        />
        <Button type="submit" isBusy={save.isPending} disabled={!draft.isChanged}>
          Save
        </Button>
      </div>
    </form>
  );
}

/** The new address counts when its owner has opened the link that we send there. */
function EmailForm({ me }: { me: Me }) {
  const draft = useDraft('own email', me.user.email);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const save = useAction({
    run: (email: string) =>
      request('/user', { method: 'PATCH', body: { user_id: me.user.user_id, email: email.trim() } }),
    onDone: (_, email) => {
      setSentTo(email.trim());
      draft.settle(email);
    },
    isQuiet: true,
  });
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(draft.value);
      }}
    >
      <RestoredNotice draft={draft} />
      <div className="flex items-end gap-3">
        <TextField
          className="min-w-0 grow"
          label="Email"
          type="email"
          required
          value={draft.value}
          onChange={(event) => draft.set(event.target.value)}
          readOnly={me.is_sso_session}
          error={save.error?.message}
        />
        <Button type="submit" isBusy={save.isPending} disabled={!draft.isChanged}>
          Change
        </Button>
      </div>
      {sentTo !== null && (
        <Notice tone="good">
          We have sent a link to {sentTo}. Open it within an hour. Until then, you sign in with{' '}
          {me.user.email}.
        </Notice>
      )}
    </form>
  );
}

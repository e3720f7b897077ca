import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Choice, TextField } from '../ui/field.tsx';
import { useAction } from '../ui/use-action.ts';

const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

export function ProfilePage() {
  const { data: me } = useSuspenseQuery(meQuery);
  const [timeZone, setTimeZone] = useState(me.account.timezone);
  const [now] = useState(() => new Date());
  const save = useAction({
    run: () => request('/account', { method: 'PATCH', body: { timezone: timeZone } }),
    stale: [['me'], ['analytics']],
    done: 'Time zone saved. Schedule rules use it from now on.',
  });
  const options = zones.includes(timeZone) ? zones : [timeZone, ...zones];
  const clock = new Intl.DateTimeFormat('en', { timeZone, timeStyle: 'short', dateStyle: 'full' }).format(
    now,
  );
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card title="You">
        <div className="space-y-4">
          <TextField label="Name" value={me.user.name} readOnly />
          <TextField label="Email" value={me.user.email} readOnly />
          <TextField
            label="Account"
            value={me.account.account_id}
            readOnly
            hint="Include this ID when you contact support."
          />
        </div>
      </Card>
      <Card title="Time zone" hint="Used for schedule rules and charts.">
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate();
          }}
        >
          <Choice
            label="Time zone"
            value={timeZone}
            onChange={setTimeZone}
            options={options.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
            hint={`Current time: ${clock}.`}
          />
          <Button
            type="submit"
            look="primary"
            isBusy={save.isPending}
            disabled={timeZone === me.account.timezone}
          >
            Save
          </Button>
        </form>
      </Card>
    </div>
  );
}

import { useState } from 'react';
import { request } from '../api/request.ts';
import { useCan } from '../api/use-can.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** In which zone the times of rules are, with its time now. If it is not that of the browser, it can be changed here. */
export function ZoneNotice({ timeZone }: { timeZone: string }) {
  const can = useCan();
  const [now] = useState(() => new Date());
  const save = useAction({
    run: () => request('/account', { method: 'PATCH', body: { timezone: ownZone } }),
    stale: [['me'], ['analytics']],
    done: `Schedule rules now use ${words(ownZone)}.`,
  });
  const timeIn = (zone: string) =>
    new Intl.DateTimeFormat('en', { timeZone: zone, timeStyle: 'short' }).format(now);
  const isOther = timeIn(timeZone) !== timeIn(ownZone);
  return (
    <Notice tone={isOther ? 'warn' : 'info'}>
      <span className="flex flex-wrap items-center justify-between gap-2" data-testid="rule-zone">
        <span>
          Times are in {words(timeZone)}, where it is {timeIn(timeZone)} now.
          {isOther && ` Here it is ${timeIn(ownZone)}.`}
        </span>
        {isOther && can('account.change') && (
          <Button size="small" isBusy={save.isPending} onClick={() => save.mutate()}>
            Use {words(ownZone)}
          </Button>
        )}
      </span>
    </Notice>
  );
}

function words(zone: string): string {
  return zone.replaceAll('_', ' ');
}

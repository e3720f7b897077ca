import { useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import type { QrCode, Watch } from '../api/types.ts';
import { SaveForm } from '../codes/save-form.tsx';
import { Card } from '../ui/card.tsx';
import { Switch, TextField } from '../ui/field.tsx';
import { formatDate } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { RestoredNotice } from '../ui/restored-notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { useDraft } from '../ui/use-draft.ts';
import { withScheme } from '../ui/with-scheme.ts';
import { watchQuery } from './watch-query.ts';
import { scanWords, urlWarnings, urlWords } from './watch-words.ts';

/** Alarms of a code: its destinations, its scans. */
export function WatchCard({ code }: { code: QrCode }) {
  const query = useQuery(watchQuery(code.qr_id));
  return (
    <Card title="Alarms" hint="You and the owners of the account get a mail when something is wrong.">
      <QueryState query={query} height="h-40">
        {({ watch, is_offered: isOffered }) => <Fields code={code} watch={watch} isOffered={isOffered} />}
      </QueryState>
    </Card>
  );
}

interface FieldsProps {
  code: QrCode;
  watch: Watch | null;
  isOffered: boolean;
}

function Fields({ code, watch, isOffered }: FieldsProps) {
  const saved = {
    destination: watch?.destination ?? false,
    standby: watch?.standby_url ?? '',
    scans: watch?.scans ?? false,
  };
  const draft = useDraft(`watch ${code.qr_id}`, saved);
  const { destination, standby, scans } = draft.value;
  const save = useAction({
    run: () => saveWatch(code.qr_id, draft.value),
    stale: [['watch', code.qr_id]],
    done: 'Saved.',
    onDone: () => draft.settle(draft.value),
    isQuiet: true,
  });
  const canCheck = isOffered && code.redirect_url !== '';
  return (
    <>
      <RestoredNotice draft={draft} />
      <SaveForm save={save} isChanged={draft.isChanged} onSave={() => save.mutate()}>
        {() => (
          <div className="space-y-4">
            {(canCheck || destination) && (
              <Switch
                label="Check the page every day"
                hint="Tells you when the destination fails three times, and when its domain or that of your links ends."
                checked={destination}
                onChange={(next) => draft.set({ ...draft.value, destination: next })}
              />
            )}
            {destination && (
              <TextField
                label="Stand-by address"
                hint="While the destination fails, scans lead here. They go back by themselves. You can leave it out."
                inputMode="url"
                placeholder="https://example.com/closed"
                value={standby}
                onChange={(event) => draft.set({ ...draft.value, standby: event.target.value })}
              />
            )}
            <Switch
              label="Tell me when scans stop, or surge"
              hint={
                code.analytics_enabled
                  ? 'At most one false alarm per year. Waypost learns for each hour of the week what is usual.'
                  : 'Needs analytics, which are off for this code.'
              }
              checked={scans}
              disabled={!code.analytics_enabled && !scans}
              onChange={(next) => draft.set({ ...draft.value, scans: next })}
            />
          </div>
        )}
      </SaveForm>
      {watch !== null && <State watch={watch} />}
    </>
  );
}

function saveWatch(
  qrId: string,
  { destination, standby, scans }: { destination: boolean; standby: string; scans: boolean },
) {
  const path = `/qr-codes/${qrId}/watch`;
  if (!destination && !scans) return request(path, { method: 'DELETE' });
  const url = standby.trim() === '' || !destination ? null : withScheme(standby.trim());
  return request(path, { method: 'PUT', body: { destination, standby_url: url, scans } });
}

function State({ watch }: { watch: Watch }) {
  const scans = scanWords(watch);
  const { project_domain: domain } = watch;
  return (
    <ul className="mt-5 space-y-2">
      {watch.destinations.map((url) => {
        const { tone, text } = urlWords(url);
        const warnings = urlWarnings(url);
        return (
          <li key={url.url}>
            <Notice tone={warnings.length > 0 && tone === 'good' ? 'warn' : tone}>
              <span className="font-medium [overflow-wrap:anywhere]">{url.url}</span>
              <br />
              {[text, ...warnings].join(' ')}
            </Notice>
          </li>
        );
      })}
      {domain !== null && domain.expires_at !== null && (
        <li className="text-[13px] text-soft">
          The domain of the links, {domain.domain}, ends on {formatDate(domain.expires_at)}.
        </li>
      )}
      {scans !== null && (
        <li>
          <Notice tone={scans.tone}>{scans.text}</Notice>
        </li>
      )}
    </ul>
  );
}

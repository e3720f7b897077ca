import { anyUtm, forwardedNamesMax, parseForwardedParams } from '#core/forward-query.ts';
import type { QrCode } from '../api/types.ts';
import { Card } from '../ui/card.tsx';
import { Choice, TextField } from '../ui/field.tsx';
import { RestoredNotice } from '../ui/restored-notice.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { SaveForm } from './save-form.tsx';
import { useChangeCode } from './use-code.ts';

const kinds = [
  { value: 'none', label: 'None' },
  { value: 'utm', label: 'Campaign parameters (utm_…)' },
  { value: 'list', label: 'Those that I name' },
] as const;

interface Choices {
  kind: (typeof kinds)[number]['value'];
  /** With commas. */
  names: string;
}

/** Which query parameters of a scanned link reach the destination. */
export function ForwardingCard({ code }: { code: QrCode }) {
  const draft = useDraft(`forwarding ${code.qr_id}`, choicesOf(code.forwarded_params), code);
  const save = useChangeCode(code, 'Saved. This applies to the next scan.', draft);
  const { kind, names } = draft.value;
  const wanted = paramsOf(draft.value);
  const problem = kind === 'list' ? problemOf(wanted) : undefined;
  return (
    <Card
      title="Parameters of the link"
      hint="If somebody adds parameters to the link of the code, such as ?table=7, these reach the destination. Its own parameters win."
    >
      <RestoredNotice draft={draft} />
      <SaveForm
        save={save}
        isChanged={draft.isChanged && problem === undefined}
        onSave={() => save.mutate({ forwarded_params: wanted })}
        later={{ qrId: code.qr_id, change: { forwarded_params: wanted }, onPlanned: draft.discard }}
      >
        {() => (
          <>
            <Choice
              label="Pass on"
              value={kind}
              onChange={(next) => draft.set({ ...draft.value, kind: next as Choices['kind'] })}
              options={[...kinds]}
            />
            {kind === 'list' && (
              <TextField
                label="Names"
                placeholder="table, ref, utm_*"
                hint={`Up to ${forwardedNamesMax}, separated by commas.`}
                value={names}
                error={problem}
                onChange={(event) => draft.set({ ...draft.value, names: event.target.value })}
                required
              />
            )}
          </>
        )}
      </SaveForm>
    </Card>
  );
}

function choicesOf(params: readonly string[]): Choices {
  const names = params.join(', ');
  if (params.length === 0) return { kind: 'none', names };
  return { kind: names === anyUtm ? 'utm' : 'list', names };
}

function paramsOf({ kind, names }: Choices): string[] {
  if (kind === 'none') return [];
  return kind === 'utm' ? [anyUtm] : [...new Set(names.split(/[\s,]+/).filter(Boolean))];
}

function problemOf(params: string[]): string | undefined {
  if (params.length === 0) return 'Enter at least one name.';
  if (params.length > forwardedNamesMax) return `Enter at most ${forwardedNamesMax} names.`;
  const wrong = params.find((name) => !parseForwardedParams('', [name]).ok);
  return wrong === undefined
    ? undefined
    : `“${wrong}” can’t be a name. Use letters, digits and . _ ~ -, but no name with which a page redirects.`;
}
